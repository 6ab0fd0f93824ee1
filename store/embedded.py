"""The embedded PostgreSQL server: one per data folder, shared by every process that uses the folder."""

import fcntl
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedRandom
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import URL

from core.errors import ConfigurationError, NotReady
from store import postmaster
from store.address import DRIVER
from store.roles import APPLICATION, DATABASE, OWNER, SUPERUSER, create_roles
from store.socket_folder import SOCKET_NAME, socket_folder

_PATIENCE = 60.0


class EmbeddedServer:
    """A PostgreSQL server in ``home/postgres``.

    ``start`` attaches to a running server or starts one; ``close`` stops it when it was started by this program
    and no process uses it any more. Users are counted with a shared file lock, which the kernel gives back even
    after ``kill -9``.
    """

    def __init__(self, home: Path) -> None:
        self.home = home.expanduser().absolute()
        self.data = self.home / "postgres"
        self._folder: Path | None = None
        self._users: BufferedRandom | None = None

    @property
    def running(self) -> bool:
        """Whether something listens on the server's socket."""
        if self._folder is None:
            return False
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            return probe.connect_ex(str(self._folder / SOCKET_NAME)) == 0

    def start(self) -> None:
        """Attach to the server, or start it; returns when it answers.

        Raises:
            ConfigurationError: The home folder cannot be used.
            NotReady: The server did not come up; the message names its log.
        """
        self._make_home()
        with self._turn():
            if self._users is None:
                self._users = _open(self.home / "postgres.users")
                fcntl.flock(self._users, fcntl.LOCK_SH)
            self._bring_up()

    def prepare(self) -> None:
        """Create the database, its two roles and the vector extension, where missing."""
        with self._turn():
            create_roles(self._socket_folder())

    def address(self, role: str = APPLICATION, database: str = DATABASE) -> URL:
        """Return the address of ``database`` for ``role`` over the server's socket."""
        return URL.create(DRIVER, username=role, database=database, query={"host": str(self._socket_folder())})

    def owner_address(self) -> URL:
        """Return the address of the role that owns the tables."""
        return self.address(OWNER)

    def close(self) -> bool:
        """Leave the server; the last one out stops it. Returns whether it was stopped."""
        if self._users is None:
            return False
        with self._turn():
            stopped = self._alone() and postmaster.stop(self.data)
            self._users.close()
            self._users = None
            if stopped and self._folder is not None and self._folder.is_symlink():
                self._folder.unlink()
        return stopped

    def _alone(self) -> bool:
        try:
            fcntl.flock(self._users, fcntl.LOCK_EX | fcntl.LOCK_NB)  # type: ignore[arg-type]
        except BlockingIOError:
            return False
        return True

    def _socket_folder(self) -> Path:
        if self._folder is None or not self._folder.exists():
            self._folder = socket_folder(self.data)
        return self._folder

    def _make_home(self) -> None:
        self.home, self.data = self.home.resolve(), self.data.resolve()
        if os.geteuid() == 0 and self.data.is_relative_to(Path("~root").expanduser().resolve()):
            # The server may not run as root, and its own user must reach the data: root's home would be opened to all.
            raise ConfigurationError(
                f"{self.home} lies in root's home folder, which must stay closed",
                place="DIANMIAN_HOME",
                advice="set DIANMIAN_HOME to a folder elsewhere, such as /var/lib/dianmian",
            )
        try:
            self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise ConfigurationError(
                f"{self.home}: {error.strerror}",
                place="DIANMIAN_HOME",
                advice="set DIANMIAN_HOME to a folder you may write, or DATABASE_URL to a PostgreSQL server",
            ) from error
        self._socket_folder()

    def _bring_up(self) -> None:
        deadline = time.monotonic() + _PATIENCE
        while True:
            # Asked again every time: a killed server may still listen for a moment.
            if not self.running:
                postmaster.start(self.data, self._socket_folder(), _PATIENCE)
            try:
                self._connect().close()
                return
            except psycopg.OperationalError as error:
                if time.monotonic() > deadline:
                    raise NotReady(
                        "the embedded database does not answer", place=str(self.data / "log"), advice="read its log"
                    ) from error
            time.sleep(0.1)

    def _connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(host=str(self._socket_folder()), user=SUPERUSER, dbname="postgres", connect_timeout=10)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """One process at a time starts, prepares or stops the server."""
        with _open(self.home / "postgres.lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _open(path: Path) -> BufferedRandom:
    path.touch(mode=0o600)
    return path.open("r+b")
