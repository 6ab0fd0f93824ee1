"""Chunk search by meaning."""

import numpy as np
from numpy.typing import NDArray
from store.session import Session

from core.answer import Candidate
from retrieval.scale import to_unit
from store import embeddings


def vector_search(
    session: Session, kb_id: int, space_id: str, vector: NDArray[np.float32], limit: int
) -> tuple[Candidate, ...]:
    """Return the chunks nearest to ``vector`` (float32, L2-normalised), best first; scores stretched to 0–1."""
    hits = embeddings.search(session, kb_id, space_id, vector, limit)
    scores = to_unit([score for _, score in hits])
    return tuple(
        Candidate("vector", chunk_id, rank, score, why=f"cosine {cosine:.3f}")
        for rank, ((chunk_id, cosine), score) in enumerate(zip(hits, scores, strict=True), start=1)
    )
