"""The database dies under a worker: it waits, comes back by itself, and the job ends as if nothing had been."""

from pathlib import Path

import pytest

from core.job import Job
from core.settings import load_settings
from service.wiring import build
from store.engine import open_database
from tests.integration.faults.conftest import OwnServer
from tests.integration.faults.jobs.conftest import Start, job_of, kb_of, loaded_rows, send, until, until_ended
from tests.integration.loading.conftest import statute, terms
from tests.unit.core.embedding.conftest import Reply, Service

TEXTS = [(f"{n}.md", statute(f"第{n}号办法", terms(40, 1 + 40 * n))) for n in range(4)]


def test_a_worker_outlives_its_database(
    own_server: OwnServer, environment: dict[str, str], start: Start, service: Service, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    address = {
        "DATABASE_URL": own_server.settings.database_url,
        "DIANMIAN_ADMIN_DATABASE_URL": own_server.settings.admin_database_url,
    }
    for name, value in (environment | address).items():
        monkeypatch.setenv(name, value)
    settings = load_settings(_env_file=None)
    database = open_database(settings)
    application = build(settings, database)
    try:
        job: Job = send(application, kb_of(database, "规则"), *TEXTS)
        service.script += [Reply()] * 2 + [Reply(pause=2.0)] * 2
        worker = start(**address)
        until(lambda: job_of(application, job).stage == "embed" and len(service.requests) >= 3)
        own_server.kill()
        own_server.start()
        done = until_ended(application, job)
        assert (done.state, done.report["totals"]["pending"]) == ("done", 0)
        assert worker.poll() is None
        undisturbed = send(application, kb_of(database, "另一个"), *TEXTS)
        assert until_ended(application, undisturbed).state == "done"
        assert loaded_rows(database, "规则") == loaded_rows(database, "另一个")
    finally:
        database.close()
