"""Answers kept for requests that are sent again: the work is done once, whoever asks twice gets the same answer.

A request holds its key while it is worked on, and says again and again that it does: of one that no longer says so the
process has died, and the key is free for whoever asks next.
"""

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

_OWN = "current_setting('dianmian.tenant')"
_CLAIM = text(f"""
INSERT INTO kept_response AS k (tenant, key, request, holder, media_type, body)
VALUES ({_OWN}, :key, :request, :holder, '', '')
ON CONFLICT (tenant, key) DO UPDATE
SET request = excluded.request, holder = excluded.holder, status = NULL, media_type = '', headers = '{{}}', body = '',
    created_at = clock_timestamp()
WHERE k.created_at < clock_timestamp() - make_interval(hours => :hours)
   OR (k.status IS NULL AND k.request = excluded.request
       AND k.created_at < clock_timestamp() - make_interval(secs => :lease))
RETURNING k.key
""")  # noqa: S608
_FORGET = text(
    "DELETE FROM kept_response WHERE created_at < clock_timestamp() - make_interval(hours => :hours) AND key <> :key"
)
_FOUND = text("SELECT request, status, media_type, headers, body FROM kept_response WHERE key = :key")
_HELD = "key = :key AND holder = :holder AND status IS NULL"
_RENEW = text(f"UPDATE kept_response SET created_at = clock_timestamp() WHERE {_HELD}")  # noqa: S608
_KEEP = text(f"""
UPDATE kept_response
SET status = :status, media_type = :media_type, headers = CAST(:headers AS jsonb), body = :body,
    created_at = clock_timestamp()
WHERE {_HELD}
""")  # noqa: S608
_RELEASE = text(f"DELETE FROM kept_response WHERE {_HELD}")  # noqa: S608


@dataclass(frozen=True, slots=True)
class Hold:
    """A key, a digest of the request it came with, and who works on it."""

    key: str
    request: str
    holder: str


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of a key that somebody else has used: ``status`` is ``None`` while they work on it."""

    request: str
    status: int | None
    media_type: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


def claim(session: Session, hold: Hold, *, hours: int, lease: float) -> Kept | None:
    """Take the key for ``hold``, and return ``None``; or return what is known of it, and take nothing.

    Args:
        session: An open transaction, to be ended at once: others with the key wait for it.
        hold: Who wants it, and for what.
        hours: For how long an answer is kept; older ones are forgotten.
        lease: Seconds after which a holder who has not renewed it is taken for dead.
    """
    session.execute(_FORGET, {"hours": hours, "key": hold.key})
    values = {"key": hold.key, "request": hold.request, "holder": hold.holder, "hours": hours, "lease": lease}
    if session.scalar(_CLAIM, values) is not None:
        return None
    row = session.execute(_FOUND, {"key": hold.key}).one_or_none()
    # Released between the two statements: as if its holder were about to be done.
    return Kept(hold.request, None) if row is None else Kept(*row)


def renew(session: Session, hold: Hold) -> bool:
    """Say that ``hold`` is still worked on; return whether it still has the key."""
    return _changed(session, _RENEW, hold)


def keep(session: Session, hold: Hold, answer: Kept, headers: str) -> bool:
    """Keep the answer; ``headers`` are JSON. Return whether ``hold`` still had the key."""
    values = {"status": answer.status, "media_type": answer.media_type, "headers": headers, "body": answer.body}
    return _changed(session, _KEEP, hold, **values)


def release(session: Session, hold: Hold) -> bool:
    """Give the key back: nothing was done."""
    return _changed(session, _RELEASE, hold)


def _changed(session: Session, statement: Any, hold: Hold, **values: Any) -> bool:
    result: Any = session.execute(statement, {"key": hold.key, "holder": hold.holder, **values})
    return bool(result.rowcount)
