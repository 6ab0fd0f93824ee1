"""Queries on jobs. Whoever works on one proves by ``attempt`` that it is still theirs."""

from collections.abc import Collection, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import delete as sql_delete
from sqlalchemy import func, insert, or_, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY, array
from sqlalchemy.orm import Session
from sqlalchemy.types import Text

from core.errors import NotFound
from core.job import ENDED, Job, JobError, JobFile, JobRequest, JobState, Stage
from store import turn
from store.tables import JOB
from store.tables.layout import AnyRow

_LIVE: tuple[JobState, ...] = ("queued", "running")
_COLUMNS = (
    JOB.c.kb_id, JOB.c.id, JOB.c.kind, JOB.c.state, JOB.c.stage, JOB.c.stages, JOB.c.request, JOB.c.created_by,
    JOB.c.created_at, JOB.c.report, JOB.c.error, JOB.c.attempts, JOB.c.cancel_requested, JOB.c.worker, JOB.c.started_at,
    JOB.c.ended_at, JOB.c.heartbeat_at, JOB.c.queue_id,
)  # fmt: skip
_NOW = func.clock_timestamp()
_PATIENCE = text("SELECT set_config('lock_timeout', :milliseconds, true)")
_BRIEF = text("SELECT set_config('idle_in_transaction_session_timeout', '10s', true)")
_CLOCK = text("SELECT clock_timestamp()")


def take_turn(session: Session, kb_id: int) -> None:
    """Let nobody else add jobs to this knowledge base until the transaction ends."""
    turn.take(session, f"dianmian.jobs:{kb_id}")


def limit_patience(session: Session, seconds: float) -> None:
    """Wait no longer than this for whoever changes the same rows, until the transaction ends; then ``Conflict``."""
    session.execute(_PATIENCE, {"milliseconds": str(max(1, round(seconds * 1000)))})


def clock(session: Session) -> datetime:
    """Return the database's time; machines' own may differ."""
    found: datetime = session.execute(_CLOCK).scalar_one()
    return found


def add(session: Session, job: Job) -> Job:
    """Store a new job; its times are the database's.

    Raises:
        NotFound: The knowledge base is another tenant's.
    """
    values = {
        "kb_id": job.kb_id,
        "id": job.id,
        "kind": job.kind,
        "state": job.state,
        "stage": job.stage,
        "stages": _plain(job.stages),
        "request": asdict(job.request),
        "report": dict(job.report),
        "created_by": job.created_by,
        "ended_at": _NOW if job.ended else None,
    }
    return _job(session.execute(insert(JOB).values(values).returning(*_COLUMNS)).one())


def find(session: Session, kb_id: int, job_id: str, *, changing: bool = False) -> Job | None:
    """Return a job, ``None`` when there is none with this id.

    With ``changing`` nobody else changes it until the transaction ends.
    """
    statement = select(*_COLUMNS).where(JOB.c.kb_id == kb_id, JOB.c.id == job_id)
    row = session.execute(statement.with_for_update() if changing else statement).one_or_none()
    return None if row is None else _job(row)


def get(session: Session, kb_id: int, job_id: str, *, changing: bool = False) -> Job:
    """Return a job; see ``find``.

    Raises:
        NotFound: There is none with this id.
    """
    found = find(session, kb_id, job_id, changing=changing)
    if found is None:
        raise NotFound(f"there is no job {job_id}", place=job_id, advice="check the id")
    return found


def page(
    session: Session, kb_id: int, states: Collection[JobState] = (), after: str | None = None, limit: int = 100
) -> list[Job]:
    """Return up to ``limit`` jobs, the latest first, those after the job ``after``; of these ``states``, or of all."""
    statement = select(*_COLUMNS).where(JOB.c.kb_id == kb_id)
    if states:
        statement = statement.where(JOB.c.state.in_(list(states)))
    if after is not None:
        last = get(session, kb_id, after)
        earlier = or_(JOB.c.created_at < last.created_at, (JOB.c.created_at == last.created_at) & (JOB.c.id < after))
        statement = statement.where(earlier)
    statement = statement.order_by(JOB.c.created_at.desc(), JOB.c.id.desc()).limit(limit)
    return [_job(row) for row in session.execute(statement)]


def count(session: Session, kb_id: int) -> dict[str, int]:
    """Return how many jobs there are in each state."""
    statement = select(JOB.c.state, func.count()).where(JOB.c.kb_id == kb_id).group_by(JOB.c.state)
    return {state: int(number) for state, number in session.execute(statement)}


def latest_of(session: Session, kb_id: int, names: Collection[str]) -> Job | None:
    """Return the job that was added last among those that wait or run and load a file of one of these names."""
    named = func.jsonb_path_query_array(JOB.c.request, text("'$.files[*].name'"))
    wanted = named.op("?|")(array(list(names), type_=ARRAY(Text)))
    statement = select(*_COLUMNS).where(JOB.c.kb_id == kb_id, JOB.c.state.in_(_LIVE), wanted)
    row = session.execute(statement.order_by(JOB.c.created_at.desc()).limit(1)).one_or_none()
    return None if row is None else _job(row)


