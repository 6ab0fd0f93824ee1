"""The log read and judged, for every door."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime

from core.errors import InvalidInput
from core.knowledge_base import KnowledgeBase
from service.access.identity import actor
from service.access.trail import note
from service.asked.redaction import redacted
from service.views.asked import AskedPage, asked_view
from service.wiring import Application
from store import asked as asked_store
from store import knowledge_bases
from store.asked import Asked, AskedFilter
from store.session import Session

MOST = 1000
LONGEST_NOTE = 2000


def asked_page(
    session: Session, kb: KnowledgeBase, wanted: AskedFilter, *, after: str | None = None, limit: int = 100
) -> AskedPage:
    """Return one page of the log, the newest first.

    Raises:
        InvalidInput: The limit is out of range, or ``after`` names no question.
    """
    if not 1 <= limit <= MOST:
        raise InvalidInput(f"a page has 1 to {MOST} questions", place="limit")
    found = asked_store.listing(session, kb.id, wanted, after, limit + 1)
    page = found[:limit]
    following = page[-1].id if len(found) > limit else None
    return AskedPage([asked_view(one) for one in page], asked_store.count(session, kb.id, wanted), following)


def judge(application: Application, kb: str, asked_id: str, *, liked: bool, note: str = "") -> Asked:
    """Note what somebody thinks of an answer.

    Raises:
        NotFound: No such knowledge base or question.
        InvalidInput: The note is too long.
    """
    if len(note) > LONGEST_NOTE:
        raise InvalidInput(f"a note has at most {LONGEST_NOTE} characters", place="note")
    # What was answered a moment ago may still be on its way into the log.
    application.question_log.flush()
    kept = redacted(note) if application.settings.query_log_redact else note
    with application.database.session() as session:
        base = knowledge_bases.get(session, kb)
        return asked_store.judge(session, base.id, asked_id, liked=liked, note=kept.replace("\x00", ""), by=actor())


def forget(application: Application, kb: str, asked_id: str) -> None:
    """Delete one question with its answer.

    Raises:
        NotFound: No such knowledge base or question.
    """
    application.question_log.flush()
    with application.database.session() as session:
        asked_store.delete(session, knowledge_bases.get(session, kb).id, asked_id)
        note(session, "delete", "question", asked_id, kb=kb)


def filter_of(
    refused: bool | None = None, liked: bool | None = None, since: str | None = None, until: str | None = None
) -> AskedFilter:
    """Return what is wanted; ``since`` and ``until`` are days or moments (2025-03-01, 2025-03-01T08:00:00+08:00).

    Raises:
        InvalidInput: One is neither; the place names it.
    """
    return AskedFilter(refused, liked, _moment(since, "from"), _moment(until, "to"))


def as_line(asked: Asked) -> str:
    """Return a question as one line of JSON, as ``dianmian suite draft --questions`` reads it."""
    row = {
        "question": asked.completed or asked.question,
        "answer": asked.headline or asked.answer,
        "feedback": {True: "up", False: "down", None: ""}[asked.liked],
        "note": asked.note,
        "asked": asked.question,
        "refused": asked.refused,
        "grade": asked.grade,
        "at": asked.at.isoformat(),
        "id": asked.id,
    }
    return json.dumps(row, ensure_ascii=False)


def lines(session: Session, kb: KnowledgeBase, wanted: AskedFilter) -> Iterator[str]:
    """Yield the log as JSON lines, the oldest first."""
    for one in asked_store.everything(session, kb.id, wanted):
        yield as_line(one)


def _moment(text: str | None, place: str) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise InvalidInput(f"{text!r} is no day", place=place, advice="write it as 2025-03-01") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
