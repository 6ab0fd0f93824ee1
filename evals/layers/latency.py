"""How long each stage took over the questions of a run."""

from collections.abc import Sequence
from statistics import quantiles

from evals.layers.record import CaseRecord

TOTAL = "total"


def stage_spreads(cases: Sequence[CaseRecord]) -> dict[str, tuple[float, float]]:
    """Return stage → median and 95th percentile in milliseconds, in the order in which stages were passed.

    The sum of each question comes last, as ``total``; nothing is returned where no stage was timed.
    """
    stages = dict.fromkeys(stage for case in cases for stage in case.milliseconds)
    times = {stage: [case.milliseconds[stage] for case in cases if stage in case.milliseconds] for stage in stages}
    if times:
        times[TOTAL] = [case.total_milliseconds for case in cases]
    return {stage: _spread(found) for stage, found in times.items()}


def _spread(times: Sequence[float]) -> tuple[float, float]:
    if len(times) < 2:
        return times[0], times[0]
    cuts = quantiles(times, n=20, method="inclusive")
    return cuts[9], cuts[18]
