"""Queries on vectors: storing them, and finding the nearest."""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Text, TextClause, bindparam, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from core.embedding.space import Space
from core.errors import InvalidInput, NotFound
from store.tables import SPACE
from store.vector_index import ensure_index, has_index
from store.vector_wire import copy_rows, literal, normalised

__all__ = ["add", "ensure_index", "ensure_space", "get_space", "has_index", "pending", "pending_ids", "search"]

# Row-level security refuses COPY into the table itself, so rows arrive beside it and are inserted from there.
_STAGE = text("CREATE TEMPORARY TABLE IF NOT EXISTS arriving (chunk_id text, vector halfvec) ON COMMIT DROP")
_EMPTY = text("TRUNCATE arriving")
_ADD = text("""
INSERT INTO embedding (kb_id, chunk_id, space_id, vector)
SELECT CAST(:kb AS bigint), c.id, CAST(:space AS text), a.vector
FROM arriving a JOIN chunk c ON c.kb_id = :kb AND c.id = a.chunk_id
ON CONFLICT (kb_id, chunk_id, space_id) DO UPDATE SET vector = excluded.vector
""")

# A set operation and not an anti-join: right after a load the planner still takes the tables for empty, and would
# compare every chunk with every vector.
_LACKING = """
SELECT id FROM chunk WHERE kb_id = :kb AND kind <> 'parent'
EXCEPT SELECT chunk_id FROM embedding WHERE kb_id = :kb AND space_id = :space
"""
_PENDING = text(f"SELECT count(*) FROM ({_LACKING}) AS lacking")  # noqa: S608 - a constant
_PENDING_IDS = text(f"{_LACKING} ORDER BY 1")

_CHUNKS = "SELECT id FROM chunk WHERE kb_id = :kb AND document_id = ANY(CAST(:documents AS text[]))"
_OF_THEM = f"{_CHUNKS} AND id = ANY(CAST(:chunks AS text[]))"
_ALL = "SELECT chunk_id, vector FROM embedding WHERE kb_id = :kb AND space_id = :space"
_SOME = """
SELECT e.chunk_id, e.vector FROM ({0}) c
JOIN embedding e ON e.kb_id = :kb AND e.space_id = :space AND e.chunk_id = c.id
"""
_REVIEWED = "NOT EXISTS (SELECT FROM chunk r WHERE r.kb_id = :kb AND r.id = {0}.chunk_id AND r.needs_review)"

_COUNT = "SELECT count(*) FROM (SELECT FROM ({0}) AS found LIMIT :most) AS counted"
# Counting the vectors of a large set one by one would take as long as searching them by the index.
_CHUNK_COUNT = text("SELECT sum(chunk_count) FROM document WHERE kb_id = :kb")
# No index is built on the bare column, so this is exact whatever the planner does.
_EXACT = """
SELECT e.chunk_id, e.vector <=> CAST(:vector AS halfvec) AS distance FROM ({0}) e
WHERE {1} ORDER BY distance, e.chunk_id LIMIT :limit
"""
# The space and the dimension stand in the text: only then does the planner see that the space's index fits.
_NEAREST = """
SELECT e.chunk_id, (e.vector::halfvec({2})) <=> CAST(:vector AS halfvec({2})) AS distance FROM embedding e
WHERE e.kb_id = :kb AND e.space_id = :space {0} AND {1}
ORDER BY (e.vector::halfvec({2})) <=> CAST(:vector AS halfvec({2})) LIMIT :limit
"""
_TUNE = text("SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', :ef, true)")


def ensure_space(session: Session, space: Space) -> None:
    """Store the identity of ``space``, once for all knowledge bases.

    Raises:
        InvalidInput: Its dimension is not between 1 and 16,000.
    """
    if not 1 <= space.dimension <= 16_000:
        raise InvalidInput(f"{space.dimension} is no dimension of a vector", place=space.model)
    values = {column.name: getattr(space, column.name) for column in SPACE.columns}
    session.execute(insert(SPACE).values(values).on_conflict_do_nothing())


def get_space(session: Session, space_id: str) -> Space:
    """Return the space with ``space_id``.

    Raises:
        NotFound: None is stored under this id.
    """
    columns = [column for column in SPACE.columns if column.name != "id"]
    row = session.execute(select(*columns).where(SPACE.c.id == space_id)).one_or_none()
    if row is None:
        raise NotFound(f"there is no embedding space {space_id}", place=space_id, advice="embed the documents")
    return Space(**row._mapping)


def pending(session: Session, kb_id: int, space_id: str) -> int:
    """Count the chunks that have no vector in ``space_id``."""
    return int(session.scalar(_PENDING, {"kb": kb_id, "space": space_id}) or 0)


