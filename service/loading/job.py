"""What the stages of one load share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

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

# When the database or the knowledge base is gone, no other file or chunk fares better.
FATAL = (NotReady, NotFound)


@dataclass(frozen=True, slots=True)
class Job:
    """One load of one knowledge base."""

    database: Database
    settings: Settings
    embedder: Embedder
    kb: KnowledgeBase
    tenant: str | None
    progress: Progress
    tally: Tally = field(default_factory=Tally)
    language_model: LanguageModel | None = None


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
