"""Where in a question its attributes, values, quantities and named records stand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.quantity import Quantity, find
from core.question import Mention
from core.text import fold
from retrieval.sets.schema import Schema
from retrieval.sets.wordings import SORT

Kind = Literal["sort", "attribute", "group", "value", "subject", "quantity", "part"]
# Of two readings of one stretch, the first of these holds.
_PREFERRED: tuple[Kind, ...] = ("sort", "attribute", "group", "subject", "value", "quantity", "part")
_PART = 2


@dataclass(frozen=True, slots=True)
class Stretch:
    """``folded[start:end]`` read as ``kind``; ``names`` are the attribute or subject meant."""

    kind: Kind
    start: int
    end: int
    names: tuple[str, ...] = ()
    quantity: Quantity | None = None


def stretches(folded: str, schema: Schema, mentions: Sequence[Mention]) -> list[Stretch]:
    """Return the readings of ``folded`` that do not overlap, long ones first taken, in the order of the text."""
    found = [
        *_sorts(folded),
        *_attributes(folded, schema.attributes),
        *_values(folded, schema),
        *(Stretch("subject", m.start, m.end, (m.canonical,)) for m in mentions if m.kind == "subject"),
        *(Stretch("quantity", f.start, f.end, (), f.quantity) for f in find(folded)),
    ]
    found.sort(
        key=lambda item: (item.kind == "part", item.kind != "sort", item.start - item.end, _PREFERRED.index(item.kind))
    )
    kept: list[Stretch] = []
    for item in found:
        if not any(item.start < other.end and other.start < item.end for other in kept):
            kept.append(item)
        elif item.kind == "value":
            # A name that is a record and also a value of another (故宫) keeps both readings; who asks decides.
            same = [
                n
                for n, other in enumerate(kept)
                if (other.start, other.end, other.kind) == (item.start, item.end, "subject")
            ]
            kept += [item] if same else []
    return sorted(kept, key=lambda item: (item.start, _PREFERRED.index(item.kind)))


def _sorts(folded: str) -> Iterable[Stretch]:
    return (Stretch("sort", match.start(), match.end()) for match in SORT.finditer(folded))


def _attributes(folded: str, attributes: Mapping[str, object]) -> Iterable[Stretch]:
    parts: dict[str, set[str]] = {}
    for name in attributes:
        word = fold(name)
        if len(word) < _PART:
            continue
        yield from _each(folded, word, "attribute", (name,))
        if len(word) >= 2 * _PART:
            for part in (word[:_PART], word[-_PART:]):
                parts.setdefault(part, set()).add(name)
    for part, names in parts.items():
        if len(names) == 1:
            yield from _each(folded, part, "part", tuple(names))


def _values(folded: str, schema: Schema) -> Iterable[Stretch]:
    for start, end in schema.words_in(folded):
        uses = schema.values[folded[start:end]]
        grouped = tuple(use.attribute for use in uses if use.attribute in schema.classes)
        if grouped:
            yield Stretch("group", start, end, grouped)
        else:
            yield Stretch("value", start, end, tuple(use.attribute for use in uses))


def _each(folded: str, word: str, kind: Kind, names: tuple[str, ...]) -> Iterable[Stretch]:
    at = folded.find(word)
    while at >= 0:
        yield Stretch(kind, at, at + len(word), names)
        at = folded.find(word, at + len(word))
