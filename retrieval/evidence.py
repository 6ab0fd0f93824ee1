"""Whether the knowledge base speaks of what is asked at all."""

from collections.abc import Sequence

from core.answer import Passage
from retrieval.lexical import WeightedTerms

_TOP = 3


def evidence(
    passages: Sequence[Passage], terms: WeightedTerms, expansions: Sequence[str], cosine: float, fact_score: float
) -> float:
    """Return 0–1: how far the best passages cover the question's rare words, and how near they are in meaning.

    Args:
        cosine: Best similarity of the vector search, 0–1.
        fact_score: Best fact match, 0–1.
    """
    coverage = max((_covered(passage, terms) for passage in passages[:_TOP]), default=0.0)
    return round(min(1.0, 0.6 * coverage + 0.2 * fact_score + 0.2 * cosine + 0.05 * len(expansions)), 4)


def _covered(passage: Passage, terms: WeightedTerms) -> float:
    return terms.coverage(" ".join((passage.source.title, *passage.chunk.heading_path, passage.chunk.text)))
