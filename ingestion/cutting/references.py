"""References that lean on another chunk (前款, 见附件三, 如下表) get a line that says what is meant."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.document import Document
from ingestion.cutting.landmarks import Landmarks
from ingestion.cutting.piece import Piece
from ingestion.numbering import article_label

_NUMBER = "(?:[一二三四五六七八九十]{1,3}|[0-9]{1,3})"
_ABOVE = "条款|规定|条件|情形|要求|内容|事项"
_BEFORE = re.compile(
    rf"前款|前项(?!目)|上款|上述(?:{_ABOVE})|前述(?:{_ABOVE})"
    r"|(?i:\bthe (?:preceding|foregoing|previous) (?:paragraph|provisions?|conditions?))"
    r"|(?i:\bthe above (?:terms|provisions|conditions))"
)
_ARTICLE_BEFORE = re.compile(r"(?:依照|按照|根据|适用|违反|除|^|，|。)前条|上一条")
_SAME_ARTICLE = re.compile(rf"本条第({_NUMBER})款")
_POINTER = r"(?:如|见|按照?|依照?|参照|根据|[，。：；（]|^)"
_NO_VERB = "(?![明示述达现面决彰扬率])"
_TABLE_AFTER = re.compile(
    rf"{_POINTER}(下表{_NO_VERB})|(下列表格|以下表格|如下表格)|(?i:\b(the following table|the table below))"
)
_TABLE_BEFORE = re.compile(rf"{_POINTER}(上表{_NO_VERB})|(上述表格)|(?i:\b(the preceding table|the table above))")
_UNNUMBERED = re.compile(rf"(?:见|附于|依照|按照|按)(?:本\w{{2,4}})?(附件|附录|附表)(?!\s?(?:{_NUMBER}|[A-Z]))")
_NAMED = re.compile(
    rf"(附件|附录|附表)\s?({_NUMBER}|[A-Z](?![A-Za-z]))"
    rf"|[见参照按如](表)\s?({_NUMBER}(?:[-.]\d+)?)"
    r"|(?i:\b(?:see|in) (annex|appendix|attachment|schedule|table) ([a-z]\b|[ivx]+\b|\d+))"
)


Reference = tuple[str, str | None]


def anchor_references(document: Document, pieces: Sequence[Piece]) -> tuple[list[Piece], tuple[str, ...]]:
    """Return the pieces with context anchors, and a warning for every reference that leads nowhere.

    A reference needs no anchor when what it means stands in the same piece.
    """
    landmarks = Landmarks(document)
    warnings: dict[str, None] = {}
    anchored: list[Piece] = []
    for piece in pieces:
        kept, missing = _anchored(piece, landmarks)
        children = tuple(_anchored(child, landmarks)[0] for child in piece.children)
        anchored.append(replace(kept, children=children))
        place = " > ".join(piece.heading_path) or piece.text[:20]
        warnings |= dict.fromkeys(f"{place}: {name!r} is referred to but not in this document" for name in missing)
    return anchored, tuple(warnings)


def _anchored(piece: Piece, landmarks: Landmarks) -> tuple[Piece, list[str]]:
    if piece.kind not in ("prose", "list", "notice", "parent"):
        return piece, []
    anchors: dict[str, None] = {}
    missing: list[str] = []
    for name, target in _references(piece, landmarks):
        if target is None:
            missing.append(name)
        elif target and target not in piece.text:
            anchors[f"（{name}：{target}）"] = None
    return replace(piece, anchors=tuple(anchors)), missing


def _references(piece: Piece, landmarks: Landmarks) -> Iterator[Reference]:
    """Yield each reference with what it means; ``None`` when that is missing, empty when it needs no word."""
    text = piece.text
    yield from _to_paragraphs(piece, landmarks)
    for pattern, find, place in (
        (_TABLE_AFTER, landmarks.table_after, piece.spans[-1].char_end),
        (_TABLE_BEFORE, landmarks.table_before, piece.spans[0].char_start),
    ):
        if table := pattern.search(text):
            yield next(filter(None, table.groups())), find(place)
    if annex := _UNNUMBERED.search(text):
        yield annex.group(1), landmarks.named(annex.group(1), "")
    for match in _NAMED.finditer(text):
        kind, number = (part for part in match.groups() if part)
        yield f"{kind}{number}", landmarks.named(kind, number)


def _to_paragraphs(piece: Piece, landmarks: Landmarks) -> Iterator[Reference]:
    text, path = piece.text, piece.heading_path
    start = piece.spans[0].char_start
    if first := _BEFORE.search(text):
        # Only the first sentence of a piece has what precedes it elsewhere; that of an article has nothing before it.
        opening = not re.search("[\n。；]", text[: first.start()].strip())
        leans = opening and not article_label(text)
        item = first.group() == "前项"
        yield first.group(), landmarks.paragraph_before(start, path, item=item) if leans else ""
    if _ARTICLE_BEFORE.search(text):
        yield "前条", landmarks.article_before(start)
    for match in _SAME_ARTICLE.finditer(text):
        yield match.group(), landmarks.paragraph_of_article(path, match.group(1))
