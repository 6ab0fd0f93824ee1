"""Whether two systems differ on the same questions, or only by chance: paired tests and intervals.

All of them take one number a question from each system, in the same order, and look at the differences alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

ROUNDS = 10_000
RESAMPLES = 2_000
_SEED = 7
# Draws are made a few hundred at a time: all at once would need gigabytes for a large suite.
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Interval:
    """The ends of a confidence interval."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def sign_test(left: Sequence[bool], right: Sequence[bool]) -> float:
    """Return the exact two-sided p of the sign test (McNemar's, exact): ties count for neither.

    On answers that are right or wrong it is the randomisation test with all swaps counted.

    Raises:
        ValueError: Not the same number of questions.
    """
    pairs = list(zip(left, right, strict=True))
    wins = sum(a and not b for a, b in pairs)
    losses = sum(b and not a for a, b in pairs)
    if not wins + losses:
        return 1.0
    from scipy.stats import binomtest

    return float(binomtest(wins, wins + losses).pvalue)


def randomisation_test(left: Sequence[float], right: Sequence[float], rounds: int = ROUNDS) -> float:
    """Return the two-sided p of the paired randomisation test on the mean difference (Fisher; seeded).

    The names of the two systems are swapped at random for each question, ``rounds`` times; p is the share of swaps
    that differ at least as much as what was seen, the seen one counted in. Where there are no more swaps than
    ``rounds``, every one is counted once and p is exact.

    Raises:
        ValueError: Not the same number of questions.
    """
    gaps = [gap for gap in _gaps(left, right) if gap]
    # One difference alone is as large whichever way its names are swapped.
    if len(gaps) < 2:
        return 1.0
    from scipy.stats import permutation_test

    found = permutation_test(
        (gaps,), _mean, permutation_type="samples", n_resamples=rounds, batch=_BATCH, vectorized=True, rng=_SEED
    )
    return float(found.pvalue)


def mean_interval(
    left: Sequence[float], right: Sequence[float], level: float = 0.95, resamples: int = RESAMPLES
) -> Interval | None:
    """Return the paired bootstrap interval of the mean of ``right - left`` (Efron's percentiles; seeded).

    Args:
        left: One number a question.
        right: The other system's, in the same order.
        level: Share (0–1) of repetitions whose interval holds the true mean.
        resamples: How often the questions are drawn anew.

    Returns:
        ``None`` for fewer than two questions: one alone says nothing of the spread.

    Raises:
        ValueError: Not the same number of questions.
    """
    gaps = _gaps(right, left)
    if len(gaps) < 2:
        return None
    if len(set(gaps)) == 1:
        return Interval(gaps[0], gaps[0])
    from scipy.stats import bootstrap

    found = bootstrap(
        (gaps,), _mean, confidence_level=level, n_resamples=resamples, batch=_BATCH, method="percentile", rng=_SEED
    ).confidence_interval
    return Interval(float(found.low), float(found.high))


def _gaps(left: Sequence[float], right: Sequence[float]) -> list[float]:
    return [float(a) - float(b) for a, b in zip(left, right, strict=True)]


def _mean(values: Any, axis: int = -1) -> Any:
    return values.mean(axis=axis)
