"""Keyword search: BM25 over the postings, exact.

A small knowledge base, and a part of any, is scored inside the database; what is packed into blocks is read from
there and added up here.
"""

import math
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import text
from sqlalchemy.orm import Session

from store import block_search
from store.block_search import Hit
from store.postings import terms_of
from store.word_counts import WordCounts

K1 = 1.2
B = 0.75
# What so few documents hold is sorted in memory in any case.
_FEW = 100

_FILTER = "AND p.document_id = ANY(CAST(:documents AS text[]))"
_CHUNKS = """WHERE (p.document_id, o.ordinal) IN (
        SELECT c.document_id, c.ordinal FROM chunk c WHERE c.kb_id = :kb AND c.id = ANY(CAST(:chunks AS text[]))
    )"""

# The planner cannot know how long the arrays are and would sort every occurrence on disk; hashing is faster.
_TUNE = text("SELECT set_config('enable_sort', 'off', true), set_config('work_mem', '64MB', true)")
_RESET = text("SELECT set_config('enable_sort', 'on', true)")

# Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", with the idf kept positive by
# adding one inside the logarithm. ``gains`` already holds weight · idf · (k1 + 1). Sums of the same numbers in another
# order differ in their last digit: nine digits decide the order, so that equals come by document and place.
_SEARCH = """
WITH query AS (
    SELECT * FROM unnest(CAST(:terms AS bigint[]), CAST(:gains AS double precision[])) AS q (term, gain)
), scored AS (
    SELECT p.document_id, o.ordinal,
           sum(q.gain * o.frequency / (o.frequency + :k1 * (1 - :b + :b * o.length / :mean))) AS score
    FROM query q
    JOIN posting p ON p.kb_id = :kb AND p.term = q.term {0}
    CROSS JOIN LATERAL unnest(p.ordinals, p.frequencies, p.lengths) AS o (ordinal, frequency, length)
    {1}
    GROUP BY p.document_id, o.ordinal
), shown AS (
    SELECT s.* FROM scored s
    WHERE NOT EXISTS (
        SELECT FROM chunk r WHERE r.kb_id = :kb AND r.document_id = s.document_id AND r.ordinal = s.ordinal
        AND r.needs_review
    )
    ORDER BY round(s.score::numeric, 9) DESC, s.document_id, s.ordinal LIMIT :limit
)
SELECT c.id, s.score, s.document_id, s.ordinal FROM shown s
JOIN chunk c ON c.kb_id = :kb AND c.document_id = s.document_id AND c.ordinal = s.ordinal
ORDER BY round(s.score::numeric, 9) DESC, s.document_id, s.ordinal
"""


def search(
    session: Session,
    kb_id: int,
    weights: Mapping[str, float],
    limit: int,
    document_ids: Collection[str] | None = None,
    chunk_ids: Collection[str] | None = None,
    counts: WordCounts | None = None,
) -> list[tuple[str, float]]:
    """Return the chunks with the highest BM25 score (k1 = 1.2, b = 0.75), best first; ties by document and place.

    Frequencies and the mean length are those of the whole knowledge base, so a filter never changes a score.
    Chunks that wait for review are never returned.

    Args:
        session: An open transaction.
        kb_id: The knowledge base.
        weights: Query tokens with their weight; those at 0 or below are left out.
        limit: Most results.
        document_ids: Only chunks of these documents; ``None`` means all, an empty set means none.
        chunk_ids: Of them, only these; ``None`` means all.
        counts: What is known of the knowledge base's words at its revision, if the caller keeps it.
    """
    counts = counts or WordCounts(kb_id)
    size = counts.size(session)
    gains = _gains(session, {token: weight for token, weight in weights.items() if weight > 0}, counts)
    if not gains:
        return []
    if document_ids is None and chunk_ids is None and size.packed:
        hits = _everywhere(session, kb_id, gains, size.mean, limit)
    else:
        hits = _within(session, kb_id, gains, size.mean, limit, document_ids, chunk_ids)
    return [(hit.chunk_id, hit.score) for hit in hits]


def document_frequency(session: Session, kb_id: int, tokens: Collection[str]) -> dict[str, int]:
    """Return in how many chunks each token occurs; 0 for one that occurs nowhere."""
    return WordCounts(kb_id).frequency(session, tokens)


def average_length(session: Session, kb_id: int) -> float:
    """Return the mean number of tokens in a chunk; 0 for an empty knowledge base."""
    return WordCounts(kb_id).size(session).mean


def _gains(session: Session, weights: Mapping[str, float], counts: WordCounts) -> dict[int, float]:
    size = counts.size(session)
    if not size.chunks or not size.tokens:
        return {}
    terms = terms_of(weights)
    return {
        terms[token]: weights[token] * math.log(1 + (size.chunks - n + 0.5) / (n + 0.5)) * (K1 + 1)
        for token, n in counts.frequency(session, list(weights)).items()
        if n
    }


def _everywhere(session: Session, kb_id: int, gains: Mapping[int, float], mean: float, limit: int) -> list[Hit]:
    """Search the blocks, and the documents that are in none; the best of both are the best of all."""

    def impact(frequencies: NDArray[np.float64], lengths: NDArray[np.float64]) -> NDArray[np.float64]:
        return frequencies / (frequencies + K1 * (1 - B + B * lengths / mean))

    found = block_search.scored(session, kb_id, gains, impact)
    hits = block_search.best(session, kb_id, found, limit)
    if found.loose:
        hits += _within(session, kb_id, gains, mean, limit, found.loose)
    return sorted(hits, key=lambda hit: hit.order)[:limit]


def _within(
    session: Session,
    kb_id: int,
    gains: Mapping[int, float],
    mean: float,
    limit: int,
    document_ids: Collection[str] | None,
    chunk_ids: Collection[str] | None = None,
) -> list[Hit]:
    """Search by the postings of each document, inside the database."""
    values: dict[str, Any] = {"kb": kb_id, "terms": list(gains), "gains": list(gains.values()), "limit": limit}
    values |= {"k1": K1, "b": B, "mean": mean}
    if document_ids is not None:
        values["documents"] = list(document_ids)
    if chunk_ids is not None:
        values["chunks"] = list(chunk_ids)
    few = document_ids is not None and len(document_ids) <= _FEW
    if not few:
        session.execute(_TUNE)
    parts = ("" if document_ids is None else _FILTER, "" if chunk_ids is None else _CHUNKS)
    rows = session.execute(text(_SEARCH.format(*parts)), values).all()
    if not few:
        session.execute(_RESET)
    return [Hit(float(row.score), row.document_id, row.ordinal, row.id) for row in rows]