def queue(session: Session, job: Job, row: int) -> None:
    """Note that ``job``, with the stages and report it has now, waits as ``row`` of the queue."""
    values = {
        "state": "queued", "queue_id": row, "cancel_requested": False, "worker": "", "ended_at": None, "error": None,
        "stages": _plain(job.stages), "report": dict(job.report),
    }  # fmt: skip
    session.execute(_of(job).values(values))


def start(session: Session, kb_id: int, job_id: str, row: int, worker: str) -> Job | None:
    """Begin to work on a job that waits as ``row``; ``None`` when there is nothing to do: it is gone, or another's."""
    statement = (
        update(JOB)
        .where(JOB.c.kb_id == kb_id, JOB.c.id == job_id, JOB.c.state == "queued", JOB.c.queue_id == row)
        .values(
            state="running",
            worker=worker,
            attempts=JOB.c.attempts + 1,
            started_at=func.coalesce(JOB.c.started_at, _NOW),
            heartbeat_at=_NOW,
        )
        .returning(*_COLUMNS)
    )
    found = session.execute(statement).one_or_none()
    return None if found is None else _job(found)


def report_progress(session: Session, job: Job, stage: str, stages: Mapping[str, Stage]) -> bool | None:
    """Note how far ``job`` came; return whether it is to stop, ``None`` when it is no longer whose attempt this is."""
    here = stages.get(stage, Stage())
    values = {"stage": stage, "stages": _plain(stages), "done": here.done, "total": here.total, "heartbeat_at": _NOW}
    return _asked_to_stop(session, job, values)


def beat(session: Session, job: Job) -> bool | None:
    """Say that ``job`` is still worked on; see ``report_progress``."""
    return _asked_to_stop(session, job, {"heartbeat_at": _NOW})


def end(
    session: Session,
    job: Job,
    stage: str,
    state: JobState,
    stages: Mapping[str, Stage],
    report: Mapping[str, Any],
    error: JobError | None = None,
) -> bool:
    """End ``job`` in ``state``, having come to ``stage``; false when it is no longer whose attempt this is."""
    values = {
        "state": state, "stages": _plain(stages), "report": dict(report), "ended_at": _NOW, "queue_id": None,
        "error": None if error is None else asdict(error), "stage": stage if error is None else error.stage,
    }  # fmt: skip
    return session.scalar(_held(job).values(values).returning(JOB.c.id)) is not None


def cancel(session: Session, job: Job) -> None:
    """End a job that waits, and ask whoever works on one that runs to stop."""
    if job.state == "running":
        session.execute(_of(job).values(cancel_requested=True))
    else:
        session.execute(_of(job).values(state="cancelled", ended_at=_NOW, queue_id=None))


def silent(session: Session, job: Job, seconds: float) -> bool:
    """Return whether nobody has said for ``seconds`` that ``job`` is worked on."""
    age = func.extract("epoch", _NOW - func.coalesce(JOB.c.heartbeat_at, JOB.c.created_at))
    late = session.scalar(select(age > seconds).where(JOB.c.kb_id == job.kb_id, JOB.c.id == job.id))
    return bool(late)


def delete(session: Session, kb_id: int, ids: Collection[str]) -> None:
    """Remove jobs from the record."""
    session.execute(sql_delete(JOB).where(JOB.c.kb_id == kb_id, JOB.c.id.in_(list(ids))))


def ended_before(session: Session, kb_id: int, days: int) -> list[Job]:
    """Return the jobs that ended more than ``days`` ago."""
    old = JOB.c.ended_at < _NOW - func.make_interval(0, 0, 0, days)
    statement = select(*_COLUMNS).where(JOB.c.kb_id == kb_id, JOB.c.state.in_(sorted(ENDED)), old)
    return [_job(row) for row in session.execute(statement)]


def _of(job: Job) -> Any:
    return update(JOB).where(JOB.c.kb_id == job.kb_id, JOB.c.id == job.id)


def _held(job: Job) -> Any:
    # A worker that was taken for dead and comes back finds another attempt here, and may change nothing any more.
    return _of(job).where(JOB.c.state == "running", JOB.c.attempts == job.attempts)


def _asked_to_stop(session: Session, job: Job, values: Mapping[str, Any]) -> bool | None:
    # Should this process be frozen just now, whoever takes the job over must not wait for it.
    session.execute(_BRIEF)
    stop: bool | None = session.scalar(_held(job).values(dict(values)).returning(JOB.c.cancel_requested))
    return stop


def _plain(stages: Mapping[str, Stage]) -> dict[str, Any]:
    return {name: asdict(stage) for name, stage in stages.items()}


def _job(row: AnyRow) -> Job:
    values = {**row._mapping}
    request = values["request"]
    values["stages"] = {name: Stage(**stage) for name, stage in values["stages"].items()}
    values["request"] = JobRequest(
        tuple(JobFile(**file) for file in request["files"]), request.get("key", ""), request.get("parser")
    )
    values["error"] = None if values["error"] is None else JobError(**values["error"])
    return Job(**values)
