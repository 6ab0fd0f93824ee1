"""Many at once: workers on one document, and uploads from many threads."""

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from core.job import Job
from service.jobs import control
from service.wiring import Application
from store import documents, jobs
from store.engine import Database, acting_for
from tests.integration.faults.jobs.conftest import (
    Connection,
    Start,
    count,
    job_of,
    kb_of,
    loaded_rows,
    send,
    until,
    until_ended,
)
from tests.integration.loading.conftest import statute, terms

# The full measure is a thousand; see docs/reliability.md.
UPLOADS = int(os.environ.get("DIANMIAN_TEST_UPLOADS", "60"))
THREADS, KBS = 16, 6


def test_two_workers_on_one_document_load_its_versions_in_order(
    application: Application, database: Database, start: Start, watch: Connection
) -> None:
    kb = kb_of(database, "规则")
    versions = [statute("云杉市办法", terms(20, 1 + 20 * number)) for number in range(8)]
    sent = [send(application, kb, ("甲.md", text)) for text in versions]
    workers = [start("--concurrency", "2", "--name", name) for name in "甲乙"]
    ended = [until_ended(application, job) for job in sent]
    assert [job.state for job in ended] == ["done"] * len(versions)
    started = [job.started_at for job in ended]
    assert started == sorted(started)  # type: ignore[type-var]
    until_ended(application, send(application, kb_of(database, "另一个"), ("甲.md", versions[-1])))
    found, wanted = loaded_rows(database, "规则"), loaded_rows(database, "另一个")
    for table in ("document", "chunk", "embedding", "posting", "fact"):
        assert found[table] == wanted[table], table
    assert all(worker.poll() is None for worker in workers)


def test_many_uploads_at_once_are_each_loaded_once(
    application: Application, database: Database, start: Start, watch: Connection
) -> None:
    bases = [kb_of(database, f"规则{number % 3}", f"租户{number // 3}") for number in range(KBS)]
    # Nobody dies here; on a busy machine one may be silent for a while.
    workers = [start("--concurrency", "2", DIANMIAN_JOB_STALLED_AFTER="60") for _ in range(2)]

    def upload(number: int) -> tuple[str, Job]:
        base = bases[number % KBS]
        tenant = f"租户{number % KBS // 3}"
        with acting_for(tenant):
            text = statute(f"第{number}号办法", terms(2, 1 + 2 * number))
            return tenant, send(application, base, (f"{number}.md", text))

    with ThreadPoolExecutor(THREADS) as pool:
        sent = list(pool.map(upload, range(UPLOADS)))
    assert len({job.id for _, job in sent}) == UPLOADS
    waiting = "SELECT count(*) FROM job WHERE state IN ('queued', 'running')"
    while before := count(watch, waiting):
        until(lambda before=before: count(watch, waiting) < before, lambda: states(watch))  # type: ignore[misc]
    found = Counter(state_of(application, tenant, job) for tenant, job in sent)
    assert found == {"done": UPLOADS}
    for query, number in (
        ("SELECT count(*) FROM document", UPLOADS),
        ("SELECT count(*) FROM chunk", 2 * UPLOADS),
        ("SELECT count(*) FROM embedding", 2 * UPLOADS),
        ("SELECT count(*) FROM chunk WHERE extracted_by IS NULL", 0),
        ("SELECT count(*) FROM upload", 0),
        ("SELECT count(*) FROM job WHERE attempts > 1", 0),
        ("SELECT count(*) FROM queue.procrastinate_jobs", 0),
    ):
        until(lambda query=query, number=number: count(watch, query) == number, lambda query=query: query)
    assert count(watch, "SELECT count(DISTINCT worker) FROM job") == 2
    assert all(worker.poll() is None for worker in workers)
    for number, base in enumerate(bases):
        with acting_for(f"租户{number // 3}"), database.session() as session:
            assert documents.count(session, base.id) == len(range(number, UPLOADS, KBS))


def states(watch: Connection) -> object:
    query = "SELECT status, lock, args, worker_id, attempts FROM queue.procrastinate_jobs ORDER BY id LIMIT 8"
    return [
        watch.execute(query.encode()).fetchall(),
        watch.execute(b"SELECT * FROM queue.procrastinate_workers").fetchall(),
    ]


def state_of(application: Application, tenant: str, job: Job) -> str:
    with acting_for(tenant), application.database.session() as session:
        return jobs.get(session, job.kb_id, job.id).state


def test_a_job_that_is_cancelled_and_started_again_ends_as_if_undisturbed(
    application: Application, database: Database, start: Start, watch: Connection
) -> None:
    kb = kb_of(database, "规则")
    texts = [(f"{n}.md", statute(f"第{n}号办法", terms(30, 1 + 30 * n))) for n in range(12)]
    job = send(application, kb, *texts)
    following = send(application, kb, ("后.md", statute("后办法", terms(2, 900))))
    start()
    until(lambda: job_of(application, job).state == "running")
    control.cancel(database, kb, job.id)
    assert until_ended(application, job).state == "cancelled"
    assert until_ended(application, following).state == "done"
    stored = count(watch, "SELECT count(*) FROM document")
    assert stored < len(texts) + 1
    assert count(watch, "SELECT count(*) FROM chunk") == count(watch, "SELECT count(*) FROM embedding")
    control.retry(database, kb, job.id)
    assert until_ended(application, job).state == "done"
    undisturbed = send(application, kb_of(database, "另一个"), *texts, ("后.md", statute("后办法", terms(2, 900))))
    assert until_ended(application, undisturbed).state == "done"
    assert loaded_rows(database, "规则") == loaded_rows(database, "另一个")
