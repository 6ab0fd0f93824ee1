"""What became of the questions of each kind and tag: kept, or lost in a layer."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from evals.layers.layer import LAYERS
from evals.layers.record import CaseRecord
from evals.report_html.waterfall import UNATTRIBUTED, lost_in

KEPT = "kept"
ORDER = (KEPT, *LAYERS, UNATTRIBUTED)


@dataclass(frozen=True, slots=True)
class Segment:
    """``count`` questions with one fate; ``start`` and ``width`` are 0–100 along the bar."""

    fate: str
    count: int
    start: float
    width: float


@dataclass(frozen=True, slots=True)
class Bar:
    """The questions of one kind or tag."""

    name: str
    questions: int
    segments: tuple[Segment, ...]

    @property
    def kept(self) -> int:
        return sum(segment.count for segment in self.segments if segment.fate == KEPT)


def by_kind(cases: Sequence[CaseRecord]) -> tuple[Bar, ...]:
    """Return a bar per kind, in the order of the suite."""
    return tuple(_bars(cases, lambda case: (case.kind,)))


def by_tag(cases: Sequence[CaseRecord]) -> tuple[Bar, ...]:
    """Return a bar per tag, in the order of the suite; a question with several tags is in several bars."""
    return tuple(_bars(cases, lambda case: case.tags))


def segments(counts: Sequence[tuple[str, int]]) -> tuple[Segment, ...]:
    """Lay counts end to end along a bar of length 100; those of 0 are left out."""
    total = sum(count for _, count in counts)
    found: list[Segment] = []
    done = 0
    for fate, count in counts:
        if count:
            found.append(Segment(fate, count, 100 * done / total, 100 * count / total))
            done += count
    return tuple(found)


def _bars(cases: Sequence[CaseRecord], names: Callable[[CaseRecord], Iterable[str]]) -> Iterable[Bar]:
    for name in dict.fromkeys(name for case in cases for name in names(case)):
        chosen = [case for case in cases if name in names(case)]
        fates = Counter(lost_in(case) or KEPT for case in chosen)
        yield Bar(name, len(chosen), segments([(fate, fates[fate]) for fate in ORDER]))
