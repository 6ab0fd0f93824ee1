"""How long each stage took."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles

from evals.layers.record import CaseRecord

TOTAL = "total"


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
    stages = dict.fromkeys(stage for case in cases for stage in case.milliseconds)
    times = {stage: [case.milliseconds[stage] for case in cases if stage in case.milliseconds] for stage in stages}
    if times:
        times[TOTAL] = [case.total_milliseconds for case in cases]
    spread = {stage: _spread(found) for stage, found in times.items()}
    slowest = max((p95 for _, p95 in spread.values()), default=0.0)
    return tuple(StageTime(stage, p50, p95, slowest) for stage, (p50, p95) in spread.items())


def _spread(times: Sequence[float]) -> tuple[float, float]:
    if len(times) < 2:
        return times[0], times[0]
    cuts = quantiles(times, n=20, method="inclusive")
    return cuts[9], cuts[18]
