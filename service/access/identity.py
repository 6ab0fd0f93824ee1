"""Who acts. Known at the door, and by whatever the door calls, without being handed on."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from service.access.scopes import SCOPES
from store.engine import acting_for

LOCAL = "local"


@dataclass(frozen=True, slots=True)
class Identity:
    """Who acts: a key of a tenant, or ``local``, whoever may use the machine itself."""

    tenant: str
    key: str = LOCAL
    scopes: frozenset[str] = frozenset(SCOPES)


_IDENTITY: ContextVar[Identity | None] = ContextVar("dianmian_identity", default=None)
_REQUEST: ContextVar[str] = ContextVar("dianmian_request", default="")


def identity() -> Identity | None:
    """Return who acts, ``None`` where no door has said so: on the command line, in a library."""
    return _IDENTITY.get()


def actor() -> str:
    """Return what to write down as the one who did it: the id of a key, else ``local``."""
    known = _IDENTITY.get()
    return LOCAL if known is None else known.key


def request_id() -> str:
    """Return the id of the request that is being answered, empty where there is none."""
    return _REQUEST.get()


@contextmanager
def acting_as(who: Identity) -> Iterator[None]:
    """Let all that is done inside be done by ``who``, and every session be of that tenant.

    It holds in the task and in threads that take its context over. A worker or a server with tasks of its own says it
    again there.
    """
    token = _IDENTITY.set(who)
    try:
        with acting_for(who.tenant):
            yield
    finally:
        _IDENTITY.reset(token)


@contextmanager
def answering(request: str) -> Iterator[None]:
    """Let what is done inside belong to the request with this id."""
    token = _REQUEST.set(request)
    try:
        yield
    finally:
        _REQUEST.reset(token)
