"""Ranks of the right paragraph to figures."""

from collections.abc import Sequence
from dataclasses import dataclass

Rank = int | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """The rank (from 1) of the first right result of each question, ``None`` where there is none."""

    ranks: tuple[Rank, ...]

    def hit_at(self, depth: int) -> float:
        """Return the share (0–1) of questions whose right result is among the first ``depth``."""
        return _mean([float(rank is not None and rank <= depth) for rank in self.ranks])

    @property
    def mrr(self) -> float:
        """Mean reciprocal rank (0–1); a question without a right result counts 0."""
        return _mean(self.reciprocals)

    @property
    def reciprocals(self) -> list[float]:
        return [1 / rank if rank else 0.0 for rank in self.ranks]

    @property
    def firsts(self) -> list[bool]:
        """Whether the first result is right, per question."""
        return [rank == 1 for rank in self.ranks]


def rank_of(wanted: str, found: Sequence[str]) -> Rank:
    """Return the place of ``wanted`` among ``found``, counted from 1."""
    return next((place for place, name in enumerate(found, start=1) if name == wanted), None)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
