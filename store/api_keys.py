"""Queries on API keys. A key itself is never here, only its digest."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hmac import compare_digest
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from core.errors import NotFound
from store.tables import API_KEY as KEY
from store.tables.layout import AnyRow

_COLUMNS = (
    KEY.c.tenant, KEY.c.id, KEY.c.name, KEY.c.scopes, KEY.c.created_at, KEY.c.created_by, KEY.c.expires_at,
    KEY.c.revoked_at, KEY.c.last_used_at,
)  # fmt: skip
_PRESENT = sa.text("SELECT set_config('dianmian.key_digest', :digest, true)")
# When it was last used may be lost with the machine; no request waits for the disk to know it.
_BECOME = sa.text(
    "SELECT set_config('dianmian.tenant', :tenant, true), set_config('dianmian.key_digest', '', true), "
    "set_config('synchronous_commit', 'off', true)"
)
_OWN = sa.text("current_setting('dianmian.tenant')")
# By the database's clock, as everything that several machines must agree on.
_IN_FORCE = sa.and_(KEY.c.revoked_at.is_(None), sa.or_(KEY.c.expires_at.is_(None), KEY.c.expires_at > sa.func.now()))
_STALE = sa.or_(KEY.c.last_used_at.is_(None), KEY.c.last_used_at < sa.func.now() - timedelta(minutes=1))


@dataclass(frozen=True, slots=True)
class ApiKey:
    """One key of one tenant, without the key. Times carry their zone."""

    tenant: str
    id: str
    name: str
    scopes: tuple[str, ...]
    created_at: datetime
    created_by: str
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    last_used_at: datetime | None = None


def add(
    session: Session, key_id: str, name: str, digest: str, scopes: tuple[str, ...], by: str, expires_at: datetime | None
) -> ApiKey:
    """Store a key of the session's tenant and return it.

    Raises:
        Conflict: There is one with this id or digest.
    """
    row = {
        "id": key_id,
        "name": name,
        "digest": digest,
        "scopes": list(scopes),
        "created_by": by,
        "expires_at": expires_at,
    }
    return _value(session.execute(sa.insert(KEY).values(tenant=_OWN, **row).returning(*_COLUMNS)).one())


def presented(session: Session, digest: str) -> ApiKey | None:
    """Return the key with ``digest``, of whatever tenant, if it is in force; the transaction is its tenant's then.

    That it was used is noted at most once a minute.
    """
    session.execute(_PRESENT, {"digest": digest})
    columns = (*_COLUMNS, KEY.c.digest, _STALE.label("stale"))
    row = session.execute(sa.select(*columns).where(KEY.c.digest == digest, _IN_FORCE)).one_or_none()
    if row is None or not compare_digest(row.digest, digest):
        return None
    session.execute(_BECOME, {"tenant": row.tenant})
    if row.stale:
        # Asked again: of requests at the same moment one writes, and the others find it done.
        session.execute(sa.update(KEY).where(KEY.c.id == row.id, _STALE).values(last_used_at=sa.func.now()))
    return _value(row)


def revoke(session: Session, key_id: str) -> tuple[ApiKey, bool]:
    """Take a key out of force; return it, and whether it was not so before.

    Raises:
        NotFound: The tenant has none with this id.
    """
    where = (KEY.c.id == key_id, KEY.c.revoked_at.is_(None))
    now = sa.func.clock_timestamp()
    row = session.execute(sa.update(KEY).where(*where).values(revoked_at=now).returning(*_COLUMNS)).one_or_none()
    return (get(session, key_id), False) if row is None else (_value(row), True)


def get(session: Session, key_id: str) -> ApiKey:
    """Return one key of the session's tenant.

    Raises:
        NotFound: The tenant has none with this id.
    """
    row = session.execute(sa.select(*_COLUMNS).where(KEY.c.id == key_id)).one_or_none()
    if row is None:
        raise NotFound(f"there is no key {key_id}", place=key_id, advice="dianmian keys list shows all")
    return _value(row)


def listing(session: Session, after: str | None, limit: int) -> list[ApiKey]:
    """Return up to ``limit`` keys by id, those after ``after``; keys out of force are among them."""
    statement = sa.select(*_COLUMNS).order_by(KEY.c.id).limit(limit)
    if after is not None:
        statement = statement.where(KEY.c.id > after)
    return [_value(row) for row in session.execute(statement)]


def count(session: Session) -> int:
    """Count the tenant's keys, in force or not."""
    return session.scalar(sa.select(sa.func.count()).select_from(KEY)) or 0


def _value(row: AnyRow) -> ApiKey:
    values: dict[str, Any] = {column.name: row._mapping[column.name] for column in _COLUMNS}
    return ApiKey(**{**values, "scopes": tuple(values["scopes"])})
