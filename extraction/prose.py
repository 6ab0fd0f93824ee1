"""Facts from sentences that state a quantity, or a ban, for something under a condition."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.fact import Condition
from core.text import Piece, clauses, sentences
from extraction.circumstances import segment_conditions
from extraction.clause import clause_facts
from extraction.draft import Draft, Surroundings
from extraction.frame import Frame
from extraction.nouns import clean_name, enumerator_length, noun_before, object_of_giving, strip_enumerator, topic
from extraction.segments import Segment, segments_of

_ITEM = re.compile(r"^\s*(?:[（(][一二三四五六七八九十百\d]+[)）]|\d+[.、)）]|[-*+•·]\s|[一二三四五六七八九十]+、)")
_LEAD_NOUN = re.compile(r"(?:下列|以下|如下)([^：:，,。；;]{2,16})[：:]?$")
_GENERIC = frozenset("标准 数额 规定 条件 情形 要求 内容 下列标准 以下标准 具体标准 比例 期限 待遇".split())
_WHOLE_NAMES = re.compile(
    r"^(?:中华人民共和国)?(.+?)(?:暂行)?"
    r"(?:条例|规定|办法|细则|实施细则|实施办法|法|制度|政策|说明|须知|指南)?$"
)


def prose_facts(text: str, around: Surroundings) -> Iterator[Draft]:
    """Yield drafts for running text; lists under a lead sentence inherit its attribute and condition."""
    home = subject_of_document(around)
    frame = Frame(home, home)
    for sentence in sentences(text):
        is_item = bool(_ITEM.match(sentence.text))
        opens_paragraph = "\n" in text[max(sentence.start - 1, 0) : sentence.start] or sentence.start == 0
        if frame.lead and opens_paragraph and not is_item:
            frame = Frame(home, frame.subject)
        frame = replace(frame, subject=_subject(sentence, frame, is_item=is_item))
        yield from _sentence_facts(sentence, frame)
        if sentence.text.endswith(("：", ":")) and not is_item:
            frame = _lead_frame(sentence, frame)


def subject_of_document(around: Surroundings) -> str:
    """Return what the document is about, from its title (职工带薪年休假条例 → 职工带薪年休假)."""
    match = _WHOLE_NAMES.match(around.title)
    return clean_name(match.group(1) if match else around.title) or around.title


def _subject(sentence: Piece, frame: Frame, *, is_item: bool) -> str:
    if is_item and frame.lead:
        return frame.subject
    return _topic(sentence) or frame.subject


def _topic(sentence: Piece) -> str:
    """Return the topic of the first part that is not a condition: 符合条件的，销售者应当… is about 销售者."""
    parts = re.split(r"[，,；;]", strip_enumerator(sentence.text))
    for part in parts[:3]:
        name = topic(part)
        if name or not part.endswith(("的", "时", "后")):
            return name
    return ""


def _lead_frame(sentence: Piece, frame: Frame) -> Frame:
    bare = _without_enumerator(sentence)
    piece = Piece(bare.text.rstrip("：:"), bare.start, bare.end - 1)
    segments = segments_of(piece)
    conditions = tuple(
        condition
        for index, segment in enumerate(segments)
        for condition in segment_conditions(segment, segments, index, frame.subject)
    )
    return replace(frame, lead=_lead_noun(piece.text), lead_conditions=conditions)


def _lead_noun(text: str) -> str:
    match = _LEAD_NOUN.search(text)
    noun = clean_name(match.group(1)) if match else noun_before(text)
    return "" if noun in _GENERIC else noun


def _sentence_facts(sentence: Piece, frame: Frame) -> Iterator[Draft]:
    conditions: tuple[Condition, ...] = frame.lead_conditions
    lead = frame.lead
    for clause in clauses(_without_enumerator(sentence)):
        segments = segments_of(clause)
        inner = next((at for at, segment in enumerate(segments[:-1]) if segment.text.endswith(("：", ":"))), None)
        if inner is not None:
            lead = _inner_lead(segments[: inner + 1]) or lead
            segments = segments[inner + 1 :]
        yield from clause_facts(segments, replace(frame, lead=lead), conditions, sentence)


def _inner_lead(segments: Sequence[Segment]) -> str:
    """Name what the values after a colon are of: …支付一次性伤残补助金，标准为：一级伤残为27个月…"""
    for segment in reversed(segments):
        text = segment.text.rstrip("：:，,")
        noun = object_of_giving(text) or noun_before(text)
        if noun and noun not in _GENERIC:
            return noun
    return ""


def _without_enumerator(sentence: Piece) -> Piece:
    skipped = enumerator_length(sentence.text)
    return Piece(sentence.text[skipped:], sentence.start + skipped, sentence.end)
