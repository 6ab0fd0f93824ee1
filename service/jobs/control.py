"""Cancelling jobs, starting them again, and removing them."""

from dataclasses import replace

from core.errors import Conflict
from core.job import FILE_STAGES, Job, Stage
from core.knowledge_base import KnowledgeBase
from service.access.trail import note
from store import jobs, queue, uploads
from store.engine import Database
from store.queue import Ticket
from store.session import Session


def cancel(database: Database, kb: KnowledgeBase, job_id: str) -> Job:
    """End a job: one that waits at once, one that runs at its next safe point. What is stored stays whole.

    Raises:
        NotFound: There is no such job.
        Conflict: It has ended already.
    """
    with database.session() as session:
        job = jobs.get(session, kb.id, job_id, changing=True)
        if job.ended:
            raise Conflict(f"the job has ended already: {job.state}", place=job_id)
        jobs.cancel(session, job)
        if job.state == "queued" and job.queue_id is not None:
            queue.withdraw(session, job.queue_id)
        note(session, "cancel", "job", job_id, kb=kb.name)
        return jobs.get(session, kb.id, job_id)


def retry(database: Database, kb: KnowledgeBase, job_id: str) -> Job:
    """Start a job that failed or was cancelled again, from the stage it came to; its tries are counted anew.

    Raises:
        NotFound: There is no such job.
        Conflict: It waits or runs, or is done, or its files are gone.
    """
    with database.session() as session:
        job = jobs.get(session, kb.id, job_id, changing=True)
        _check(session, job)
        again = replace(job, stages={name: _anew(stage) for name, stage in job.stages.items()})
        jobs.queue(session, again, queue.put(session, Ticket(database.acting_tenant, kb.id, job.id)))
        note(session, "retry", "job", job_id, kb=kb.name)
        return jobs.get(session, kb.id, job_id)


def remove(database: Database, kb: KnowledgeBase, job_id: str) -> None:
    """Forget a job with the files it still holds. What it has loaded stays.

    Raises:
        NotFound: There is no such job.
        Conflict: It runs.
    """
    with database.session() as session:
        job = jobs.get(session, kb.id, job_id, changing=True)
        if job.state == "running":
            raise Conflict("the job runs", place=job_id, advice="cancel it first")
        if job.queue_id is not None:
            queue.withdraw(session, job.queue_id)
        forget(session, kb.id, [job])
        note(session, "delete", "job", job_id, kb=kb.name)


def forget(session: Session, kb_id: int, ended: list[Job]) -> None:
    """Remove jobs and their files."""
    for job in ended:
        uploads.delete_of(session, kb_id, job.id)
    jobs.delete(session, kb_id, [job.id for job in ended])


def _check(session: Session, job: Job) -> None:
    if job.state == "done":
        raise Conflict("the job is done", place=job.id)
    # After a restore from a copy without the queue a job may wait for nothing.
    if not job.ended and job.queue_id is not None and queue.exists(session, job.queue_id):
        raise Conflict(f"the job has not ended: {job.state}", place=job.id, advice="cancel it first, or wait")
    if all(job.stages.get(name, Stage()).state == "done" for name in FILE_STAGES):
        return
    wanted = {file.upload for file in job.request.files}
    if wanted - uploads.held(session, job.kb_id, wanted):
        raise Conflict("the files of the job are gone", place=job.id, advice="send them again")


def _anew(stage: Stage) -> Stage:
    if stage.state == "done":
        return stage
    return replace(stage, state="waiting", attempts=0, error="", wait=0.0)
