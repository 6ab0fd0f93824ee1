"""The log of questions: written behind the answer's back, so that it can neither slow nor spoil one."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from core.settings import Settings
from service.asked.retention import purge_own
from store import asked, knowledge_bases
from store.asked import NewQuestion
from store.engine import Database

_LONGEST_QUEUE = 1000
_PATIENCE = 5.0
_PURGE_EVERY = 3600.0
_log = structlog.get_logger("dianmian.asked")


@dataclass(frozen=True, slots=True)
class Entry:
    """A question on its way into the log of a tenant's knowledge base."""

    tenant: str
    kb: str
    question: NewQuestion


class QuestionLog:
    """Keeps questions one after the other in a thread that lives while there are any.

    What cannot be kept, because the database is away or too many wait, is counted and logged without its text.

    Args:
        database: Where they are kept.
        settings: Whether and how long.
        missed: Called for each question that was not kept, with the kind of the reason.
    """

    def __init__(self, database: Database, settings: Settings, missed: Callable[[str], None]) -> None:
        self._database = database
        self._settings = settings
        self._missed = missed
        self._waiting: deque[Entry] = deque()
        self._turn = threading.Condition()
        self._at_work = False
        self._purged: dict[str, float] = {}

    @property
    def on(self) -> bool:
        """Whether questions are kept at all."""
        return self._settings.query_log

    def keep(self, entry: Entry) -> None:
        """Hand over a question; returns at once and never fails."""
        with self._turn:
            if len(self._waiting) >= _LONGEST_QUEUE:
                self._miss("full", entry)
                return
            self._waiting.append(entry)
            if not self._at_work:
                self._at_work = True
                threading.Thread(target=self._work, name="question-log", daemon=True).start()

    def flush(self, patience: float = _PATIENCE) -> bool:
        """Wait until all that was handed over is kept, at most ``patience`` seconds; return whether it is."""
        with self._turn:
            return self._turn.wait_for(lambda: not self._at_work, patience)

    def _work(self) -> None:
        while True:
            with self._turn:
                if not self._waiting:
                    self._at_work = False
                    self._turn.notify_all()
                    return
                entry = self._waiting.popleft()
            try:
                self._write(entry)
            # Whatever it is, it is no fault of whoever asked.
            except Exception as error:
                self._miss(type(error).__name__, entry)

    def _write(self, entry: Entry) -> None:
        with self._database.session(entry.tenant) as session:
            asked.add(session, knowledge_bases.get(session, entry.kb).id, entry.question)
        now = time.monotonic()
        if self._settings.query_log_days and now - self._purged.get(entry.tenant, -_PURGE_EVERY) >= _PURGE_EVERY:
            self._purged[entry.tenant] = now
            purge_own(self._database, self._settings.query_log_days, entry.tenant)

    def _miss(self, reason: str, entry: Entry) -> None:
        _log.warning("question not kept", reason=reason, id=entry.question.id)
        self._missed(reason)
