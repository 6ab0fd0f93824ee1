"""Two versions of a document in, what changed out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from core.document import Document
from extraction.diff.change import (
    Difference,
    Edition,
    FieldChange,
    NumberChange,
    Renumbering,
    SectionChange,
    WordingChange,
    Words,
)  # fmt: skip
from extraction.diff.facts import changed_facts
from extraction.diff.number import changed_numbers, lone_numbers
from extraction.diff.numbering import heading_of
from extraction.diff.section import sections_of
from extraction.diff.unit import Unit, key_of
from extraction.diff.wording import Alignment, Spot, aligned
from extraction.inspected import Inspected

_DERIVED = frozenset({"info", "series", "title"})


def compare(old: Inspected, new: Inspected) -> Difference:
    """Return what changed from ``old`` to ``new``: metadata, facts, and every sentence, row and number of the text.

    Only wording counts: numbers of items, marks, white space, width and script of characters do not.
    """
    alignment = aligned(sections_of(old.document), sections_of(new.document))
    facts, kept = changed_facts(old.facts, new.facts, alignment.pairs())
    renumbered = tuple(_renumbered(alignment))
    sections = _following(tuple(_section_changes(alignment)), renumbered)
    return Difference(
        _edition(old.document),
        _edition(new.document),
        tuple(_field_changes(old.document, new.document)),
        facts,
        sections,
        renumbered,
        kept,
        sum(1 for one, other in alignment.units.items() if _moved(alignment, one, other)),
    )


def _edition(document: Document) -> Edition:
    return Edition(document.source_name, document.title, document.version)


def _field_changes(old: Document, new: Document) -> Iterator[FieldChange]:
    before, after = _said(old), _said(new)
    for name in dict.fromkeys((*before, *after)):
        if before.get(name, "") != after.get(name, ""):
            yield FieldChange(name, before.get(name, ""), after.get(name, ""))


def _said(document: Document) -> dict[str, str]:
    """Return what a document says of itself; a title or version that is only in the file's name is not said."""
    metadata = document.metadata
    derived = _DERIVED | ({"effective"} if metadata.get("valid_from") == metadata.get("effective") else set())
    headed = any(block.kind == "title" and key_of(block.text) == key_of(document.title) for block in document.blocks)
    title = {"title": document.title} if headed or "title" in metadata else {}
    return title | {name: value for name, value in metadata.items() if name not in derived}


def _renumbered(alignment: Alignment) -> Iterator[Renumbering]:
    for i, j in sorted(alignment.sections.items()):
        old, new = alignment.old[i], alignment.new[j]
        if old.heading.number and new.heading.number and old.heading.number != new.heading.number:
            yield Renumbering(old.path[-1], new.path[-1])


def _moved(alignment: Alignment, one: Spot, other: Spot) -> bool:
    same = alignment.old[one.section].units[one.unit].key == alignment.new[other.section].units[other.unit].key
    return same and alignment.sections.get(one.section) != other.section


def _section_changes(alignment: Alignment) -> Iterator[SectionChange]:
    """Yield the changed sections in the order of the new text; what is gone stands where it stood."""
    partner = {j: i for i, j in alignment.sections.items()}
    origin = {other: one for one, other in alignment.units.items()}
    gone = [i for i in range(len(alignment.old)) if i not in alignment.sections]
    for j in range(len(alignment.new)):
        i = partner.get(j)
        while i is not None and gone and gone[0] < i:
            yield from _gone_section(alignment, gone.pop(0))
        yield from _one_section(alignment, i, j, origin)
    for i in gone:
        yield from _gone_section(alignment, i)


def _one_section(alignment: Alignment, i: int | None, j: int, origin: Mapping[Spot, Spot]) -> Iterator[SectionChange]:
    new = alignment.new[j]
    wordings: list[WordingChange] = []
    for at, unit in enumerate(new.units):
        one = origin.get(Spot(j, at))
        change = _wording(alignment.old[one.section].units[one.unit] if one else None, unit)
        wordings += [change] if change else []
    old = alignment.old[i] if i is not None else None
    wordings += _gone_wordings(alignment, i) if i is not None else []
    if wordings:
        turn = "changed" if old else "added"
        yield SectionChange(turn, old.path if old else None, new.path, tuple(wordings))  # type: ignore[arg-type]


def _gone_section(alignment: Alignment, i: int) -> Iterator[SectionChange]:
    wordings = tuple(_gone_wordings(alignment, i))
    if wordings:
        yield SectionChange("removed", alignment.old[i].path, None, wordings)


def _gone_wordings(alignment: Alignment, i: int) -> list[WordingChange]:
    units = alignment.old[i].units
    lost = [unit for at, unit in enumerate(units) if Spot(i, at) not in alignment.units]
    return [change for unit in lost if (change := _wording(unit, None))]


def _wording(old: Unit | None, new: Unit | None) -> WordingChange | None:
    if old is not None and new is not None:
        if old.key == new.key:
            return None
        return WordingChange("changed", _words(old), _words(new), changed_numbers(old, new))
    if new is not None:
        return WordingChange("added", None, _words(new), tuple(NumberChange(None, n) for n in lone_numbers(new.text)))
    if old is not None:
        return WordingChange("removed", _words(old), None, tuple(NumberChange(n, None) for n in lone_numbers(old.text)))
    return None


def _words(unit: Unit) -> Words:
    return Words(unit.text, unit.place)


def _following(sections: Sequence[SectionChange], renumbered: Sequence[Renumbering]) -> tuple[SectionChange, ...]:
    """Mark references whose number changed just as the part they point at did."""
    moved = {(_pointed(each.old), _pointed(each.new)) for each in renumbered}
    if not moved:
        return tuple(sections)

    def marked(number: NumberChange) -> NumberChange:
        follows = (number.old, number.new) in moved
        return replace(number, renumbering=True) if follows else number

    return tuple(
        replace(
            section,
            wordings=tuple(
                replace(words, numbers=tuple(marked(number) for number in words.numbers)) for words in section.wordings
            ),
        )
        for section in sections
    )


def _pointed(label: str) -> str:
    """Return how a text points at a part: 第三十二条 at itself, 四、大额退款 as 第四节."""
    number = heading_of(label).number
    return number if number.startswith("第") else f"第{number}节"
