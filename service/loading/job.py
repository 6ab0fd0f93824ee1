"""What the stages of one load share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from core.embedding import Embedder
from core.errors import Conflict, NotFound, NotReady
from core.knowledge_base import KnowledgeBase
from core.llm import LanguageModel
from core.settings import Settings
from service.loading.report import Tally
from service.progress import Progress
from store.engine import Database

T = TypeVar("T")
_TRIES = 3


class Stopped(Exception):
    """A load is to go no further: it was cancelled, or somebody else goes on with it."""


# When the database or the knowledge base is gone, or nobody wants the load, no other file or chunk fares better.
FATAL = (NotReady, NotFound, Stopped)


class Stash(Protocol):
    """Keeps what took long to make, for the case that the load is broken off and begun again."""

    def get(self, name: str) -> bytes | None:
        """Return what was kept under ``name``."""

    def put(self, name: str, content: bytes) -> None:
        """Keep ``content``."""


class NoStash:
    """Keeps nothing."""

    def get(self, name: str) -> bytes | None:
        """Return nothing."""

    def put(self, name: str, content: bytes) -> None:
        """Let it go."""


def unwatched() -> None:
    """Let a load go on to its end."""


@dataclass(frozen=True, slots=True)
class Job:
    """One load of one knowledge base. ``watch`` is called often and raises ``Stopped`` when the load is to end."""

    database: Database
    settings: Settings
    embedder: Embedder
    kb: KnowledgeBase
    tenant: str | None
    progress: Progress
    tally: Tally = field(default_factory=Tally)
    language_model: LanguageModel | None = None
    watch: Callable[[], None] = unwatched
    stash: Stash = field(default_factory=NoStash)


def persistent(work: Callable[[], T]) -> T:
    """Return what ``work``, one transaction, returns; tried again when someone else changed the same rows.

    Raises:
        Conflict: It failed so three times.
    """
    for _ in range(_TRIES - 1):
        try:
            return work()
        except Conflict:
            continue
    return work()
