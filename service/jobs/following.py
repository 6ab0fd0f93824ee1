"""Following a job: its state each time it changes, until it has ended."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from time import sleep

from litestar.concurrency import sync_to_thread

from core.job import Job
from core.knowledge_base import KnowledgeBase
from store import jobs
from store.engine import Database

_INTERVAL = 0.5


def follow(database: Database, kb: KnowledgeBase, job_id: str) -> Iterator[Job]:
    """Yield the job now and after each change, ended at the last.

    Raises:
        NotFound: There is no such job, or it was removed meanwhile.
    """
    last: Job | None = None
    while True:
        now = _read(database, kb, job_id)
        if last is None or _shown(now) != _shown(last):
            yield now
        if now.ended:
            return
        last = now
        sleep(_INTERVAL)


async def following(database: Database, kb: KnowledgeBase, job_id: str) -> AsyncIterator[Job]:
    """Yield the same as ``follow``, without holding a thread while nothing happens."""
    last: Job | None = None
    while True:
        now = await sync_to_thread(_read, database, kb, job_id)
        if last is None or _shown(now) != _shown(last):
            yield now
        if now.ended:
            return
        last = now
        await asyncio.sleep(_INTERVAL)


def _read(database: Database, kb: KnowledgeBase, job_id: str) -> Job:
    with database.session() as session:
        return jobs.get(session, kb.id, job_id)


def _shown(job: Job) -> tuple[object, ...]:
    return job.state, job.stage, job.stages, job.cancel_requested, job.attempts
