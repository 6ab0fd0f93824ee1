"""A difference with its interval, drawn around a line at nought."""

from collections.abc import Sequence
from dataclasses import dataclass

from evals.comparing.difference import Difference

_SHARES_ONLY = "milliseconds"


@dataclass(frozen=True, slots=True)
class Whisker:
    """Places 0–100 along the line, nought at 50."""

    gap: float
    low: float
    high: float


def whiskers(differences: Sequence[Difference]) -> dict[str, Whisker]:
    """Return figure → its drawing. All shares have one scale, so that their lengths compare; milliseconds have none."""
    drawn = [one for one in differences if one.figure != _SHARES_ONLY]
    widest = max((abs(value) for one in drawn for value in _ends(one)), default=0.0) or 1.0
    return {one.figure: Whisker(*(50 + 48 * value / widest for value in _ends(one))) for one in drawn}


def _ends(one: Difference) -> tuple[float, float, float]:
    if one.interval is None:
        return one.gap, one.gap, one.gap
    return one.gap, one.interval.low, one.interval.high
