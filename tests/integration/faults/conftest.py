"""A database server of the test's own, which may be killed, and the stand-in for a remote embedding model."""

import os
import signal
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.settings import Settings, load_settings
from store.embedded import EmbeddedServer
from store.migration import upgrade_at
from store.roles import APPLICATION
from tests.conftest import as_text
from tests.unit.core.embedding.conftest import service

__all__ = ["service"]

_PATIENCE = 40.0


@dataclass(frozen=True)
class OwnServer:
    """A server, and settings that name its database as an external one: nobody but the test starts it again."""

    server: EmbeddedServer
    settings: Settings

    def kill(self) -> None:
        """End it as a power cut would, and wait until nothing listens any more."""
        os.kill(int((self.server.home / "postgres.started").read_text()), signal.SIGKILL)
        deadline = time.monotonic() + _PATIENCE
        while self.server.running:
            assert time.monotonic() < deadline, "the server does not die"
            time.sleep(0.05)

    def start(self) -> None:
        """Start it again; returns when it answers."""
        self.server.start()


@pytest.fixture
def own_server() -> Iterator[OwnServer]:
    """A migrated server in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="dianmian-", ignore_cleanup_errors=True) as folder:
        # The server's own user must reach it.
        Path(folder).chmod(0o755)
        server = EmbeddedServer(Path(folder) / "home")
        server.start()
        server.prepare()
        upgrade_at(server.owner_address(), APPLICATION)
        settings = load_settings(
            home=Path(folder) / "service",
            DATABASE_URL=as_text(server.address()),
            admin_database_url=as_text(server.owner_address()),
            _env_file=None,
        )
        yield OwnServer(server, settings)
        server.start()
        server.close()
