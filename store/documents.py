"""Queries on documents. ``replace`` and ``sources`` have files of their own and are offered here."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import delete as sql_delete
from sqlalchemy import exists, func, or_, select
from sqlalchemy.orm import Session

from core.document import Block, Document, DocumentSummary, Health
from core.errors import NotFound
from core.wire import from_builtins
from store import posting_blocks
from store.knowledge_bases import bump
from store.replacement import Plan, Replacement, plan, replace
from store.sources import in_force, sources
from store.tables import CHUNK, EMBEDDING
from store.tables import DOCUMENT as DOC
from store.tables.layout import AnyRow

__all__ = [
    "Plan",
    "Replacement",
    "count",
    "delete",
    "find",
    "find_by_sha256",
    "fingerprint_of",
    "get",
    "ids_of",
    "in_force",
    "is_whole",
    "listing",
    "plan",
    "replace",
    "sources",
]

_PLAIN = (
    DOC.c.id, DOC.c.title, DOC.c.source_name, DOC.c.media_type, DOC.c.sha256, DOC.c.markdown, DOC.c.version,
    DOC.c.metadata, DOC.c.parser,
)  # fmt: skip
_COLUMNS = (*_PLAIN, DOC.c.blocks, DOC.c.warnings, DOC.c.health)
_SUMMARY = (
    DOC.c.id, DOC.c.title, DOC.c.source_name, DOC.c.media_type, DOC.c.version, DOC.c.sha256,
    DOC.c.chunk_count.label("chunks"), DOC.c.warnings, DOC.c.health, DOC.c.updated_at,
)  # fmt: skip


def get(session: Session, kb_id: int, document_id: str) -> Document:
    """Return a document with its text and blocks.

    Raises:
        NotFound: There is none with this id.
    """
    found = _one(session, DOC.c.kb_id == kb_id, DOC.c.id == document_id)
    if found is None:
        raise NotFound(f"there is no document {document_id}", place=document_id, advice="check the id")
    return found


def find(session: Session, kb_id: int, source_name: str) -> Document | None:
    """Return the document loaded from ``source_name``, ``None`` when there is none."""
    return _one(session, DOC.c.kb_id == kb_id, DOC.c.source_name == source_name)


def find_by_sha256(session: Session, kb_id: int, sha256: str) -> Document | None:
    """Return a document with these very bytes, the first by name when several files are alike."""
    return _one(session, DOC.c.kb_id == kb_id, DOC.c.sha256 == sha256)


def fingerprint_of(session: Session, kb_id: int, source_name: str) -> str | None:
    """Return the fingerprint ``source_name`` was loaded under: an equal one means loading again changes nothing."""
    fingerprint: str | None = session.scalar(
        select(DOC.c.fingerprint).where(DOC.c.kb_id == kb_id, DOC.c.source_name == source_name)
    )
    return fingerprint


def is_whole(session: Session, kb_id: int, source_name: str, space_id: str | None) -> bool:
    """Return whether every chunk of the document has its vector in ``space_id`` and was read for facts."""
    embedded = exists().where(
        EMBEDDING.c.kb_id == kb_id, EMBEDDING.c.chunk_id == CHUNK.c.id, EMBEDDING.c.space_id == (space_id or "")
    )
    lacking = (
        select(CHUNK.c.id)
        .join(DOC, (DOC.c.kb_id == CHUNK.c.kb_id) & (DOC.c.id == CHUNK.c.document_id))
        .where(DOC.c.kb_id == kb_id, DOC.c.source_name == source_name, CHUNK.c.kb_id == kb_id)
        .where(CHUNK.c.kind != "parent", or_(CHUNK.c.extracted_by.is_(None), ~embedded))
    )
    return not session.scalar(select(exists(lacking)))


def listing(
    session: Session, kb_id: int, after: str | None = None, limit: int = 100, words: str = ""
) -> list[DocumentSummary]:
    """Return up to ``limit`` documents by source name, those after ``after`` (the last name of the page before).

    ``words`` stand in name or title, capital or not.
    """
    statement = select(*_SUMMARY).where(*_called(kb_id, words)).order_by(DOC.c.source_name).limit(limit)
    if after is not None:
        statement = statement.where(DOC.c.source_name > after)
    return [_summary_of(row) for row in session.execute(statement)]


def ids_of(session: Session, kb_id: int, source_names: Collection[str]) -> dict[str, str]:
    """Return the id of each document that exists among ``source_names``, by name."""
    statement = select(DOC.c.source_name, DOC.c.id)
    statement = statement.where(DOC.c.kb_id == kb_id, DOC.c.source_name.in_(list(source_names)))
    return {row.source_name: row.id for row in session.execute(statement)}


def count(session: Session, kb_id: int, words: str = "") -> int:
    """Count the documents, or those with ``words`` in name or title."""
    return session.scalar(select(func.count()).select_from(DOC).where(*_called(kb_id, words))) or 0


def delete(session: Session, kb_id: int, document_id: str) -> None:
    """Delete a document with its chunks, vectors, postings and facts.

    Raises:
        NotFound: There is none with this id.
    """
    posting_blocks.lock(session, kb_id)
    statement = sql_delete(DOC).where(DOC.c.kb_id == kb_id, DOC.c.id == document_id).returning(DOC.c.id)
    if session.scalar(statement) is None:
        raise NotFound(f"there is no document {document_id}", place=document_id, advice="check the id")
    bump(session, kb_id)


def _called(kb_id: int, words: str) -> list[Any]:
    own = DOC.c.kb_id == kb_id
    if not words:
        return [own]
    named = (column.icontains(words, autoescape=True) for column in (DOC.c.source_name, DOC.c.title))
    return [own, or_(*named)]


def _one(session: Session, *conditions: Any) -> Document | None:
    statement = select(*_COLUMNS).where(*conditions).order_by(DOC.c.source_name).limit(1)
    row = session.execute(statement).one_or_none()
    return None if row is None else _document_of(row)


def _document_of(row: AnyRow) -> Document:
    return Document(
        **{column.name: row._mapping[column.name] for column in _PLAIN},
        blocks=from_builtins(row.blocks, tuple[Block, ...]),
        warnings=tuple(row.warnings),
        health=from_builtins(row.health, Health),
    )


def _summary_of(row: AnyRow) -> DocumentSummary:
    values = {**row._mapping, "warnings": tuple(row.warnings), "health": from_builtins(row.health, Health)}
    return DocumentSummary(**values)
