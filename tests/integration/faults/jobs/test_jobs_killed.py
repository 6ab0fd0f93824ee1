"""Workers that are killed, paused or told to end: the job goes on, and ends as one that nobody disturbed."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from core.job import STAGES, Job
from core.knowledge_base import KnowledgeBase
from service.wiring import Application
from store.engine import Database
from tests.integration.faults.jobs.conftest import (
    Connection,
    Process,
    Start,
    count,
    job_of,
    kb_of,
    kill,
    loaded_rows,
    send,
    until,
    until_ended,
)
from tests.integration.loading.conftest import statute, terms
from tests.unit.core.embedding.conftest import Reply, Service

ARTICLES = 60
# Long enough that each stage can be met at work.
TEXTS = [(f"{n}.md", statute(f"云杉市第{n}号办法", terms(ARTICLES, 1 + n * ARTICLES))) for n in range(4)]
CHUNKS = ARTICLES * len(TEXTS)


@pytest.fixture
def kb(database: Database) -> KnowledgeBase:
    return kb_of(database, "规则")


@contextmanager
def blocked(watch: Connection, table: str) -> Iterator[None]:
    """Hold up all who write ``table`` until somebody waits for it, and while the block runs."""
    waits = f"SELECT count(*) FROM pg_locks WHERE relation = '{table}'::regclass AND NOT granted"  # noqa: S608
    with watch.transaction():
        watch.execute(f"LOCK TABLE {table} IN EXCLUSIVE MODE".encode())
        until(lambda: count(watch, waits) > 0)
        yield


class Killing:
    """Kills one worker after the other, each in another stage of the same job."""

    def __init__(self, application: Application, job: Job, start: Start, watch: Connection, service: Service) -> None:
        self._application = application
        self._job = job
        self._start = start
        self._watch = watch
        self._service = service

    def in_stage(self, stage: str) -> None:
        """Kill as soon as the job says that it is in ``stage``."""
        with self._worker() as process:
            until(lambda: self._at() == (stage, "running"), self._at)
            kill(process)

    def while_storing(self) -> None:
        """Kill in the middle of a document's transaction."""
        with self._worker() as process, blocked(self._watch, "posting"):
            assert self._at() == ("store", "running")
            kill(process)

    def while_embedding(self) -> None:
        """Kill while the model works on a later batch."""
        self._service.script += [Reply()] * 3 + [Reply(pause=30)] * 2
        before = len(self._service.requests)
        with self._worker() as process:
            until(lambda: len(self._service.requests) >= before + 4 and self._at() == ("embed", "running"), self._at)
            kill(process)
        self._service.script.clear()

    def while_extracting(self) -> None:
        """Kill in the middle of the transaction that stores facts."""
        with self._worker() as process, blocked(self._watch, "fact"):
            assert self._at() == ("extract", "running")
            kill(process)

    @contextmanager
    def _worker(self) -> Iterator[Process]:
        attempts = job_of(self._application, self._job).attempts
        process = self._start()
        until(lambda: job_of(self._application, self._job).attempts > attempts or process.poll() is not None)
        yield process

    def _at(self) -> tuple[str, str]:
        job = job_of(self._application, self._job)
        return job.stage, job.state


def test_killed_in_every_stage_a_job_ends_as_if_undisturbed(
    application: Application, database: Database, kb: KnowledgeBase, start: Start, watch: Connection, service: Service
) -> None:
    job = send(application, kb, *TEXTS)
    killing = Killing(application, job, start, watch, service)
    killing.in_stage("parse")
    assert count(watch, "SELECT count(*) FROM document") == 0
    killing.in_stage("chunk")
    killing.while_storing()
    killing.while_embedding()
    assert count(watch, "SELECT count(*) FROM chunk") == CHUNKS
    killing.while_extracting()
    assert count(watch, "SELECT count(*) FROM embedding") == CHUNKS
    start()
    done = until_ended(application, job)
    assert (done.state, done.attempts) == ("done", 6)
    assert {name: done.stages[name].attempts for name in STAGES[:5]} == dict.fromkeys(STAGES[:5], 1)
    assert done.report["totals"]["pending"] == 0
    undisturbed = send(application, kb_of(database, "另一个"), *TEXTS)
    assert until_ended(application, undisturbed).state == "done"
    assert loaded_rows(database, "规则") == loaded_rows(database, "另一个")
    assert count(watch, "SELECT count(*) FROM queue.procrastinate_jobs") == 0
    assert count(watch, "SELECT count(*) FROM upload") == 0


def test_a_file_that_ends_every_worker_does_not_go_round_for_ever(
    application: Application, kb: KnowledgeBase, start: Start, watch: Connection, service: Service
) -> None:
    job = send(application, kb, ("甲.md", statute("甲办法", terms(2))))
    after = send(application, kb, ("乙.md", statute("乙办法", terms(2, 9))))
    for attempt in range(1, 3):
        service.script += [Reply(pause=30)] * 2
        process = start(DIANMIAN_JOB_TRIES="2")
        until(
            lambda now=attempt: job_of(application, job).attempts == now and job_of(application, job).stage == "embed"
        )
        kill(process)
        service.script.clear()
    start(DIANMIAN_JOB_TRIES="2")
    assert until_ended(application, after).state == "done"
    failed = until_ended(application, job)
    assert (failed.state, failed.stage) == ("failed", "embed")
    assert failed.error is not None
    assert failed.error.error == "WorkerLost"


def test_a_worker_that_is_told_to_end_gives_its_job_back(
    application: Application, kb: KnowledgeBase, start: Start, watch: Connection, service: Service
) -> None:
    job = send(application, kb, *TEXTS)
    service.script += [Reply(pause=0.5)] * 4
    process = start()
    until(lambda: job_of(application, job).stage == "embed", lambda: job_of(application, job))
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    given_back = job_of(application, job)
    assert given_back.state == "queued"
    assert all(stage.attempts == 0 for stage in given_back.stages.values())
    assert count(watch, "SELECT count(*) FROM queue.procrastinate_workers") == 0
    start("--drain")
    assert until_ended(application, job).state == "done"
    assert count(watch, "SELECT count(*) FROM embedding") == CHUNKS


def test_a_worker_that_was_taken_for_dead_does_nothing_more(
    application: Application, database: Database, kb: KnowledgeBase, start: Start, watch: Connection, service: Service
) -> None:
    job = send(application, kb, *TEXTS)
    service.script += [Reply(pause=1.0)]
    paused = start("--name", "甲")
    until(lambda: job_of(application, job).stage == "embed", lambda: job_of(application, job))
    paused.send_signal(signal.SIGSTOP)
    start("--name", "乙")
    until(lambda: job_of(application, job).worker == "乙", lambda: job_of(application, job))
    paused.send_signal(signal.SIGCONT)
    done = until_ended(application, job)
    assert (done.state, done.worker) == ("done", "乙")
    assert (count(watch, "SELECT count(*) FROM embedding"), done.report["totals"]["pending"]) == (CHUNKS, 0)
    # Back again, it goes on working for others.
    assert until_ended(application, send(application, kb, ("后.md", statute("后办法", terms(2, 2000))))).state == "done"
    undisturbed = send(application, kb_of(database, "另一个"), *TEXTS, ("后.md", statute("后办法", terms(2, 2000))))
    assert until_ended(application, undisturbed).state == "done"
    assert loaded_rows(database, "规则")["fact"] == loaded_rows(database, "另一个")["fact"]
