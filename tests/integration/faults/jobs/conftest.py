"""Workers as processes of their own, a model behind HTTP on loopback, and a view of the database that no role limits."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from core.job import Job
from core.knowledge_base import KnowledgeBase
from core.settings import Settings, load_settings
from service.jobs.submitting import submit
from service.logs import configure
from service.uploads import Upload
from service.wiring import Application, build
from store import jobs, knowledge_bases
from store.engine import Database, acting_for
from tests.conftest import Addresses
from tests.integration.loading.conftest import rows
from tests.unit.core.embedding.conftest import Service

ROOT = Path(__file__).parents[4]
PATIENCE = 60.0
OF_LOADING = ("job", "upload", "upload_part")
Process = subprocess.Popen[bytes]
Connection = psycopg.Connection[tuple[int]]
Start = Callable[..., Process]


@pytest.fixture(autouse=True)
def quiet() -> None:
    configure("error")


@pytest.fixture
def environment(settings: Settings, service: Service, tmp_path: Path) -> dict[str, str]:
    """What a worker is told: the test's database, the model on loopback, and to lose no time."""
    return {
        "DIANMIAN_HOME": str(tmp_path),
        "DATABASE_URL": settings.database_url,
        "DIANMIAN_ADMIN_DATABASE_URL": settings.admin_database_url,
        "DIANMIAN_EMBEDDING_PROVIDER": "openai",
        "DIANMIAN_EMBEDDING_MODEL": "tiny-remote",
        "DIANMIAN_EMBEDDING_BASE_URL": service.url,
        "DIANMIAN_EMBEDDING_BATCH": "32",
        "DIANMIAN_EMBEDDING_DIMENSION": "48",
        "DIANMIAN_EMBEDDING_TIMEOUT": "20",
        "DIANMIAN_JOB_HEARTBEAT": "0.2",
        "DIANMIAN_JOB_STALLED_AFTER": "3",
        "DIANMIAN_JOB_RETRY_WAIT": "0.2",
        "DIANMIAN_JOB_TRIES": "3",
        "DIANMIAN_LOG_LEVEL": "warning",
    }


@pytest.fixture
def application(database: Database, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Application:
    """The services of this process, with the settings the workers have."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return build(load_settings(_env_file=None), database)


@pytest.fixture
def start(environment: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Start ``dianmian worker`` as a process; what is left of them at the end is killed."""
    started: list[Process] = []

    def run(*options: str, **changes: str) -> Process:
        command = [sys.executable, "-m", "service.cli", "worker", *options]
        told = {**os.environ, "PYTHONPATH": str(ROOT), **environment, **changes}
        with (tmp_path / "worker.log").open("ab") as log:
            process = subprocess.Popen(command, cwd=tmp_path, env=told, stdout=log, stderr=log)
        started.append(process)
        return process

    yield run
    for process in started:
        process.send_signal(signal.SIGCONT) if process.poll() is None else None
        process.kill()
        process.wait()


@pytest.fixture
def watch(addresses: Addresses) -> Iterator[Connection]:
    """A connection that sees all rows; it commits at the end of each block."""
    host = str(addresses.superuser.query["host"])
    with psycopg.connect(host=host, user=addresses.superuser.username, dbname=addresses.database) as connection:
        yield connection


def count(watch: Connection, query: str) -> int:
    """Return the number that ``query`` gives."""
    with watch.transaction():
        row = watch.execute(query.encode()).fetchone()
    assert row is not None
    return row[0]


def kb_of(database: Database, name: str, tenant: str = "local") -> KnowledgeBase:
    """Create a knowledge base."""
    with acting_for(tenant), database.session() as session:
        return knowledge_bases.create(session, name)


def send(application: Application, kb: KnowledgeBase, *files: tuple[str, str]) -> Job:
    """Hand files (name, text) over as one job."""
    return submit(application, kb, [Upload(name, io.BytesIO(text.encode())) for name, text in files])[0]


def job_of(application: Application, job: Job) -> Job:
    """Return ``job`` as it is now."""
    with application.database.session() as session:
        return jobs.get(session, job.kb_id, job.id)


def until(holds: Callable[[], bool], why: Callable[[], object] = lambda: "") -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"the moment never came: {why()}"
        time.sleep(0.005)


def until_ended(application: Application, job: Job) -> Job:
    """Wait for the end of ``job``."""
    until(lambda: job_of(application, job).ended, lambda: job_of(application, job))
    return job_of(application, job)


def kill(process: Process) -> None:
    """End a process as a power cut would."""
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL


def loaded_rows(database: Database, kb: str) -> dict[str, list[str]]:
    """Return every row of a knowledge base but those that only say how it was loaded."""
    return {name: found for name, found in rows(database, kb).items() if name not in OF_LOADING}
