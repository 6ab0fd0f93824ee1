"""The embedded server: attached when it runs, alive after a kill, stopped by the last one only."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from core.errors import ConfigurationError, NotReady
from core.settings import load_settings
from store import knowledge_bases, migration
from store.embedded import EmbeddedServer
from store.engine import Database, open_database
from store.socket_folder import socket_folder


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder that the server's own user may reach, which pytest's are not when root runs the tests."""
    folder = Path(tempfile.mkdtemp(prefix="dianmian-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def postmaster(server: EmbeddedServer) -> int:
    return int((server.data / "postmaster.pid").read_text().split()[0])


def names_after_a_crash(database: Database) -> list[str]:
    """Ask until answered: a transaction on a backend that dies with its postmaster fails, the next one does not."""
    deadline = time.monotonic() + 20
    while True:
        try:
            with database.session() as session:
                return [kb.name for kb in knowledge_bases.list_all(session)]
        except NotReady:
            if time.monotonic() > deadline:
                raise


def test_a_home_from_nothing_through_a_kill_to_the_last_user(home: Path) -> None:
    settings = load_settings(home=home / "新 家", DATABASE_URL="", _env_file=None)
    first = open_database(settings)
    server = EmbeddedServer(settings.home)
    with first.session() as session:
        knowledge_bases.create(session, "客服")
        assert session.scalar(text("SELECT current_user")) == "dianmian_app"

    second = open_database(settings)

    os.kill(postmaster(server), signal.SIGKILL)
    assert names_after_a_crash(second) == ["客服"]
    assert names_after_a_crash(first) == ["客服"]
    assert migration.current(settings) == migration.head()

    pid = postmaster(server)
    first.close()
    with second.session() as session:
        assert len(knowledge_bases.list_all(session)) == 1
    second.close()
    assert not Path(f"/proc/{pid}").exists() or not (server.data / "postmaster.pid").exists()

    again = open_database(settings)
    with again.session() as session:
        assert [kb.name for kb in knowledge_bases.list_all(session)] == ["客服"]
    again.close()
    assert (server.data.stat().st_mode & 0o777) == 0o700


def test_a_server_is_shared_between_processes_and_survives_their_deaths(home: Path) -> None:
    server = EmbeddedServer(home)
    server.start()
    pid = postmaster(server)
    program = (
        "import sys, time; from pathlib import Path; from store.embedded import EmbeddedServer; "
        "server = EmbeddedServer(Path(sys.argv[1])); server.start(); print('up', flush=True); time.sleep(60)"
    )
    child = subprocess.Popen([sys.executable, "-c", program, str(home)], stdout=subprocess.PIPE, cwd=Path.cwd())
    assert child.stdout is not None
    assert child.stdout.readline() == b"up\n"
    assert not server.close()
    assert postmaster(server) == pid

    child.kill()
    child.wait()
    child.stdout.close()
    server.start()
    assert postmaster(server) == pid
    assert server.close()
    assert not server.running


def test_a_stale_process_number_is_not_taken_for_a_server(home: Path) -> None:
    server = EmbeddedServer(home)
    server.start()
    note = server.data / "postmaster.pid"
    kept = note.read_text()
    owner = note.stat()
    assert server.close()
    note.write_text(kept.replace(kept.split()[0], str(os.getpid()), 1))
    os.chown(note, owner.st_uid, owner.st_gid)
    server.start()
    assert server.running
    assert server.close()


def test_a_long_or_odd_path_gets_a_short_link(home: Path) -> None:
    for name in ("x" * 150, "a b", "逗,号"):
        data = home / name
        data.mkdir()
        link = socket_folder(data)
        assert len(os.fsencode(link)) < 90
        assert link.resolve() == data.resolve()
        assert socket_folder(data) == link
        link.unlink()
    plain = home / "plain"
    assert socket_folder(plain) == plain


def test_a_link_of_somebody_else_is_refused(home: Path) -> None:
    data, elsewhere = home / "a b", home / "elsewhere"
    data.mkdir()
    link = socket_folder(data)
    link.unlink()
    link.symlink_to(elsewhere)
    with pytest.raises(ConfigurationError, match="in the way"):
        socket_folder(data)
    link.unlink()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's home is refused, and only to root")
def test_roots_home_stays_closed() -> None:
    folder = Path("~root").expanduser() / ".dianmian-test"
    before = folder.parent.stat().st_mode
    try:
        with pytest.raises(ConfigurationError, match="/var/lib/dianmian"):
            EmbeddedServer(folder).start()
        assert folder.parent.stat().st_mode == before
        assert not folder.exists()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def test_a_home_that_is_a_file_is_explained(home: Path) -> None:
    (home / "file").write_text("")
    with pytest.raises(ConfigurationError, match="DIANMIAN_HOME"):
        EmbeddedServer(home / "file").start()
