"""BM25 over packed postings: a few long rows are read under row security and added up by place.

Adding up tens of thousands of entries row by row takes the database hundreds of milliseconds, numpy a few.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import text
from sqlalchemy.orm import Session

_ENTRY = np.dtype([("place", ">i2"), ("frequency", ">i2"), ("length", ">i4")])

# One statement and so one moment: what it says is packed is in its blocks, all else is among its loose documents.
_READ = """
SELECT term, block, entries, NULL::text[] FROM posting_block
WHERE kb_id = %(kb)s AND term = ANY(CAST(%(terms)s AS bigint[]))
UNION ALL
SELECT NULL, NULL, NULL, ARRAY(SELECT id FROM document WHERE kb_id = %(kb)s AND block IS NULL)
"""
_NAMES = text("""
SELECT w.at, d.id AS document_id, c.ordinal, c.id
FROM unnest(CAST(:blocks AS bigint[]), CAST(:places AS integer[])) WITH ORDINALITY AS w (block, place, at)
CROSS JOIN LATERAL (
    SELECT id, first_place FROM document
    WHERE kb_id = :kb AND block = w.block AND first_place <= w.place ORDER BY first_place DESC LIMIT 1
) d
JOIN chunk c ON c.kb_id = :kb AND c.document_id = d.id AND c.ordinal = w.place - d.first_place
WHERE NOT c.needs_review
""")

# What decides the order; further ones hang on the order of adding up.
_DIGITS = 9

Impact = Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk with its score, and its place in reading order by which ties are broken."""

    score: float
    document_id: str
    ordinal: int
    chunk_id: str

    @property
    def order(self) -> tuple[float, str, int]:
        return -round(self.score, _DIGITS), self.document_id, self.ordinal


@dataclass(frozen=True, slots=True)
class Scored:
    """The score of every place of every block, shape (blocks, places); and the documents that are in no block."""

    scores: NDArray[np.float64]
    blocks: tuple[int, ...]
    loose: tuple[str, ...]


def scored(session: Session, kb_id: int, gains: Mapping[int, float], impact: Impact) -> Scored:
    """Add up the gains of all packed chunks.

    Args:
        session: An open transaction.
        kb_id: The knowledge base.
        gains: Term → what one occurrence of full impact is worth.
        impact: Frequencies and lengths (float64, shape (n,)) → how much of a gain each earns.
    """
    read, loose = _read(session, kb_id, list(gains))
    numbers = {block: at for at, block in enumerate(sorted({block for rows in read.values() for block, _ in rows}))}
    entries = {term: np.frombuffer(b"".join(raw for _, raw in rows), _ENTRY) for term, rows in read.items()}
    width = 1 + max((int(found["place"].max()) for found in entries.values() if len(found)), default=0)
    scores = np.zeros(len(numbers) * width)
    for term in gains:
        if term in read:
            found = entries[term]
            counts = [len(raw) // _ENTRY.itemsize for _, raw in read[term]]
            begins = np.repeat([numbers[block] * width for block, _ in read[term]], counts)
            frequencies, lengths = found["frequency"].astype(np.float64), found["length"].astype(np.float64)
            # A term stands once at a place, so nothing is lost in adding by index.
            scores[begins + found["place"]] += gains[term] * impact(frequencies, lengths)
    return Scored(scores.reshape(len(numbers), width), tuple(numbers), loose)


def best(session: Session, kb_id: int, found: Scored, limit: int) -> list[Hit]:
    """Return the ``limit`` chunks of the highest score that do not wait for review, best first."""
    scores = np.round(found.scores.ravel(), _DIGITS)
    having = int(np.count_nonzero(scores > 0))
    wanted = limit
    while having:
        wanted = min(wanted, having)
        least = np.partition(scores, len(scores) - wanted)[len(scores) - wanted]
        # Everything that shares the last place is looked up: the order of reading decides between them.
        hits = sorted(_named(session, kb_id, found, np.flatnonzero(scores >= least)), key=lambda hit: hit.order)
        if len(hits) >= limit or wanted == having:
            return hits[:limit]
        wanted *= 2
    return []


def _read(
    session: Session, kb_id: int, terms: Sequence[int]
) -> tuple[dict[int, list[tuple[int, bytes]]], tuple[str, ...]]:
    connection: Any = session.connection().connection.driver_connection
    rows: dict[int, list[tuple[int, bytes]]] = defaultdict(list)
    loose: tuple[str, ...] = ()
    with connection.cursor(binary=True) as cursor:
        for term, block, raw, ids in cursor.execute(_READ, {"kb": kb_id, "terms": list(terms)}):
            if raw is None:
                loose = tuple(ids)
            else:
                rows[term].append((block, raw))
    return dict(rows), loose


def _named(session: Session, kb_id: int, found: Scored, at: NDArray[np.intp]) -> list[Hit]:
    width = found.scores.shape[1]
    blocks, places = [found.blocks[int(n) // width] for n in at], [int(n) % width for n in at]
    rows = session.execute(_NAMES, {"kb": kb_id, "blocks": blocks, "places": places})
    scores = found.scores.ravel()[at]
    return [Hit(float(scores[row.at - 1]), row.document_id, row.ordinal, row.id) for row in rows]
