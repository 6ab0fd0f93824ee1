"""Queries on knowledge bases."""

from typing import Any, get_args

from sqlalchemy import delete as sql_delete
from sqlalchemy import select, text, update
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.orm import Session

from core.errors import Conflict, InvalidInput, NotFound
from core.knowledge_base import KnowledgeBase, Mode
from store.tables import KNOWLEDGE_BASE as KB
from store.tables.layout import AnyRow

_COLUMNS = (KB.c.id, KB.c.name, KB.c.mode, KB.c.space_id, KB.c.revision, KB.c.settings)
_LONGEST_NAME = 200

_STATISTICS = text("""
SELECT
    (SELECT count(*) FROM document WHERE kb_id = :kb) AS documents,
    (SELECT count(*) FROM chunk WHERE kb_id = :kb AND kind <> 'parent') AS chunks,
    (SELECT count(*) FROM embedding WHERE kb_id = :kb AND space_id = :space) AS embedded,
    (SELECT count(*) FROM fact WHERE kb_id = :kb) AS facts,
    (SELECT count(*) FROM chunk c WHERE c.kb_id = :kb AND c.kind <> 'parent' AND (c.extracted_by IS NULL OR NOT EXISTS (
        SELECT FROM embedding e WHERE e.kb_id = :kb AND e.chunk_id = c.id AND e.space_id = :space))) AS pending
""")


def create(session: Session, name: str, mode: Mode = "open") -> KnowledgeBase:
    """Create a knowledge base for the session's tenant.

    Raises:
        InvalidInput: The name is empty, too long or padded, or the mode is unknown.
        Conflict: The tenant already has one of this name.
    """
    created = _insert(session, name, mode)
    if created is None:
        raise Conflict(f"knowledge base {name} exists already", place=name, advice="choose another name")
    return created


def get(session: Session, name: str) -> KnowledgeBase:
    """Return the knowledge base called ``name``.

    Raises:
        NotFound: The tenant has none of this name.
    """
    row = session.execute(select(*_COLUMNS).where(KB.c.name == name)).one_or_none()
    if row is None:
        raise NotFound(f"there is no knowledge base {name}", place=name, advice="create it, or check the name")
    return _value(row)


def by_id(session: Session, kb_id: int) -> KnowledgeBase:
    """Return the knowledge base with ``kb_id``.

    Raises:
        NotFound: The tenant has none with this id.
    """
    row = session.execute(select(*_COLUMNS).where(KB.c.id == kb_id)).one_or_none()
    if row is None:
        raise NotFound(f"there is no knowledge base {kb_id}", place=str(kb_id), advice="check the id")
    return _value(row)


def get_or_create(session: Session, name: str, mode: Mode = "open") -> KnowledgeBase:
    """Return the knowledge base called ``name``, creating it when missing; an existing one keeps its mode."""
    return _insert(session, name, mode) or get(session, name)


def create_missing(session: Session, name: str, mode: Mode = "open") -> KnowledgeBase | None:
    """Create a knowledge base unless there is one called ``name``: then return ``None``."""
    return _insert(session, name, mode)


def list_all(session: Session) -> list[KnowledgeBase]:
    """Return the tenant's knowledge bases by name."""
    return [_value(row) for row in session.execute(select(*_COLUMNS).order_by(KB.c.name))]


def delete(session: Session, kb_id: int) -> None:
    """Delete a knowledge base with everything in it.

    Raises:
        NotFound: The tenant has none with this id.
    """
    if not session.scalar(sql_delete(KB).where(KB.c.id == kb_id).returning(KB.c.id)):
        raise NotFound(f"there is no knowledge base {kb_id}", place=str(kb_id), advice="check the id")


def set_space(session: Session, kb_id: int, space_id: str | None) -> None:
    """Switch the embedding space that is searched; the space must have been stored before."""
    _change(session, kb_id, space_id=space_id)


def set_mode(session: Session, kb_id: int, mode: Mode) -> None:
    """Switch between an open and a controlled vocabulary."""
    _check_mode(mode)
    _change(session, kb_id, mode=mode)


def set_settings(session: Session, kb_id: int, settings: dict[str, Any]) -> None:
    """Replace the knowledge base's own settings (JSON-ready)."""
    _change(session, kb_id, settings=settings)


def bump(session: Session, kb_id: int) -> None:
    """Raise the revision: facts, vocabulary or synonyms have changed."""
    _change(session, kb_id, revision=KB.c.revision + 1)


def statistics(session: Session, kb: KnowledgeBase | int) -> dict[str, int]:
    """Count documents, chunks, chunks embedded in the current space, facts, and chunks still pending.

    A chunk is pending while it has no vector in the current space or was not read for facts.
    """
    known = by_id(session, kb if isinstance(kb, int) else kb.id)
    row = session.execute(_STATISTICS, {"kb": known.id, "space": known.space_id or ""}).one()
    return {name: int(count) for name, count in row._mapping.items()}


def _insert(session: Session, name: str, mode: Mode) -> KnowledgeBase | None:
    _check_name(name)
    _check_mode(mode)
    tenant = text("current_setting('dianmian.tenant')")
    statement = pg_insert(KB).values(tenant=tenant, name=name, mode=mode)
    row = session.execute(
        statement.on_conflict_do_nothing(index_elements=["tenant", "name"]).returning(*_COLUMNS)
    ).one_or_none()
    return None if row is None else _value(row)


def _change(session: Session, kb_id: int, **values: Any) -> None:
    if not session.scalar(update(KB).where(KB.c.id == kb_id).values(**values).returning(KB.c.id)):
        raise NotFound(f"there is no knowledge base {kb_id}", place=str(kb_id), advice="check the id")


def _check_name(name: str) -> None:
    if not name or name != name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
        raise InvalidInput(
            f"{name!r} is no name for a knowledge base",
            place="name",
            advice=f"use 1 to {_LONGEST_NAME} printable characters without blanks at the ends",
        )


def _check_mode(mode: str) -> None:
    if mode not in get_args(Mode):
        raise InvalidInput(f"unknown mode {mode!r}", place="mode", advice="use open or controlled")


def _value(row: AnyRow) -> KnowledgeBase:
    return KnowledgeBase(**row._mapping)
