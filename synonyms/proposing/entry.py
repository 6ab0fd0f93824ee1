"""All occurrences of one name, counted once so that names can be compared with each other."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from core.text import fold
from synonyms.proposing.name_parts import NameParts, parts_of
from synonyms.proposing.occurrence import Occurrence

_TIMES = frozenset({"duration", "business_days", "time_of_day", "date"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One name with everything said under it; ``spellings`` are the ways it is written, the commonest first."""

    parts: NameParts
    spellings: tuple[str, ...]
    occurrences: tuple[Occurrence, ...]
    dimensions: frozenset[str]
    columns: frozenset[str]
    passages: frozenset[str]
    documents: frozenset[str]
    subjects: frozenset[str]

    @property
    def name(self) -> str:
        """The name on one line, without what carries no meaning."""
        return self.parts.clear

    def contrasts(self, other: "Entry") -> bool:
        """Return whether both are columns of one table: whoever wrote it told them apart."""
        return bool(self.columns & other.columns)

    def measures_like(self, other: "Entry") -> bool:
        """Return whether both have values of one dimension; working days and hours answer one question, 多久."""
        if not self.dimensions or not other.dimensions:
            return not self.dimensions and not other.dimensions
        return bool(self.dimensions & other.dimensions)


def entries_of(occurrences: Iterable[Occurrence]) -> list[Entry]:
    """Return one entry for every name, the most frequent first."""
    found: dict[str, list[Occurrence]] = defaultdict(list)
    for item in occurrences:
        found[fold(parts_of(item.name).clear)].append(item)
    return sorted(map(_entry, found.values()), key=lambda entry: (-len(entry.occurrences), entry.name))


def family_of(dimension: str) -> str:
    """Return what dimensions have in common that may belong to one attribute: times, amounts of one currency."""
    if dimension in _TIMES:
        return "time"
    if dimension.startswith("rate.money."):
        return dimension.removeprefix("rate.").partition("/")[0]
    return dimension


def _entry(items: list[Occurrence]) -> Entry:
    spellings = Counter(item.name for item in items)
    dimensions = Counter(family_of(item.dimension) for item in items if item.dimension)
    total = sum(dimensions.values())
    return Entry(
        parts_of(spellings.most_common(1)[0][0]),
        tuple(name for name, _ in spellings.most_common()),
        tuple(items),
        # A number read out of words (前台3号) does not make a column of words a measure.
        frozenset(name for name, count in dimensions.items() if count * 4 >= total and total * 3 >= len(items)),
        frozenset(item.passage for item in items if item.source == "table"),
        frozenset(item.passage for item in items),
        frozenset(item.document for item in items),
        frozenset(item.subject for item in items),
    )
