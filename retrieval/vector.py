"""Chunk search by meaning."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.answer import Candidate
from core.settings import Settings
from retrieval.scale import to_unit
from store import embeddings
from store.reach import Reach
from store.session import Session


def nearest(
    session: Session,
    kb_id: int,
    space_id: str,
    vector: NDArray[np.float32],
    settings: Settings,
    within: Reach | None = None,
) -> list[tuple[str, float]]:
    """Return (chunk id, cosine) of the chunks nearest to ``vector`` (float32, L2-normalised), best first.

    Args:
        within: Where to look; ``None`` means everywhere.
    """
    return embeddings.search(
        session,
        kb_id,
        space_id,
        vector,
        settings.search_depth,
        None if within is None else within.documents,
        chunk_ids=None if within is None else within.chunks,
        ef_search=settings.hnsw_ef_search,
        exact_limit=settings.exact_search_limit,
    )


def vector_candidates(hits: Sequence[tuple[str, float]]) -> tuple[Candidate, ...]:
    """Return hits as candidates, their scores stretched to 0–1."""
    scores = to_unit([score for _, score in hits])
    return tuple(
        Candidate("vector", chunk_id, rank, score, why=f"cosine {cosine:.3f}")
        for rank, ((chunk_id, cosine), score) in enumerate(zip(hits, scores, strict=True), start=1)
    )
