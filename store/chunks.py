"""Queries on chunks."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import and_, exists, func, select, update
from sqlalchemy.orm import Session

from core.chunk import Chunk
from core.document import DocumentInfo, Span, Table
from core.wire import from_builtins, to_builtins
from store.membership import among
from store.tables import CHUNK, DOCUMENT, EMBEDDING
from store.tables.layout import AnyRow

_COLUMNS = (
    CHUNK.c.id,
    CHUNK.c.document_id,
    CHUNK.c.ordinal,
    CHUNK.c.kind,
    CHUNK.c.text,
    CHUNK.c.embedding_text,
    CHUNK.c.heading_path,
    CHUNK.c.spans,
    CHUNK.c.sha256,
    CHUNK.c.splitter_version,
    CHUNK.c.table_data,
    CHUNK.c.table_rows,
    CHUNK.c.fields,
    CHUNK.c.parent_id,
    CHUNK.c.needs_review,
)
# A parent repeats its children, which are what is embedded and read for facts.
_SEARCHED = CHUNK.c.kind != "parent"
_INFO = (
    DOCUMENT.c.title.label("document_title"),
    DOCUMENT.c.source_name,
    DOCUMENT.c.version,
    DOCUMENT.c.metadata,
)


def by_ids(session: Session, kb_id: int, ids: Collection[str]) -> dict[str, Chunk]:
    """Return the chunks that exist among ``ids``, by id."""
    statement = select(*_COLUMNS).where(CHUNK.c.kb_id == kb_id, among(CHUNK.c.id, ids))
    return {row.id: chunk_of(row) for row in session.execute(statement)}


def of_document(session: Session, kb_id: int, document_id: str) -> list[Chunk]:
    """Return a document's chunks in reading order."""
    statement = (
        select(*_COLUMNS).where(CHUNK.c.kb_id == kb_id, CHUNK.c.document_id == document_id).order_by(CHUNK.c.ordinal)
    )
    return [chunk_of(row) for row in session.execute(statement)]


def without_vector(session: Session, kb_id: int, space_id: str, limit: int) -> list[Chunk]:
    """Return up to ``limit`` chunks that have no vector in ``space_id``, by id."""
    embedded = exists().where(
        EMBEDDING.c.kb_id == kb_id, EMBEDDING.c.chunk_id == CHUNK.c.id, EMBEDDING.c.space_id == space_id
    )
    statement = select(*_COLUMNS).where(CHUNK.c.kb_id == kb_id, _SEARCHED, ~embedded)
    statement = statement.order_by(CHUNK.c.id).limit(limit)
    return [chunk_of(row) for row in session.execute(statement)]


def unextracted(
    session: Session, kb_id: int, extractor_version: str, limit: int, *, skip: Collection[str] = ()
) -> list[tuple[Chunk, DocumentInfo]]:
    """Return up to ``limit`` chunks that ``extractor_version`` has not read, with their documents, unread first.

    Those with an id in ``skip`` are left out.
    """
    found: list[tuple[Chunk, DocumentInfo]] = []
    for missing in (CHUNK.c.extracted_by.is_(None), CHUNK.c.extracted_by != extractor_version):
        if len(found) < limit:
            wanted = and_(missing, _SEARCHED, CHUNK.c.id.not_in(list(skip))) if skip else and_(missing, _SEARCHED)
            found += _with_documents(session, kb_id, wanted, limit - len(found))
    return found


def with_documents(session: Session, kb_id: int, ids: Collection[str]) -> list[tuple[Chunk, DocumentInfo]]:
    """Return the chunks that exist among ``ids`` with their documents, in reading order."""
    return _with_documents(session, kb_id, CHUNK.c.id.in_(list(ids)), len(ids))


def count_unextracted(session: Session, kb_id: int, extractor_version: str) -> int:
    """Count the chunks that ``extractor_version`` has not read."""
    unread = CHUNK.c.extracted_by.is_distinct_from(extractor_version)
    statement = select(func.count()).select_from(CHUNK).where(CHUNK.c.kb_id == kb_id, _SEARCHED, unread)
    return session.scalar(statement) or 0


def mark_extracted(session: Session, kb_id: int, ids: Collection[str], extractor_version: str | None) -> None:
    """Note that ``extractor_version`` has read these chunks, ``None`` that nobody has."""
    session.execute(
        update(CHUNK).where(CHUNK.c.kb_id == kb_id, CHUNK.c.id.in_(list(ids))).values(extracted_by=extractor_version)
    )


def accept(session: Session, kb_id: int, ids: Collection[str]) -> None:
    """Release chunks a person has checked, so that searches may return them."""
    session.execute(update(CHUNK).where(CHUNK.c.kb_id == kb_id, CHUNK.c.id.in_(list(ids))).values(needs_review=False))


def row_of(kb_id: int, chunk: Chunk, token_count: int) -> dict[str, Any]:
    """Return ``chunk`` as column values."""
    return {
        "kb_id": kb_id,
        "id": chunk.id,
        "document_id": chunk.document_id,
        "ordinal": chunk.ordinal,
        "kind": chunk.kind,
        "text": chunk.text,
        "embedding_text": chunk.embedding_text,
        "heading_path": list(chunk.heading_path),
        "spans": to_builtins(chunk.spans),
        "sha256": chunk.sha256,
        "splitter_version": chunk.splitter_version,
        "table_data": None if chunk.table is None else to_builtins(chunk.table),
        "table_rows": list(chunk.table_rows),
        "fields": to_builtins(chunk.fields),
        "parent_id": chunk.parent_id,
        "needs_review": chunk.needs_review,
        "token_count": token_count,
    }


def chunk_of(row: AnyRow) -> Chunk:
    """Return the chunk whose columns stand in ``row``."""
    names = (column.name for column in _COLUMNS if column.name != "table_data")
    values: Mapping[str, Any] = {name: row._mapping[name] for name in names}
    return Chunk(
        **{
            **values,
            "heading_path": tuple(row.heading_path),
            "spans": from_builtins(row.spans, tuple[Span, ...]),
            "table": None if row.table_data is None else from_builtins(row.table_data, Table),
            "table_rows": tuple(row.table_rows),
            "fields": from_builtins(row.fields, tuple[tuple[str, str], ...]),
        }
    )


def _with_documents(session: Session, kb_id: int, condition: Any, limit: int) -> list[tuple[Chunk, DocumentInfo]]:
    statement = (
        select(*_COLUMNS, *_INFO)
        .join(DOCUMENT, and_(DOCUMENT.c.kb_id == CHUNK.c.kb_id, DOCUMENT.c.id == CHUNK.c.document_id))
        .where(CHUNK.c.kb_id == kb_id, condition)
        .order_by(CHUNK.c.document_id, CHUNK.c.ordinal)
        .limit(limit)
    )
    return [(chunk_of(row), _info_of(row)) for row in session.execute(statement)]


def _info_of(row: AnyRow) -> DocumentInfo:
    values = row._mapping
    return DocumentInfo(
        row.document_id, values["document_title"], values["source_name"], values["version"], values["metadata"]
    )
