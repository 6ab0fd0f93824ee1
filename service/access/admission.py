"""Letting a request in: whose it is, what it may do, and whether it comes too often."""

from dataclasses import dataclass

from core.errors import NotIdentified
from core.settings import Settings
from service.access.identity import Identity
from service.access.key_text import digest_of, is_well_formed
from service.access.limits import effective_limits
from service.access.rates import Counted, check_counts, count_request
from service.access.scopes import Scope, require
from store import api_keys
from store.engine import Database
from store.rates import Rate
from store.session import Session

_ADVICE = "send a key as Authorization: Bearer dm_…; dianmian keys create makes one"


@dataclass(frozen=True, slots=True)
class Admission:
    """Who was let in, and how the tightest of the limits stands (``None``: nothing is limited)."""

    identity: Identity
    rate: Rate | None


def admit(
    database: Database, settings: Settings, key: str | None, scope: Scope, *, question: bool = False
) -> Admission:
    """Let a request in that needs ``scope``, or refuse it.

    Args:
        database: An open database.
        settings: ``access`` decides whether a key is wanted.
        key: The key that came with the request, ``None`` for none.
        scope: What the request needs.
        question: Whether it is a question, and counts as one.

    Raises:
        NotIdentified: A key is wanted and there is none, or it is mistyped, unknown, expired or revoked.
        NotAllowed: The key lacks the scope.
        RateLimited: There were too many.
    """
    if settings.access == "open":
        who = Identity(database.tenant)
        with database.session(who.tenant) as session:
            counts = count_request(session, who, effective_limits(session, settings), question=question)
        return Admission(who, check_counts(counts))
    who, counts = _keyed(database, settings, _well_formed(key), scope, question=question)
    rate = check_counts(counts)
    require(scope, who.scopes)
    return Admission(who, rate)


def _keyed(
    database: Database, settings: Settings, key: str, scope: Scope, *, question: bool
) -> tuple[Identity, tuple[Counted, ...]]:
    # Of no tenant until the key is found: then of the key's.
    with database.session("") as session:
        who = _identified(session, key)
        asked = question and scope in who.scopes
        return who, count_request(session, who, effective_limits(session, settings), question=asked)


def _identified(session: Session, key: str) -> Identity:
    found = api_keys.presented(session, digest_of(key))
    if found is None:
        # The same words whether it never was, was revoked or has expired: a finder of old keys learns nothing.
        raise NotIdentified("the key is not valid", place="key", advice="ask for a new one: dianmian keys create")
    return Identity(found.tenant, found.id, frozenset(found.scopes))


def _well_formed(key: str | None) -> str:
    if not key:
        raise NotIdentified("a key is needed", place="key", advice=_ADVICE)
    if not is_well_formed(key):
        raise NotIdentified("this is not a whole key", place="key", advice="check that it was copied to the end")
    return key
