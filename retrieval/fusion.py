"""Weighted fusion of searches into one ranking."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.answer import Candidate


@dataclass(frozen=True, slots=True)
class Fused:
    """A chunk after fusion: ``score`` is the weighted mean of its scores (0–1), ``channels`` its rank in each."""

    chunk_id: str
    score: float
    channels: Mapping[str, int]


def fuse(candidates: Iterable[Candidate], weights: Mapping[str, float]) -> list[Fused]:
    """Fuse by the weighted mean of normalised scores; a search that did not find a chunk counts 0 for it."""
    best: dict[str, dict[str, Candidate]] = defaultdict(dict)
    for candidate in candidates:
        known = best[candidate.chunk_id].get(candidate.channel)
        if known is None or known.score < candidate.score:
            best[candidate.chunk_id][candidate.channel] = candidate
    total = sum(weights.values()) or 1.0
    fused = [
        Fused(
            chunk_id,
            round(sum(weights.get(channel, 0.0) * hit.score for channel, hit in hits.items()) / total, 6),
            {channel: hit.rank for channel, hit in hits.items()},
        )
        for chunk_id, hits in best.items()
    ]
    # Ties are broken by id so that the same data gives the same order on every run.
    return sorted(fused, key=lambda item: (-item.score, item.chunk_id))
