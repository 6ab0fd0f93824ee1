"""After a large load the database gets statistics and a vector index, or the report says why not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from core.settings import Settings
from service.loading import Loader
from store import embeddings
from store.engine import Database, open_database
from tests.conftest import Addresses, as_text
from tests.integration.loading.conftest import CountingEmbedder, statute, terms


@pytest.fixture
def embedder(database: Database) -> Iterator[CountingEmbedder]:
    chosen = CountingEmbedder("indexed")
    yield chosen
    with database.owner() as connection:
        connection.execute(text(f"DROP INDEX IF EXISTS embedding_{chosen.space.id}_idx"))


def has_index(database: Database, embedder: CountingEmbedder) -> bool:
    with database.session() as session:
        return embeddings.has_index(session, embedder.space)


def test_many_vectors_get_an_index(
    database: Database, settings: Settings, folder: Path, embedder: CountingEmbedder
) -> None:
    loader = Loader(database, settings.model_copy(update={"exact_search_limit": 5}), embedder)
    (folder / "甲.md").write_text(statute("甲办法", terms(5)))
    assert loader.load("规则", [folder]).warnings == ()
    assert not has_index(database, embedder)
    (folder / "乙.md").write_text(statute("乙办法", terms(1, 6)))
    assert loader.load("规则", [folder]).warnings == ()
    assert has_index(database, embedder)


def test_an_index_that_may_not_be_built_is_reported(
    addresses: Addresses, settings: Settings, folder: Path, embedder: CountingEmbedder
) -> None:
    (folder / "甲.md").write_text(statute("甲办法", terms(6)))
    weak = settings.model_copy(update={"admin_database_url": as_text(addresses.application), "exact_search_limit": 5})
    database = open_database(weak)
    try:
        report = Loader(database, weak, embedder).load("规则", [folder])
    finally:
        database.close()
    assert report.embedded == 6
    assert [warning for warning in report.warnings if "index was not built" in warning]


def test_a_large_load_refreshes_statistics(
    database: Database, settings: Settings, folder: Path, embedder: CountingEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.loading.upkeep._LARGE", 3)
    (folder / "甲.md").write_text(statute("甲办法", terms(7)))
    Loader(database, settings, embedder).load("规则", [folder])
    with database.owner() as connection:
        assert connection.scalar(text("SELECT reltuples FROM pg_class WHERE relname = 'chunk'")) == 7
