"""A rising map from scores to the share that is right, fitted by pooling neighbours that fall."""

from collections.abc import Sequence
from dataclasses import dataclass

# Each point is drawn towards the mean of its kind by as many answers as this: few answers prove little.
_DRAWN = 2.0
Observed = Sequence[tuple[float, bool]]


@dataclass(frozen=True, slots=True)
class _Pool:
    score: float
    right: float
    count: float

    @property
    def share(self) -> float:
        return self.right / self.count

    def with_(self, other: "_Pool") -> "_Pool":
        count = self.count + other.count
        score = (self.score * self.count + other.score * other.count) / count
        return _Pool(score, self.right + other.right, count)


def fitted(observed: Observed, mean: float) -> list[tuple[float, float]]:
    """Return (score, share) points, rising in both (Ayer et al. 1955, pool adjacent violators).

    Args:
        observed: Score of each answer, and whether it was right.
        mean: The share that is right of all kinds, which few answers are drawn to.
    """
    pools: list[_Pool] = []
    for score, right in sorted(observed):
        pools.append(_Pool(score, float(right), 1.0))
        while len(pools) > 1 and (pools[-2].share >= pools[-1].share or pools[-2].score == pools[-1].score):
            last = pools.pop()
            pools[-1] = pools[-1].with_(last)
    shares = [(pool.score, (pool.right + _DRAWN * mean) / (pool.count + _DRAWN)) for pool in pools]
    points: list[tuple[float, float]] = []
    for score, share in shares:
        points.append((score, max(share, points[-1][1] if points else 0.0)))
    return points


def expected_error(pairs: Sequence[tuple[float, bool]], bins: int = 10) -> float:
    """Return the expected calibration error: per bin of confidence its distance from the share right, weighed by size.

    Args:
        pairs: Confidence (0–1) of each answer, and whether it was right.
        bins: Bins of equal width (Naeini et al. 2015).
    """
    groups: dict[int, list[tuple[float, bool]]] = {}
    for confidence, right in pairs:
        groups.setdefault(min(int(confidence * bins), bins - 1), []).append((confidence, right))
    return sum(
        abs(sum(confidence for confidence, _ in group) - sum(right for _, right in group)) for group in groups.values()
    ) / max(len(pairs), 1)
