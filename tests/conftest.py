"""The database every test runs on: one embedded server per run, one database per worker, emptied for each test."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import psycopg
import pytest
from sqlalchemy import URL, text

from core.settings import Settings, load_settings
from store.embedded import EmbeddedServer
from store.engine import Database, open_database
from store.migration import upgrade_at
from store.roles import APPLICATION, DATABASE, OWNER, SUPERUSER

# How long a draw takes is the machine's matter, and it may be a busy one.
hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")

_TABLES = text("SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version'")


@dataclass(frozen=True)
class Addresses:
    """Addresses of one worker's database for each role."""

    server: EmbeddedServer
    database: str

    @property
    def application(self) -> URL:
        return self.server.address(APPLICATION, self.database)

    @property
    def owner(self) -> URL:
        return self.server.address(OWNER, self.database)

    @property
    def superuser(self) -> URL:
        return self.server.address(SUPERUSER, self.database)


def as_text(url: URL) -> str:
    """Return ``url`` as a setting holds it."""
    return url.render_as_string(hide_password=False)


def superuser(server: EmbeddedServer, database: str = "postgres") -> "psycopg.Connection[tuple[object, ...]]":
    """Connect as the superuser of ``server``; each statement commits."""
    host = str(server.address().query["host"])
    return psycopg.connect(host=host, user=SUPERUSER, dbname=database, autocommit=True)


@pytest.fixture(scope="session")
def embedded_server(request: pytest.FixtureRequest) -> Iterator[EmbeddedServer]:
    """The run's one server, with a migrated database to clone."""
    run = getattr(request.config, "workerinput", {}).get("testrunuid", f"pid{os.getpid()}")
    home = Path(tempfile.gettempdir()) / f"dianmian-test-{run[:12]}"
    server = EmbeddedServer(home)
    server.start()
    with (home / "template.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with superuser(server) as connection:
            # What a test writes need not survive a power cut.
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
        server.prepare()
        upgrade_at(server.owner_address(), APPLICATION)
    yield server
    if server.close():
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
def addresses(embedded_server: EmbeddedServer, request: pytest.FixtureRequest) -> Addresses:
    """This worker's own database, cloned from the migrated one."""
    worker = getattr(request.config, "workerinput", {}).get("workerid", "main")
    name = f"test_{worker}"
    with (embedded_server.home / "template.lock").open("w") as lock, superuser(embedded_server) as connection:
        fcntl.flock(lock, fcntl.LOCK_EX)
        connection.execute(f'DROP DATABASE IF EXISTS "{name}"')
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE {DATABASE} OWNER {OWNER}')
    return Addresses(embedded_server, name)


@pytest.fixture
def settings(addresses: Addresses, tmp_path: Path) -> Settings:
    """Settings that name this worker's database and an empty home."""
    return load_settings(
        home=tmp_path,
        DATABASE_URL=as_text(addresses.application),
        admin_database_url=as_text(addresses.owner),
        _env_file=None,
    )


@pytest.fixture(scope="session")
def shared_database(addresses: Addresses) -> Iterator[Database]:
    """This worker's database, opened once."""
    database = open_database(
        load_settings(
            DATABASE_URL=as_text(addresses.application), admin_database_url=as_text(addresses.owner), _env_file=None
        )
    )
    yield database
    database.close()


@pytest.fixture
def database(shared_database: Database) -> Database:
    """An open database of tenant ``local`` with no row in any table."""
    with shared_database.owner() as connection:
        names = ", ".join(f'"{name}"' for name in connection.scalars(_TABLES))
        connection.execute(
            text(f"TRUNCATE {names}, queue.procrastinate_jobs, queue.procrastinate_workers RESTART IDENTITY CASCADE")
        )
    return shared_database
