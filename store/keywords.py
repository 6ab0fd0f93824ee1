"""Keyword search: BM25 over the postings, exact, inside the database."""

import math
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

from store.postings import terms_of

K1 = 1.2
B = 0.75

_FILTER = "AND p.document_id = ANY(CAST(:documents AS text[]))"

_FREQUENCY = text("""
SELECT term, sum(cardinality(ordinals)) AS chunks FROM posting
WHERE kb_id = :kb AND term = ANY(CAST(:terms AS bigint[])) GROUP BY term
""")

_SIZE = text("SELECT sum(chunk_count) AS chunks, sum(token_count) AS tokens FROM document WHERE kb_id = :kb")

# The planner cannot know how long the arrays are and would sort every occurrence on disk; hashing is faster.
_TUNE = text("SELECT set_config('enable_sort', 'off', true), set_config('work_mem', '64MB', true)")
_RESET = text("SELECT set_config('enable_sort', 'on', true)")

# Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", with the idf kept positive by
# adding one inside the logarithm. ``gains`` already holds weight · idf · (k1 + 1).
_SEARCH = """
WITH query AS (
    SELECT * FROM unnest(CAST(:terms AS bigint[]), CAST(:gains AS double precision[])) AS q (term, gain)
), scored AS (
    SELECT p.document_id, o.ordinal,
           sum(q.gain * o.frequency / (o.frequency + :k1 * (1 - :b + :b * o.length / :mean))) AS score
    FROM query q
    JOIN posting p ON p.kb_id = :kb AND p.term = q.term {0}
    CROSS JOIN LATERAL unnest(p.ordinals, p.frequencies, p.lengths) AS o (ordinal, frequency, length)
    GROUP BY p.document_id, o.ordinal
), shown AS (
    SELECT s.* FROM scored s
    WHERE NOT EXISTS (
        SELECT FROM chunk r WHERE r.kb_id = :kb AND r.document_id = s.document_id AND r.ordinal = s.ordinal
        AND r.needs_review
    )
    ORDER BY s.score DESC, s.document_id, s.ordinal LIMIT :limit
)
SELECT c.id, s.score FROM shown s
JOIN chunk c ON c.kb_id = :kb AND c.document_id = s.document_id AND c.ordinal = s.ordinal
ORDER BY s.score DESC, s.document_id, s.ordinal
"""


def search(
    session: Session,
    kb_id: int,
    weights: Mapping[str, float],
    limit: int,
    document_ids: Collection[str] | None = None,
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
    """
    gains, mean = _gains(session, kb_id, {token: weight for token, weight in weights.items() if weight > 0})
    if not gains:
        return []
    values: dict[str, Any] = {"kb": kb_id, "terms": list(gains), "gains": list(gains.values()), "limit": limit}
    values |= {"k1": K1, "b": B, "mean": mean}
    if document_ids is not None:
        values["documents"] = list(document_ids)
    session.execute(_TUNE)
    rows = session.execute(text(_SEARCH.format("" if document_ids is None else _FILTER)), values).all()
    session.execute(_RESET)
    return [(row.id, float(row.score)) for row in rows]


def document_frequency(session: Session, kb_id: int, tokens: Collection[str]) -> dict[str, int]:
    """Return in how many chunks each token occurs; 0 for one that occurs nowhere."""
    terms = terms_of(tokens)
    rows = session.execute(_FREQUENCY, {"kb": kb_id, "terms": list(terms.values())})
    found = {row.term: int(row.chunks) for row in rows}
    return {token: found.get(term, 0) for token, term in terms.items()}


def average_length(session: Session, kb_id: int) -> float:
    """Return the mean number of tokens in a chunk; 0 for an empty knowledge base."""
    chunks, tokens = _size(session, kb_id)
    return tokens / chunks if chunks else 0.0


def _size(session: Session, kb_id: int) -> tuple[int, int]:
    row = session.execute(_SIZE, {"kb": kb_id}).one()
    return int(row.chunks or 0), int(row.tokens or 0)


def _gains(session: Session, kb_id: int, weights: Mapping[str, float]) -> tuple[dict[int, float], float]:
    chunks, tokens = _size(session, kb_id)
    if not chunks or not tokens:
        return {}, 0.0
    terms = terms_of(weights)
    gains = {
        terms[token]: weights[token] * math.log(1 + (chunks - n + 0.5) / (n + 0.5)) * (K1 + 1)
        for token, n in document_frequency(session, kb_id, list(weights)).items()
        if n
    }
    return gains, tokens / chunks
