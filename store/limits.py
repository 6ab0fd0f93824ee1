"""Queries on the limits of a tenant, and on how much of them is used."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from store.membership import among
from store.tables import DOCUMENT as DOC
from store.tables import TENANT_LIMIT as LIMIT
from store.tables import UPLOAD
from store.tables.layout import AnyRow

_COLUMNS = (LIMIT.c.documents, LIMIT.c.stored_bytes, LIMIT.c.questions_per_minute, LIMIT.c.requests_per_minute)
_OWN = sa.text("current_setting('dianmian.tenant')")
_TURN = sa.text(
    "SELECT pg_advisory_xact_lock(hashtextextended('dianmian.quota:' || current_setting('dianmian.tenant'), 0))"
)


@dataclass(frozen=True, slots=True)
class TenantLimits:
    """The most a tenant may hold and ask; ``None`` is no limit (in the table: what the settings say)."""

    documents: int | None = None
    stored_bytes: int | None = None
    questions_per_minute: int | None = None
    requests_per_minute: int | None = None


@dataclass(frozen=True, slots=True)
class Holding:
    """What a tenant holds: documents, and bytes of their text (UTF-8) or of files that still wait to be read."""

    documents: int
    stored_bytes: int


def get(session: Session) -> TenantLimits:
    """Return the limits set for the session's tenant itself, all ``None`` when none are."""
    row = session.execute(sa.select(*_COLUMNS)).one_or_none()
    return TenantLimits() if row is None else TenantLimits(**row._mapping)


def put(session: Session, limits: TenantLimits) -> None:
    """Set the limits of the session's tenant."""
    values = {column.name: getattr(limits, column.name) for column in _COLUMNS}
    statement = insert(LIMIT).values(tenant=_OWN, **values)
    session.execute(statement.on_conflict_do_update(index_elements=["tenant"], set_=values))


def take_turn(session: Session) -> None:
    """Let nobody else add to what the session's tenant holds until this transaction ends."""
    session.execute(_TURN)


def stored(session: Session, kb_id: int | None = None, without: Collection[str] = ()) -> Holding:
    """Return what the tenant's documents hold, leaving out those called ``without`` in knowledge base ``kb_id``."""
    size = sa.func.sum(sa.func.octet_length(DOC.c.markdown))
    statement = sa.select(sa.func.count(), size).select_from(DOC).where(*_others(DOC, kb_id, without))
    return _holding(session, statement)


def holding(session: Session, kb_id: int | None = None, without: Collection[str] = ()) -> Holding:
    """Return ``stored`` and what waits to be read; a file counts in full until it is, and a replacement as none."""
    named = sa.exists().where(DOC.c.kb_id == UPLOAD.c.kb_id, DOC.c.source_name == UPLOAD.c.source_name)
    read = named.where(DOC.c.sha256 == UPLOAD.c.sha256)
    waiting = sa.select(sa.func.count().filter(~named), sa.func.sum(UPLOAD.c.size).filter(~read)).select_from(UPLOAD)
    held = stored(session, kb_id, without)
    more = _holding(session, waiting.where(*_others(UPLOAD, kb_id, without)))
    return Holding(held.documents + more.documents, held.stored_bytes + more.stored_bytes)


def _others(table: sa.Table, kb_id: int | None, names: Collection[str]) -> list[sa.ColumnElement[bool]]:
    if kb_id is None or not names:
        return []
    return [~sa.and_(table.c.kb_id == kb_id, among(table.c.source_name, names))]


def _holding(session: Session, statement: sa.Select[*tuple[Any, ...]]) -> Holding:
    row: AnyRow = session.execute(statement).one()
    return Holding(row[0], int(row[1] or 0))
