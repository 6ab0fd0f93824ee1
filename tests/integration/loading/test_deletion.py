"""A document deleted while it is being loaded is gone, and costs the others nothing."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from core.chunk import Chunk
from core.document import DocumentInfo
from core.errors import NotFound
from core.settings import Settings
from extraction.extractor import Extraction, extract
from extraction.naming import Naming
from service.loading import Loader, LoadReport
from store import documents, knowledge_bases
from store.engine import Database
from tests.integration.loading.conftest import CountingEmbedder, Load, rows, statute, terms

Delete = Callable[[], None]


@pytest.fixture
def delete(database: Database, settings: Settings, embedder: CountingEmbedder, folder: Path) -> Delete:
    """Two documents in the folder, and the way to delete one of them, once."""
    (folder / "甲.md").write_text(statute("甲办法", terms(3)))
    (folder / "乙.md").write_text(statute("乙办法", terms(3, 10)))

    def run() -> None:
        with database.session() as session:
            document = documents.find(session, knowledge_bases.get(session, "规则").id, "甲.md")
        if document is not None:
            Loader(database, settings, embedder).delete("规则", document.id)

    return run


def check(report: LoadReport, database: Database, load: Load, folder: Path) -> None:
    """What is left equals a load of the other document alone."""
    assert report.warnings == ()
    assert (report.totals["documents"], report.totals["pending"]) == (1, 0)
    (folder / "甲.md").unlink()
    load("另一个")
    assert rows(database, "规则") == rows(database, "另一个")


def test_while_it_is_embedded(
    database: Database, load: Load, folder: Path, embedder: CountingEmbedder, delete: Delete
) -> None:
    def deletes(_texts: Sequence[str]) -> None:
        delete()

    embedder.before = deletes
    report = load()
    embedder.before = lambda _texts: None
    check(report, database, load, folder)


def test_while_it_is_read(
    database: Database, load: Load, folder: Path, delete: Delete, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deletes(chunk: Chunk, info: DocumentInfo, naming: Naming) -> Extraction:
        delete()
        return extract(chunk, info, naming)

    monkeypatch.setattr("service.loading.extraction.extract", deletes)
    report = load()
    monkeypatch.undo()
    check(report, database, load, folder)


def test_the_knowledge_base_itself_ends_the_load(
    database: Database, load: Load, folder: Path, embedder: CountingEmbedder
) -> None:
    (folder / "甲.md").write_text(statute("甲办法", terms(3)))

    def deletes(_texts: Sequence[str]) -> None:
        with database.session() as session:
            knowledge_bases.delete(session, knowledge_bases.get(session, "规则").id)

    embedder.before = deletes
    with pytest.raises(NotFound):
        load()
    with database.session() as session:
        assert knowledge_bases.list_all(session) == []
