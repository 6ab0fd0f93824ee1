"""Jobs whose worker is gone: found by their silence, and given back to the line or, after too many tries, failed."""

from dataclasses import replace

import structlog

from core.errors import DianmianError
from core.job import Job, JobError, Stage
from service.jobs.outcome import unfinished
from service.wiring import Application
from store import jobs, queue
from store.queue import Taken
from store.session import Session

# A worker that was frozen while it changed its job must not freeze those that look after it.
_PATIENCE = 1.0
_log = structlog.get_logger("dianmian.jobs")


def recover(application: Application) -> int:
    """Give the jobs of dead workers, of all tenants, back to the line; return how many there were.

    Any worker may do so at any time: each row is held while it is looked at.
    """
    seconds = application.settings.job_stalled_after
    with application.database.session() as session:
        rows = queue.taken(session, seconds)
    found = 0
    for row in rows:
        try:
            with application.database.session(row.ticket.tenant if row.ticket else None) as session:
                jobs.limit_patience(session, _PATIENCE)
                found += _look(session, row, application)
        except DianmianError as error:
            _log.warning("job not recovered", row=row.id, error=type(error).__name__)
    return found


def _look(session: Session, row: Taken, application: Application) -> int:
    ticket = row.ticket
    job = jobs.find(session, ticket.kb_id, ticket.job_id, changing=True) if ticket else None
    if job is None or job.ended or job.queue_id != row.id or row.task == queue.RESUME:
        # Nothing is to be done for it; whoever took it has a moment to say so itself.
        if row.lost or row.old:
            _settle_other(session, row, job)
        return 0
    seconds = application.settings.job_stalled_after
    if not (row.lost or (row.old and jobs.silent(session, job, seconds))) or not queue.hold(session, row.id):
        return 0
    _give_back(session, row, job, application.settings.job_tries)
    return 1


def _settle_other(session: Session, row: Taken, job: Job | None) -> None:
    if not queue.hold(session, row.id):
        return
    if row.task == queue.RESUME and job is not None and job.state == "queued" and job.queue_id == row.id:
        jobs.queue(session, job, queue.again(session, row.id))
    else:
        queue.drop(session, row.id)


def _give_back(session: Session, row: Taken, job: Job, tries: int) -> None:
    stages = unfinished(job.stages)
    if job.state == "running" and job.cancel_requested:
        jobs.end(session, job, job.stage, "cancelled", stages, job.report)
        queue.drop(session, row.id)
        return
    if job.state == "running":
        here = stages.get(job.stage, Stage())
        words = f"the worker {job.worker} ended during this stage"
        stages[job.stage] = replace(here, attempts=here.attempts + 1, error=words)
        # A file that kills every worker that reads it must not go round for ever.
        if here.attempts + 1 >= tries:
            error = JobError(job.stage, "WorkerLost", f"{words}, {here.attempts + 1} times")
            stages[job.stage] = replace(stages[job.stage], state="failed")
            jobs.end(session, job, job.stage, "failed", stages, job.report, error)
            queue.drop(session, row.id)
            _log.error("job lost its worker too often", job=job.id, stage=job.stage)
            return
    jobs.queue(session, replace(job, stages=stages), queue.again(session, row.id))
    _log.warning("job given back", job=job.id, stage=job.stage, worker=job.worker)
