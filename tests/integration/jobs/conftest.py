"""The service over the real database with an embedder that counts, and a worker in a thread of this process."""

import asyncio
import io
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Thread

import pytest

from core.job import Job
from core.knowledge_base import KnowledgeBase
from core.settings import Settings
from service.jobs.submitting import submit
from service.jobs.worker import Worker
from service.logs import configure
from service.uploads import Upload
from service.wiring import Application, build
from store import jobs, knowledge_bases
from store.engine import Database, acting_for
from tests.integration.loading.conftest import CountingEmbedder

PATIENCE = 60.0
Working = Callable[..., AbstractContextManager[Worker]]


@pytest.fixture(autouse=True)
def quiet() -> None:
    configure("error")


@pytest.fixture
def embedder() -> CountingEmbedder:
    return CountingEmbedder()


@pytest.fixture
def application(settings: Settings, database: Database, embedder: CountingEmbedder) -> Application:
    """Services that lose no time: a second try comes at once, and silence is noticed soon."""
    quick = {"job_retry_wait": 0.05, "job_heartbeat": 0.2, "job_stalled_after": 1.0, "job_tries": 3}
    return build(settings.model_copy(update=quick), database, embedder)


@pytest.fixture
def kb(database: Database) -> KnowledgeBase:
    with database.session() as session:
        return knowledge_bases.create(session, "规则")


def send(application: Application, kb: KnowledgeBase, *files: tuple[str, str | bytes]) -> Job:
    """Hand files (name, content) over as one job."""
    uploads = [
        Upload(name, io.BytesIO(content.encode() if isinstance(content, str) else content)) for name, content in files
    ]
    job, _ = submit(application, kb, uploads)
    return job


def job_of(application: Application, job: Job, tenant: str | None = None) -> Job:
    """Return ``job`` as it is now."""
    with application.database.session(tenant) as session:
        return jobs.get(session, job.kb_id, job.id)


def until(application: Application, job: Job, holds: Callable[[Job], bool] = lambda job: job.ended) -> Job:
    """Wait until something is true of ``job``: that it has ended, when nothing is said."""
    deadline = time.monotonic() + PATIENCE
    while not holds(now := job_of(application, job)):
        assert time.monotonic() < deadline, f"it never came: {now}"
        time.sleep(0.01)
    return now


def kb_of(database: Database, tenant: str, name: str) -> KnowledgeBase:
    """Create a knowledge base of ``tenant``."""
    with acting_for(tenant), database.session() as session:
        return knowledge_bases.create(session, name)


@pytest.fixture
def working(application: Application) -> Iterator[Working]:
    """Run a worker while a block lasts; ``drain`` waits at its end until no job is left."""

    @contextmanager
    def run(concurrency: int = 1, *, drain: bool = False, name: str = "工人") -> Iterator[Worker]:
        worker = Worker(application, concurrency=concurrency, name=name, drain=drain)
        thread = Thread(target=lambda: asyncio.run(worker.run()), daemon=True)
        thread.start()
        try:
            yield worker
        finally:
            if not drain:
                worker.stop()
            thread.join(PATIENCE)
            worker.stop()
            assert not thread.is_alive()

    yield run
