"""Ways to fuse two searches, to hold the product's against: how scores are normalised, and ranks alone."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

from core.answer import Candidate, Channel
from evals.reading.ranking import Ranking, rank_of
from evals.reading.searching import Found

_RRF = 60  # Cormack, Clarke and Büttcher 2009
_SHARPNESS = 5.0
WEIGHTS = tuple(round(step / 20, 2) for step in range(1, 20))
Normalise = Callable[[Sequence[Candidate]], list[float]]


def min_max(hits: Sequence[Candidate]) -> list[float]:
    """The product's own: the best is 1, the last of the list 0."""
    return [hit.score for hit in hits]


def z_score(hits: Sequence[Candidate]) -> list[float]:
    """Distance from the mean in standard deviations, moved so that the last of the list is 0, as one not found is."""
    scores = [hit.score for hit in hits]
    spread = pstdev(scores) if len(scores) > 1 else 0.0
    return [(score - min(scores)) / spread if spread else 1.0 for score in scores]


def softmax(hits: Sequence[Candidate]) -> list[float]:
    """Shares that add up to 1, of scores stretched to 0–1."""
    powers = [math.exp(_SHARPNESS * hit.score) for hit in hits]
    total = sum(powers) or 1.0
    return [power / total for power in powers]


def by_rank(hits: Sequence[Candidate]) -> list[float]:
    """1/(60 + rank): weighted, this is reciprocal-rank fusion."""
    return [1 / (_RRF + hit.rank) for hit in hits]


NORMALISERS: Mapping[str, Normalise] = {"min-max": min_max, "z-score": z_score, "softmax": softmax, "rank": by_rank}


@dataclass(frozen=True, slots=True)
class Fitted:
    """A normalisation with the vector weight (0–1) that was best on the questions it was fitted on."""

    name: str
    vector: float


def fused(found: Found, normalise: Normalise, weights: Mapping[Channel, float]) -> list[str]:
    """Return the paragraphs of ``found`` under weights per channel, best first; ties go by chunk id."""
    scores: dict[str, float] = defaultdict(float)
    for channel, weight in weights.items():
        hits = found.channels[channel]
        for hit, score in zip(hits, normalise(hits), strict=True):
            scores[hit.chunk_id] += weight * score
    return found.paragraphs(sorted(scores, key=lambda chunk: (-scores[chunk], chunk)))


def ranking(found: Iterable[Found], normalise: Normalise, weights: Mapping[Channel, float]) -> Ranking:
    """Return the ranks of the right paragraphs when all of ``found`` is fused so."""
    return Ranking(tuple(rank_of(one.asked.paragraph, fused(one, normalise, weights)) for one in found))


def fit_each(found: Sequence[Found]) -> list[Fitted]:
    """Return every normalisation with its best weight on ``found``: by first hits, reciprocal rank, then evenness."""
    return [Fitted(name, max(WEIGHTS, key=lambda vector: _quality(found, name, vector))) for name in NORMALISERS]


def _quality(found: Sequence[Found], name: str, vector: float) -> tuple[float, float, float]:
    tried = ranking(found, NORMALISERS[name], {"vector": vector, "keyword": 1 - vector})
    return fmean(map(float, tried.firsts)) if tried.ranks else 0.0, tried.mrr, -abs(vector - 0.5)
