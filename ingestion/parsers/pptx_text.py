"""The paragraphs of a shape: running text, and lists with their marks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from core.document import ListItem
from ingestion.numbering import item_kind
from ingestion.parsers.office_xml import attribute, child, name_of
from ingestion.parsers.ordinal import ordinal

_BODIES = frozenset({"BODY", "OBJECT", "VERTICAL_BODY"})
_FORMATS = {
    "arabic": "decimal", "alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman",
    "romanUc": "upperRoman", "ea1Chs": "chineseCounting", "ea1Cht": "chineseCounting",
    "circleNum": "decimalEnclosedCircle",
}  # fmt: skip
_SIGNS = {"ParenBoth": "({})", "ParenR": "{})", "Period": "{}.", "Plain": "{}"}


@dataclass(frozen=True, slots=True)
class TextRun:
    """Consecutive paragraphs of one kind: a list, or the text of one paragraph."""

    text: str = ""
    items: tuple[ListItem, ...] = ()


def text_runs(frame: Any, role: str) -> Iterator[TextRun]:
    """Yield the paragraphs of a text frame.

    ``role`` is the type of its placeholder: the body of a slide has marks by default. A number typed by hand takes the
    place of a mark.
    """
    items: list[ListItem] = []
    counts: dict[int, int] = {}
    paragraphs = [paragraph for paragraph in frame.paragraphs if _text(paragraph)]
    marked = role in _BODIES and len(paragraphs) > 1
    for paragraph in paragraphs:
        marker = _marker(paragraph, counts, marked=marked)
        if marker == "-" and item_kind(_text(paragraph)) not in ("", "bullet"):
            marker = ""
        if marker is None:
            if items:
                yield TextRun(items=tuple(items))
                items = []
            yield TextRun(_text(paragraph))
        else:
            items.append(ListItem(marker, _text(paragraph), paragraph.level))
    if items:
        yield TextRun(items=tuple(items))


def _text(paragraph: Any) -> str:
    return str(paragraph.text).replace("\x0b", "\n").strip()


def _marker(paragraph: Any, counts: dict[int, int], *, marked: bool) -> str | None:
    """Return the mark of a paragraph, ``None`` when it has none; numbers go on until another kind of mark."""
    properties = child(paragraph._p, "pPr")
    kinds = {name_of(part): part for part in properties} if properties is not None else {}
    depth = int(paragraph.level)
    for deeper in [level for level in counts if level > depth]:
        del counts[deeper]
    if "buAutoNum" in kinds:
        start = int(attribute(kinds["buAutoNum"], "startAt") or 1)
        counts[depth] = counts.get(depth, start - 1) + 1
        return _number(counts[depth], attribute(kinds["buAutoNum"], "type") or "arabicPeriod")
    counts.pop(depth, None)
    if "buChar" in kinds or "buBlip" in kinds:
        return "-"
    return "-" if marked and "buNone" not in kinds else None


def _number(count: int, scheme: str) -> str:
    name = next((name for name in _FORMATS if scheme.startswith(name)), "arabic")
    pattern = next((pattern for ending, pattern in _SIGNS.items() if scheme.endswith(ending)), "{}.")
    return pattern.format(ordinal(count, _FORMATS[name]))
