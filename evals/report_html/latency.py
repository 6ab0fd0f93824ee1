"""How long each stage took."""

from collections.abc import Sequence
from dataclasses import dataclass

from evals.layers.latency import stage_spreads
from evals.layers.record import CaseRecord


@dataclass(frozen=True, slots=True)
class StageTime:
    """Milliseconds at the median and at the 95th percentile; widths are 0–100 of the slowest bar of the chart."""

    stage: str
    p50: float
    p95: float
    slowest: float

    @property
    def p50_width(self) -> float:
        return 100 * self.p50 / self.slowest if self.slowest else 0.0

    @property
    def p95_width(self) -> float:
        return 100 * self.p95 / self.slowest if self.slowest else 0.0


def stage_times(cases: Sequence[CaseRecord]) -> tuple[StageTime, ...]:
    """Return the stages in the order in which they were passed, the sum of each question last."""
    spread = stage_spreads(cases)
    slowest = max((p95 for _, p95 in spread.values()), default=0.0)
    return tuple(StageTime(stage, p50, p95, slowest) for stage, (p50, p95) in spread.items())
