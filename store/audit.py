"""Queries on the trail of what was done. It is added to and read, never changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from store.tables import AUDIT_EVENT as EVENT
from store.tables.layout import AnyRow

_COLUMNS = (
    EVENT.c.id, EVENT.c.at, EVENT.c.actor, EVENT.c.action, EVENT.c.kind, EVENT.c.target, EVENT.c.detail,
    EVENT.c.request_id,
)  # fmt: skip
_OWN = sa.text("current_setting('dianmian.tenant')")


@dataclass(frozen=True, slots=True)
class AuditEvent:
    """One thing that was done: ``actor`` did ``action`` to the ``kind`` called ``target``."""

    id: int
    at: datetime
    actor: str
    action: str
    kind: str
    target: str
    detail: Mapping[str, Any]
    request_id: str


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which events are wanted; an empty text is any, ``since`` is included and ``until`` is not."""

    actor: str = ""
    action: str = ""
    kind: str = ""
    target: str = ""
    request_id: str = ""
    since: datetime | None = None
    until: datetime | None = None


def add(
    session: Session, actor: str, action: str, kind: str, target: str, detail: Mapping[str, Any], request_id: str
) -> None:
    """Add an event of the session's tenant; it stands or falls with the transaction, as the change itself does."""
    values = {
        "actor": actor, "action": action, "kind": kind, "target": target, "detail": dict(detail),
        "request_id": request_id,
    }  # fmt: skip
    session.execute(sa.insert(EVENT).values(tenant=_OWN, **values))


def listing(session: Session, wanted: AuditFilter, before: int | None, limit: int) -> list[AuditEvent]:
    """Return up to ``limit`` events, the newest first: those with a smaller id than ``before``."""
    statement = sa.select(*_COLUMNS).where(*_conditions(wanted)).order_by(EVENT.c.id.desc()).limit(limit)
    if before is not None:
        statement = statement.where(EVENT.c.id < before)
    return [_value(row) for row in session.execute(statement)]


def count(session: Session, wanted: AuditFilter) -> int:
    """Count the events that are wanted."""
    return session.scalar(sa.select(sa.func.count()).select_from(EVENT).where(*_conditions(wanted))) or 0


def _conditions(wanted: AuditFilter) -> list[sa.ColumnElement[bool]]:
    names = ("actor", "action", "kind", "target", "request_id")
    found = [EVENT.c[name] == getattr(wanted, name) for name in names if getattr(wanted, name)]
    if wanted.since is not None:
        found.append(EVENT.c.at >= wanted.since)
    if wanted.until is not None:
        found.append(EVENT.c.at < wanted.until)
    return found


def _value(row: AnyRow) -> AuditEvent:
    return AuditEvent(**row._mapping)
