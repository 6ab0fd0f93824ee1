"""Rows of the queue that workers take jobs from. It is procrastinate's, in a schema of its own.

Its functions name their tables without the schema, and its rows are shown to their tenant alone; so each call here
changes both for as long as it lasts.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

QUEUE, LOAD, RESUME = "load", "load", "resume"
# Taken before any load: it only puts one back into the line.
_FIRST = 1_000_000_000

_ENTER = text(
    "SELECT set_config('search_path', 'queue, public', true), set_config('dianmian.worker', 'on', true),"
    " pg_advisory_xact_lock(hashtextextended('dianmian.queue', 0))"
)
_ENTER_UNORDERED = text(
    "SELECT set_config('search_path', 'queue, public', true), set_config('dianmian.worker', 'on', true)"
)
_LEAVE = text("SELECT set_config('search_path', 'public', true), set_config('dianmian.worker', 'off', true)")

# The turn of a tenant's job: one after its last, and not before the one that is being worked on. A tenant that comes
# new is served next, whatever waits for the others; two that both have work take turns. Never out of order within a
# tenant: of two versions of a file the one sent last must be loaded last.
_TURN = text("""
SELECT GREATEST(
    (SELECT 1 - min(priority) FROM procrastinate_jobs
     WHERE status IN ('todo', 'doing') AND task_name = :task AND args ->> 'tenant' = :tenant),
    COALESCE(
        (SELECT - min(priority) FROM procrastinate_jobs WHERE status = 'doing' AND task_name = :task),
        (SELECT - max(priority) FROM procrastinate_jobs WHERE status = 'todo' AND task_name = :task),
        0))
""")
_DEFER = text("""
SELECT (procrastinate_defer_jobs_v1(ARRAY[ROW(
    CAST(:queue AS varchar), CAST(:task AS varchar), CAST(:priority AS integer), CAST(:lock AS text), NULL,
    CAST(:args AS jsonb),
    CASE WHEN :wait > 0 THEN clock_timestamp() + make_interval(secs => :wait) END
)::procrastinate_job_to_defer_v1]))[1]
""")
_DROP = text("DELETE FROM procrastinate_jobs WHERE id = :id")
_WITHDRAW = text("DELETE FROM procrastinate_jobs WHERE id = :id AND status = 'todo'")
# As a new row: whoever had taken the old one may still come back and finish it.
_AGAIN = text("""
WITH gone AS (DELETE FROM procrastinate_jobs WHERE id = :id RETURNING queue_name, task_name, priority, lock, args)
INSERT INTO procrastinate_jobs (queue_name, task_name, priority, lock, args) SELECT * FROM gone RETURNING id
""")
_TAKEN = text("""
SELECT j.id, j.task_name, j.args,
       j.status = 'failed' OR w.id IS NULL
           OR w.last_heartbeat < clock_timestamp() - make_interval(secs => :seconds) AS lost,
       COALESCE((SELECT max(e.at) FROM procrastinate_events e WHERE e.job_id = j.id AND e.type = 'started')
           < clock_timestamp() - make_interval(secs => :seconds), true) AS old
FROM procrastinate_jobs j LEFT JOIN procrastinate_workers w ON w.id = j.worker_id
WHERE j.status IN ('doing', 'failed') ORDER BY j.id
""")
_HOLD = text(
    "SELECT id FROM procrastinate_jobs WHERE id = :id AND status IN ('doing', 'failed') FOR UPDATE SKIP LOCKED"
)
_EXISTS = text("SELECT EXISTS (SELECT FROM procrastinate_jobs WHERE id = :id)")
_WAITING = text("SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing')")


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a row of the queue holds of a job: whose it is and which. What it is to do stands in the job."""

    tenant: str
    kb_id: int
    job_id: str

    def args(self) -> dict[str, Any]:
        """Return it as the queue keeps it."""
        return {"tenant": self.tenant, "kb_id": self.kb_id, "job_id": self.job_id}


@dataclass(frozen=True, slots=True)
class Taken:
    """A row some worker has taken.

    ``lost`` when that worker is gone, has given the row up or has been silent for too long; ``old`` when the row was
    taken longer ago than that.
    """

    id: int
    task: str
    ticket: Ticket | None
    lost: bool
    old: bool


def put(session: Session, ticket: Ticket) -> int:
    """Put a job into the line and return its row's number: one job of a knowledge base at a time, tenants in turn."""
    with _queue(session, ordered=True):
        turn = session.scalar(_TURN, {"task": LOAD, "tenant": ticket.tenant}) or 0
        return _defer(session, LOAD, ticket, -int(turn), f"dianmian.load:{ticket.kb_id}", 0.0)


def put_later(session: Session, ticket: Ticket, seconds: float) -> int:
    """Have a job put into the line in ``seconds``; until then it holds up no other one of its knowledge base."""
    with _queue(session):
        return _defer(session, RESUME, ticket, _FIRST, None, seconds)


def again(session: Session, row: int) -> int:
    """Give what was taken back to the line, to where it stood; return the number of its new row."""
    with _queue(session):
        return int(session.execute(_AGAIN, {"id": row}).scalar_one())


def withdraw(session: Session, row: int) -> None:
    """Remove a row that nobody has taken yet; whoever has just taken it learns from its job that nothing is to do."""
    with _queue(session):
        session.execute(_WITHDRAW, {"id": row})


def drop(session: Session, row: int) -> None:
    """Remove a row that a worker took and will never finish."""
    with _queue(session):
        session.execute(_DROP, {"id": row})


def taken(session: Session, seconds: float) -> list[Taken]:
    """Return all rows that workers have taken, of all tenants; a worker silent for ``seconds`` counts as lost."""
    with _queue(session):
        rows = session.execute(_TAKEN, {"seconds": seconds}).all()
    return [Taken(row.id, row.task_name, _ticket(row.args), bool(row.lost), bool(row.old)) for row in rows]


def hold(session: Session, row: int) -> bool:
    """Take hold of a taken row until the transaction ends; false when somebody else has, or it has ended."""
    with _queue(session):
        return session.scalar(_HOLD, {"id": row}) is not None


def exists(session: Session, row: int) -> bool:
    """Return whether there is such a row."""
    with _queue(session):
        return bool(session.scalar(_EXISTS, {"id": row}))


def count(session: Session) -> int:
    """Count the rows that wait or are worked on, of all tenants."""
    with _queue(session):
        return int(session.scalar(_WAITING) or 0)


def _defer(session: Session, task: str, ticket: Ticket, priority: int, lock: str | None, wait: float) -> int:
    values = {"queue": QUEUE, "task": task, "priority": priority, "lock": lock, "wait": wait}
    return int(session.scalar(_DEFER, {**values, "args": json.dumps(ticket.args())}) or 0)


def _ticket(args: Mapping[str, Any]) -> Ticket | None:
    try:
        return Ticket(str(args["tenant"]), int(args["kb_id"]), str(args["job_id"]))
    except (KeyError, TypeError, ValueError):
        return None


@contextmanager
def _queue(session: Session, *, ordered: bool = False) -> Iterator[None]:
    session.execute(_ENTER if ordered else _ENTER_UNORDERED)
    yield
    session.execute(_LEAVE)
