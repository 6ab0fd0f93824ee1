"""A load that is killed, at whatever moment, goes on and ends exactly as one that nobody disturbed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from core.settings import Settings
from store.engine import Database
from tests.conftest import Addresses
from tests.integration.loading.conftest import rows, statute, terms
from tests.unit.core.embedding.conftest import Reply, Service

ROOT = Path(__file__).parents[3]
FILES, ARTICLES = 24, 22
CHUNKS = FILES * ARTICLES
_PATIENCE = 60.0
Start = Callable[[str], "subprocess.Popen[bytes]"]


@pytest.fixture
def full_folder(folder: Path) -> Path:
    """Statutes enough for several batches of vectors and of facts."""
    for number in range(FILES):
        articles = terms(ARTICLES, 1 + number * ARTICLES)
        (folder / f"{number:02}.md").write_text(statute(f"云杉市第{number}号办法", articles))
    return folder


@pytest.fixture
def start(settings: Settings, full_folder: Path, service: Service, tmp_path: Path) -> Iterator[Start]:
    """Start ``dianmian load`` as a process of its own; its model is a service on loopback."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "DIANMIAN_HOME": str(tmp_path),
        "DATABASE_URL": settings.database_url,
        "DIANMIAN_ADMIN_DATABASE_URL": settings.admin_database_url,
        "DIANMIAN_EMBEDDING_PROVIDER": "openai",
        "DIANMIAN_EMBEDDING_MODEL": "tiny-remote",
        "DIANMIAN_EMBEDDING_BASE_URL": service.url,
        "DIANMIAN_EMBEDDING_BATCH": "32",
    }
    started: list[subprocess.Popen[bytes]] = []

    def run(kb: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "service.cli", "load", str(full_folder), "--kb", kb, "--json"]
        with (tmp_path / "load.log").open("wb") as log:
            process = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=log, stderr=log)
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def watch(addresses: Addresses) -> Iterator["psycopg.Connection[tuple[int]]"]:
    """A connection that sees all rows; it commits at the end of each block."""
    host = str(addresses.superuser.query["host"])
    with psycopg.connect(host=host, user=addresses.superuser.username, dbname=addresses.database) as connection:
        yield connection


def count(watch: "psycopg.Connection[tuple[int]]", query: str) -> int:
    with watch.transaction():
        row = watch.execute(query.encode()).fetchone()
    assert row is not None
    return row[0]


def until(holds: Callable[[], bool], process: "subprocess.Popen[bytes]") -> None:
    """Wait for a moment while the load runs."""
    deadline = time.monotonic() + _PATIENCE
    while not holds():
        assert process.poll() is None, "the load ended before its moment came"
        assert time.monotonic() < deadline, "the moment never came"
        time.sleep(0.005)


def kill(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL


@contextmanager
def blocked(watch: "psycopg.Connection[tuple[int]]", table: str) -> Iterator[Callable[[], bool]]:
    """Hold up all who write ``table``; yields whether somebody waits."""
    waits = f"SELECT count(*) FROM pg_locks WHERE relation = '{table}'::regclass AND NOT granted"  # noqa: S608
    with watch.transaction():
        watch.execute(f"LOCK TABLE {table} IN EXCLUSIVE MODE".encode())
        yield lambda: count(watch, waits) > 0


def while_storing(process: "subprocess.Popen[bytes]", watch: "psycopg.Connection[tuple[int]]", _: Service) -> None:
    """Kill in the middle of a document's transaction, with some documents stored."""
    until(lambda: count(watch, "SELECT count(*) FROM document") >= 3, process)
    with blocked(watch, "posting") as somebody_waits:
        until(somebody_waits, process)
        kill(process)
    assert 3 <= count(watch, "SELECT count(*) FROM document") < FILES


def while_embedding(process: "subprocess.Popen[bytes]", watch: "psycopg.Connection[tuple[int]]", s: Service) -> None:
    """Kill while the model works on a later batch."""
    before = len(s.requests)
    s.script += [Reply()] * 6 + [Reply(pause=20)] * 2
    until(lambda: len(s.requests) >= before + 7, process)
    kill(process)
    s.script.clear()
    assert count(watch, "SELECT count(*) FROM document") == FILES
    assert 0 < count(watch, "SELECT count(*) FROM embedding") < CHUNKS


def while_storing_vectors(
    process: "subprocess.Popen[bytes]", watch: "psycopg.Connection[tuple[int]]", _: Service
) -> None:
    """Kill in the middle of the transaction that stores vectors."""
    until(lambda: count(watch, "SELECT count(*) FROM document") == FILES, process)
    with blocked(watch, "embedding") as somebody_waits:
        until(somebody_waits, process)
        kill(process)
    assert count(watch, "SELECT count(*) FROM embedding") < CHUNKS


def while_extracting(process: "subprocess.Popen[bytes]", watch: "psycopg.Connection[tuple[int]]", _: Service) -> None:
    """Kill in the middle of the transaction that stores facts, with the facts of a batch stored."""
    read = "SELECT count(*) FROM chunk WHERE extracted_by IS NOT NULL"
    until(lambda: count(watch, read) > 0, process)
    with blocked(watch, "fact") as somebody_waits:
        until(somebody_waits, process)
        kill(process)
    assert 0 < count(watch, read) < CHUNKS
    assert count(watch, "SELECT count(*) FROM embedding") == CHUNKS


def test_killed_again_and_again_it_ends_as_if_undisturbed(
    database: Database, start: Start, watch: "psycopg.Connection[tuple[int]]", service: Service, tmp_path: Path
) -> None:
    for moment in (while_storing, while_embedding, while_storing_vectors, while_extracting):
        moment(start("规则"), watch, service)
    for kb in ("规则", "另一个"):
        assert start(kb).wait(240) == 0, (tmp_path / "load.log").read_text()
    found = rows(database, "规则")
    assert (len(found["document"]), len(found["chunk"]), len(found["embedding"])) == (FILES, CHUNKS, CHUNKS)
    assert len(found["fact"]) >= CHUNKS
    assert found == rows(database, "另一个")
