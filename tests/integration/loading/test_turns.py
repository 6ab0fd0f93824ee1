"""Two loads of one knowledge base follow one another."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.errors import Conflict
from core.settings import Settings
from service.loading import Loader
from store import knowledge_bases
from store.engine import Database
from tests.integration.loading.conftest import CountingEmbedder, Load, rows, statute, terms


def test_two_loads_at_once_do_the_work_once(
    database: Database, settings: Settings, folder: Path, load: Load, embedder: CountingEmbedder
) -> None:
    for number in range(4):
        (folder / f"{number}.md").write_text(statute(f"第{number}号办法", terms(10, 1 + 10 * number)))
    loader = Loader(database, settings, embedder)
    with ThreadPoolExecutor(3) as pool:
        reports = list(pool.map(lambda _: loader.load("规则", [folder]), range(3)))
    assert sorted(len(report.loaded) for report in reports) == [0, 0, 4]
    assert sorted(len(report.unchanged) for report in reports) == [0, 4, 4]
    assert len(embedder.texts) == 40
    load("另一个")
    assert rows(database, "规则") == rows(database, "另一个")


def test_a_load_that_waits_too_long_is_refused(
    database: Database, settings: Settings, folder: Path, embedder: CountingEmbedder
) -> None:
    (folder / "甲.md").write_text(statute("甲办法", terms(3)))
    loader = Loader(database, settings, embedder, patience=0.2)
    with database.session() as session:
        kb = knowledge_bases.create(session, "规则")
    with database.exclusive(kb.id):
        with pytest.raises(Conflict, match="another load"):
            loader.load("规则", [folder])
        assert loader.load("另一个", [folder]).loaded == ("甲.md",)
    assert loader.load("规则", [folder]).loaded == ("甲.md",)
