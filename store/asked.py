"""Queries on the log of questions. Ages are told by the database's clock, never by that of the machine that asks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from core.errors import InvalidInput, NotFound
from store.tables import ASKED
from store.tables.layout import AnyRow

_NEWEST = (ASKED.c.at.desc(), ASKED.c.id.desc())
_NO_KB = "kb_id"
_PAGE = 500


@dataclass(frozen=True, slots=True)
class NewQuestion:
    """A question to be kept. ``sources`` names what was cited: document, chunk and fact, without their text.

    ``milliseconds`` is how long the answer took; ``confidence`` is 0–1.
    """

    id: str
    door: str
    actor: str
    question: str
    completed: str
    answer: str
    headline: str
    route: str
    grade: str
    confidence: float
    refused: bool
    degraded: tuple[str, ...]
    sources: tuple[Mapping[str, Any], ...]
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Asked(NewQuestion):
    """A question that was kept. ``liked`` is ``None`` until somebody says what they think of the answer."""

    at: datetime
    liked: bool | None
    note: str
    judged_at: datetime | None
    judged_by: str


@dataclass(frozen=True, slots=True)
class AskedFilter:
    """Which questions are wanted; ``None`` does not narrow. ``since`` is included, ``until`` is not."""

    refused: bool | None = None
    liked: bool | None = None
    since: datetime | None = None
    until: datetime | None = None


def add(session: Session, kb_id: int, new: NewQuestion) -> None:
    """Keep a question.

    Raises:
        Conflict: The knowledge base is gone.
        NotFound: It is another tenant's.
    """
    row = {**asdict(new), "degraded": list(new.degraded), "sources": [dict(one) for one in new.sources]}
    session.execute(sa.insert(ASKED).values(kb_id=kb_id, **row))


def get(session: Session, kb_id: int, asked_id: str) -> Asked:
    """Return one question.

    Raises:
        NotFound: There is none of this id.
    """
    row = session.execute(_of(kb_id).where(ASKED.c.id == asked_id)).one_or_none()
    if row is None:
        raise _none(asked_id)
    return _asked(row)


def judge(session: Session, kb_id: int, asked_id: str, *, liked: bool, note: str, by: str) -> Asked:
    """Note what somebody thinks of an answer, in place of what was noted before; return the question.

    Raises:
        NotFound: There is none of this id.
    """
    values = {"liked": liked, "note": note, "judged_by": by, "judged_at": sa.func.clock_timestamp()}
    one = (ASKED.c.kb_id == kb_id, ASKED.c.id == asked_id)
    if session.scalar(sa.update(ASKED).where(*one).values(values).returning(ASKED.c.id)) is None:
        raise _none(asked_id)
    return get(session, kb_id, asked_id)


def delete(session: Session, kb_id: int, asked_id: str) -> None:
    """Delete one question with its answer.

    Raises:
        NotFound: There is none of this id.
    """
    one = (ASKED.c.kb_id == kb_id, ASKED.c.id == asked_id)
    if session.scalar(sa.delete(ASKED).where(*one).returning(ASKED.c.id)) is None:
        raise _none(asked_id)


def listing(
    session: Session, kb_id: int, wanted: AskedFilter, after: str | None = None, limit: int = 100
) -> list[Asked]:
    """Return questions, the newest first.

    Args:
        session: An open transaction.
        kb_id: The knowledge base.
        wanted: Which of them.
        after: Go on behind the question of this id.
        limit: At most this many.

    Raises:
        InvalidInput: ``after`` names no question.
    """
    statement = _narrowed(_of(kb_id), wanted)
    if after is not None:
        last = session.execute(
            sa.select(ASKED.c.at, ASKED.c.id).where(ASKED.c.kb_id == kb_id, ASKED.c.id == after)
        ).one_or_none()
        if last is None:
            raise InvalidInput("the page goes on behind a question that is not there", place="after")
        statement = statement.where(sa.tuple_(ASKED.c.at, ASKED.c.id) < sa.tuple_(last.at, last.id))
    return [_asked(row) for row in session.execute(statement.order_by(*_NEWEST).limit(limit))]


def count(session: Session, kb_id: int, wanted: AskedFilter) -> int:
    """Return how many questions there are."""
    found = sa.select(sa.func.count()).select_from(ASKED).where(ASKED.c.kb_id == kb_id)
    return session.scalar(_narrowed(found, wanted)) or 0


def everything(session: Session, kb_id: int, wanted: AskedFilter) -> Iterator[Asked]:
    """Yield questions, the oldest first, read as they are wanted."""
    statement = _narrowed(_of(kb_id), wanted).order_by(ASKED.c.at, ASKED.c.id)
    for row in session.execute(statement.execution_options(yield_per=_PAGE)):
        yield _asked(row)


def purge(session: Session, days: float, kb_id: int | None = None) -> int:
    """Delete the tenant's questions that are older than ``days``, of one knowledge base or of all; return how many."""
    limit = sa.func.clock_timestamp() - sa.func.make_interval(0, 0, 0, 0, 0, 0, days * 86_400)
    old = [ASKED.c.at < limit]
    if kb_id is not None:
        old.append(ASKED.c.kb_id == kb_id)
    gone: Sequence[str] = session.scalars(sa.delete(ASKED).where(*old).returning(ASKED.c.id)).all()
    return len(gone)


def _of(kb_id: int) -> sa.Select[Any]:
    columns = [column for column in ASKED.columns if column.name != _NO_KB]
    return sa.select(*columns).where(ASKED.c.kb_id == kb_id)


def _narrowed(statement: sa.Select[Any], wanted: AskedFilter) -> sa.Select[Any]:
    if wanted.refused is not None:
        statement = statement.where(ASKED.c.refused == wanted.refused)
    if wanted.liked is not None:
        statement = statement.where(ASKED.c.liked == wanted.liked)
    if wanted.since is not None:
        statement = statement.where(ASKED.c.at >= wanted.since)
    if wanted.until is not None:
        statement = statement.where(ASKED.c.at < wanted.until)
    return statement


def _asked(row: AnyRow) -> Asked:
    values = dict(row._mapping)
    return Asked(**{**values, "degraded": tuple(values["degraded"]), "sources": tuple(values["sources"])})


def _none(asked_id: str) -> NotFound:
    return NotFound(f"there is no question {asked_id} in the log", place=asked_id, advice="see: dianmian asked list")
