"""An embeddings service that is down, slow or another one than it was: text stays, and the stage is tried alone."""

import json

from core.job import STAGES, Job
from service.jobs import control
from service.wiring import Application
from store.engine import Database
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
from tests.unit.core.embedding.conftest import Reply, Service

TEXT = statute("云杉市办法", terms(40))
OTHER_DIMENSION = json.dumps(
    {"object": "list", "model": "tiny-remote", "data": [{"object": "embedding", "index": 0, "embedding": [0.5, 0.5]}]}
).encode()


def stored_meanwhile(watch: Connection, job: Job) -> bool:
    """Return whether all of a document's text is stored and read for facts, and none of it is embedded."""
    counts = [count(watch, f"SELECT count(*) FROM {table}") for table in ("chunk", "embedding")]  # noqa: S608
    read = count(watch, "SELECT count(*) FROM chunk WHERE extracted_by IS NOT NULL")
    return (*counts, read) == (40, 0, 40) and job.stages["extract"].state == "done"


def test_a_service_that_fails_is_tried_again_and_then_waits_for_a_person(
    application: Application, database: Database, start: Start, watch: Connection, service: Service
) -> None:
    kb = kb_of(database, "规则")
    refusing = [Reply(status=400, body=b'{"error": {"message": "no such model"}}') for _ in range(200)]
    service.script += refusing
    start(DIANMIAN_EMBEDDING_TIMEOUT="1")
    job = send(application, kb, ("甲.md", TEXT))
    failed = until_ended(application, job)
    assert (failed.state, failed.stage, failed.attempts) == ("failed", "embed", 3)
    assert failed.error is not None
    assert "no such model" in failed.error.message
    assert stored_meanwhile(watch, failed)

    service.script[:] = [Reply(body=OTHER_DIMENSION) for _ in range(200)]
    control.retry(database, kb, job.id)
    wrong = until_ended(application, job)
    assert (wrong.state, wrong.stage) == ("failed", "embed")
    assert stored_meanwhile(watch, wrong)

    service.script[:] = [Reply(pause=1.5)] * 4
    control.retry(database, kb, job.id)
    until(lambda: job_of(application, job).attempts > wrong.attempts)
    done = until_ended(application, job)
    assert (done.state, done.error, done.report["loaded"]) == ("done", None, ["甲.md"])
    assert [done.stages[name].state for name in STAGES] == ["done"] * 6
    undisturbed = send(application, kb_of(database, "另一个"), ("甲.md", TEXT))
    assert until_ended(application, undisturbed).state == "done"
    assert loaded_rows(database, "规则") == loaded_rows(database, "另一个")