def pending_ids(session: Session, kb_id: int, space_id: str) -> list[str]:
    """Return the ids of the chunks that have no vector in ``space_id``, in order."""
    return [str(row) for row in session.scalars(_PENDING_IDS, {"kb": kb_id, "space": space_id})]


def add(session: Session, kb_id: int, space_id: str, ids: Sequence[str], vectors: NDArray[np.float32]) -> int:
    """Store one vector per chunk, in place of an older one; chunks deleted meanwhile are left out.

    Args:
        session: An open transaction.
        kb_id: The knowledge base.
        space_id: A space stored by ``ensure_space``.
        ids: n chunk ids.
        vectors: Shape (n, dimension); finite and not zero. Their length does not matter.

    Returns:
        How many were stored.

    Raises:
        InvalidInput: The shape does not fit, or a vector is zero or not finite; the message names the chunk.
        NotFound: The space is unknown.
    """
    if not len(ids):
        return 0
    halves = normalised(vectors, get_space(session, space_id).dimension, ids)
    session.execute(_STAGE)
    session.execute(_EMPTY)
    copy_rows(session, "COPY arriving (chunk_id, vector) FROM STDIN (FORMAT BINARY)", ids, halves)
    result: Any = session.execute(_ADD, {"kb": kb_id, "space": space_id})
    return int(result.rowcount)


def search(
    session: Session,
    kb_id: int,
    space_id: str,
    vector: NDArray[np.float32],
    limit: int,
    document_ids: Collection[str] | None = None,
    *,
    chunk_ids: Collection[str] | None = None,
    ef_search: int = 100,
    exact_limit: int = 20_000,
) -> list[tuple[str, float]]:
    """Return the nearest chunks with their cosine, clipped to 0–1, nearest first; ties by id.

    Exact while at most ``exact_limit`` chunks pass the filter or the space has no index, else by the space's HNSW
    index. Chunks that wait for review are never returned.

    Args:
        session: An open transaction.
        kb_id: The knowledge base.
        space_id: The space of the query vector.
        vector: Shape (dimension,).
        limit: Most results.
        document_ids: Only chunks of these documents; ``None`` means all, an empty set means none.
        chunk_ids: Of them, only these; ``None`` means all.
        ef_search: List size of the HNSW search.
        exact_limit: Most vectors compared one by one.

    Raises:
        InvalidInput: The vector does not fit the space.
        NotFound: The space is unknown.
    """
    space = get_space(session, space_id)
    half = normalised(np.asarray(vector, np.float32).reshape(1, -1), space.dimension, ["query"])
    values: dict[str, Any] = {"kb": kb_id, "space": space_id, "vector": literal(half[0]), "limit": limit}
    if document_ids is not None:
        values["documents"] = list(document_ids)
        if chunk_ids is not None:
            values["chunks"] = list(chunk_ids)
    if _exact(session, space, values, exact_limit):
        rows = session.execute(_exact_statement(_within(values)), values).all()
    else:
        # At least a whole list is fetched, so that asking for fewer gives the head of the same results.
        session.execute(_TUNE, {"ef": str(min(max(ef_search, 1), 1000))})
        statement = _nearest_statement(_within(values), space.dimension)
        rows = session.execute(statement, {**values, "limit": max(limit, ef_search)}).all()
    best = sorted((float(row.distance), str(row.chunk_id)) for row in rows)[:limit]
    return [(chunk_id, min(1.0, max(0.0, 1.0 - distance))) for distance, chunk_id in best]


def _exact(session: Session, space: Space, values: dict[str, Any], most: int) -> bool:
    if not has_index(session, space):
        return True
    chunks = _within(values)
    if not chunks:
        return (session.scalar(_CHUNK_COUNT, {"kb": values["kb"]}) or 0) <= most
    statement = text(_COUNT.format(_SOME.format(chunks)))
    return (session.scalar(statement, {**values, "most": most + 1}) or 0) <= most


def _within(values: dict[str, Any]) -> str:
    """Return the statement that names the chunks a search is limited to, empty when it is not."""
    if "documents" not in values:
        return ""
    return _OF_THEM if "chunks" in values else _CHUNKS


def _exact_statement(chunks: str) -> TextClause:
    return text(_EXACT.format(_SOME.format(chunks) if chunks else _ALL, _REVIEWED.format("e")))


def _nearest_statement(chunks: str, dimension: int) -> TextClause:
    condition = f"AND e.chunk_id IN ({chunks})" if chunks else ""
    statement = text(_NEAREST.format(condition, _REVIEWED.format("e"), int(dimension)))
    return statement.bindparams(bindparam("space", type_=Text, literal_execute=True))
