"""API keys: made, listed, taken out of force."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from core.errors import InvalidInput
from service.access.identity import actor
from service.access.key_text import KeyText, new_key
from service.access.scopes import checked_scopes
from service.access.trail import note
from store import api_keys
from store.api_keys import ApiKey
from store.session import Session

_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key just made; ``secret`` is the only time it is seen whole."""

    key: ApiKey
    secret: KeyText


def create_key(session: Session, name: str, scopes: Iterable[str], expires_at: datetime | None = None) -> NewKey:
    """Make a key for the session's tenant.

    Args:
        session: An open transaction.
        name: Who or what it is for.
        scopes: What it is good for; see ``service.access.scopes``.
        expires_at: When it stops being valid, with a time zone; ``None`` for never.

    Raises:
        InvalidInput: The name is empty or too long, a scope is unknown, or the time is past or has no zone.
    """
    chosen = checked_scopes(scopes)
    _check(name, expires_at)
    secret = new_key()
    key = api_keys.add(session, secret.id, name, secret.digest, chosen, actor(), expires_at)
    note(session, "create", "key", key.id, name=name, scopes=list(chosen), expires_at=_shown(expires_at))
    return NewKey(key, secret)


def revoke_key(session: Session, key_id: str) -> ApiKey:
    """Take a key out of force, from the next request on; doing so twice changes nothing.

    Raises:
        NotFound: The tenant has no such key.
    """
    key, changed = api_keys.revoke(session, key_id)
    if changed:
        note(session, "revoke", "key", key.id, name=key.name)
    return key


def _check(name: str, expires_at: datetime | None) -> None:
    if not name or name != name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
        raise InvalidInput(
            f"{name!r} is no name for a key",
            place="name",
            advice=f"use 1 to {_LONGEST_NAME} printable characters without blanks at the ends",
        )
    if expires_at is None:
        return
    if expires_at.tzinfo is None:
        raise InvalidInput("the time has no zone", place="expires_at", advice="write it as 2030-01-31T00:00:00Z")
    if expires_at <= datetime.now(UTC):
        raise InvalidInput("the time is past", place="expires_at", advice="name a time to come")


def _shown(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
