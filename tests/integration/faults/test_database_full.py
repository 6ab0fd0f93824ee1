"""The disk of the database is full: the load says so and loses nothing that is stored; with room it goes on."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from core.errors import NotReady
from core.settings import load_settings
from service.loading import Loader
from store import knowledge_bases
from store.embedded import EmbeddedServer
from store.engine import Database, open_database
from store.migration import upgrade_at
from store.roles import APPLICATION
from tests.conftest import as_text
from tests.integration.loading.conftest import CountingEmbedder, statute, terms

SIZE = "160m"


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A folder on a disk of its own that is soon full."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    folder = Path(tempfile.mkdtemp(prefix="dianmian-"))
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=755", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if mounted.returncode != 0:
        folder.rmdir()
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)
    folder.rmdir()


@pytest.fixture
def cramped(small_disk: Path) -> Iterator[tuple[Database, Path]]:
    """A database on that disk, and a file that takes all the room there is left."""
    server = EmbeddedServer(small_disk / "home")
    server.start()
    server.prepare()
    upgrade_at(server.owner_address(), APPLICATION)
    database = open_database(
        load_settings(
            home=small_disk / "home",
            DATABASE_URL=as_text(server.address()),
            admin_database_url=as_text(server.owner_address()),
            _env_file=None,
        )
    )
    yield database, small_disk / "ballast"
    database.close()
    server.close()


def fill(ballast: Path) -> None:
    """Write zeros until there is room for hardly anything more."""
    block = b"\0" * (1 << 20)
    with ballast.open("wb") as file:
        free = os.statvfs(ballast).f_bavail * os.statvfs(ballast).f_frsize
        for _ in range(max(free // len(block) - 1, 0)):
            file.write(block)


def test_nothing_stored_is_lost(cramped: tuple[Database, Path], tmp_path: Path) -> None:
    database, ballast = cramped
    settings = load_settings(home=tmp_path, _env_file=None)
    loader = Loader(database, settings, CountingEmbedder())
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "first.md").write_text(statute("云杉市第一号办法", terms(10)))
    assert not loader.load("规则", [folder]).failures
    with database.session() as session:
        before = knowledge_bases.statistics(session, knowledge_bases.get(session, "规则"))

    fill(ballast)
    with pytest.raises(NotReady, match="disk"), database.session() as session:
        session.execute(
            text("CREATE TEMP TABLE large AS SELECT repeat(md5(n::text), 40) FROM generate_series(1, 20000) n")
        )
    for number in range(2, 14):
        (folder / f"{number}.md").write_text(statute(f"云杉市第{number}号办法", terms(40, number * 40)))
    with pytest.raises(NotReady) as caught:
        loader.load("规则", [folder])
        for number in range(20, 80):
            (folder / f"{number}.md").write_text(statute(f"云杉市第{number}号办法", terms(40, number * 40)))
        loader.load("规则", [folder])
    assert caught.value.message

    ballast.unlink()
    after = loader.load("规则", [folder])
    assert not after.failures
    with database.session() as session:
        kb = knowledge_bases.get(session, "规则")
        found = knowledge_bases.statistics(session, kb)
    assert found["documents"] == len(list(folder.iterdir()))
    assert (found["pending"], before["documents"]) == (0, 1)
