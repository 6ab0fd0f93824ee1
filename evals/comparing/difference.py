"""How far two runs lie apart in one figure, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

from evals.comparing.figure import Figure
from evals.layers.record import CaseRecord
from evals.significance import Interval, mean_interval, randomisation_test, sign_test

Pair = tuple[CaseRecord, CaseRecord]
Direction = Literal["better", "worse", "even", "unclear"]
SURE = 0.05


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of both runs over the ``questions`` it counts for in both.

    ``gap`` is right minus left, ``interval`` its 95 % bootstrap interval (``None`` for a single question), ``p`` the
    chance of a gap as large if the runs were equally good: exact sign test for a yes or no, randomisation test for a
    graded figure, ``None`` for one that is not judged. p is of this figure alone, not corrected for looking at many.
    """

    figure: str
    questions: int
    left: float
    right: float
    interval: Interval | None
    p: float | None
    falls: bool = False

    @property
    def gap(self) -> float:
        return self.right - self.left

    @property
    def direction(self) -> Direction:
        """Whether the right run is better or worse, with p below 0.05; ``even`` when there is no gap at all."""
        if not self.gap:
            return "even"
        if self.p is None or self.p >= SURE:
            return "unclear"
        return "better" if (self.gap > 0) != self.falls else "worse"


def difference(figure: Figure, pairs: Sequence[Pair]) -> Difference | None:
    """Return how ``figure`` differs over ``pairs``, ``None`` when it counts for no question in both runs."""
    values = [
        (a, b) for left, right in pairs if (a := figure.of(left)) is not None and (b := figure.of(right)) is not None
    ]
    if not values:
        return None
    left, right = [a for a, _ in values], [b for _, b in values]
    interval = mean_interval(left, right)
    return Difference(
        figure.name, len(values), fmean(left), fmean(right), interval, _p(figure, left, right), figure.falls
    )


def _p(figure: Figure, left: Sequence[float], right: Sequence[float]) -> float | None:
    if not figure.judged:
        return None
    if figure.graded:
        return randomisation_test(left, right)
    return sign_test([value > 0 for value in left], [value > 0 for value in right])
