"""A model or a rule that fails loses nothing that is stored, and the next load takes up the rest."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.chunk import Chunk
from core.document import DocumentInfo
from core.embedding import Space
from core.errors import NotReady, UpstreamFailed
from core.settings import Settings
from extraction.extractor import Extraction, extract
from extraction.naming import Naming
from service.loading import Loader
from service.loading.embedding import PROBE
from store.engine import Database
from tests.integration.loading.conftest import CountingEmbedder, Load, rows, statute, terms, willing


def refuse(word: str, error: Exception, embedder: CountingEmbedder) -> None:
    """Make the embedder fail on every call with a text that holds ``word``."""

    def check(texts: Sequence[str]) -> None:
        if any(word in text for text in texts):
            raise error

    embedder.before = check


def test_a_model_that_is_down_costs_only_the_vectors(
    database: Database, load: Load, folder: Path, embedder: CountingEmbedder
) -> None:
    (folder / "甲.md").write_text(statute("甲办法", terms(5)))
    refuse("", UpstreamFailed("the embedding service could not be reached"), embedder)
    report = load()
    assert report.loaded == ("甲.md",)
    assert (report.embedded, report.extracted) == (0, 5)
    assert report.facts >= 5
    assert report.totals["pending"] == 5
    assert [warning for warning in report.warnings if "5 chunks wait" in warning and "could not be reached" in warning]
    embedder.before = willing
    later = load()
    assert (later.unchanged, later.embedded, later.extracted, later.warnings) == (("甲.md",), 5, 0, ())
    assert later.totals["pending"] == 0
    load("另一个")
    assert rows(database, "规则") == rows(database, "另一个")


def test_a_model_that_breaks_off_keeps_what_it_made(load: Load, folder: Path, embedder: CountingEmbedder) -> None:
    for number in range(10):
        (folder / f"{number}.md").write_text(statute(f"第{number}号办法", terms(20, 1 + 20 * number)))

    def breaks_off(texts: Sequence[str]) -> None:
        if embedder.texts:
            raise UpstreamFailed("gone")

    embedder.before = breaks_off
    report = load()
    assert (report.embedded, report.totals["embedded"], report.totals["pending"]) == (128, 128, 72)
    embedder.before = willing
    assert load().embedded == 72


@pytest.mark.parametrize("error", [UpstreamFailed("answered 400: too long"), ValueError("odd")])
def test_a_text_that_always_fails_costs_itself_alone(
    load: Load, folder: Path, embedder: CountingEmbedder, error: Exception
) -> None:
    (folder / "甲.md").write_text(statute("甲办法", terms(9)))
    refuse("云杉卡4级", error, embedder)
    for _ in range(2):
        report = load()
        assert report.totals["pending"] == 1
        assert len(report.warnings) == 1
        assert "was not embedded" in report.warnings[0]
        assert str(error) in report.warnings[0]
    assert len({*embedder.texts} - {PROBE}) == 8


def test_a_model_without_identity_is_reported(database: Database, settings: Settings, folder: Path) -> None:
    class Unreachable(CountingEmbedder):
        @property
        def space(self) -> Space:
            raise UpstreamFailed("the embedding service could not be reached")

        @space.setter
        def space(self, value: Space) -> None:
            """Leave it unknown."""

    (folder / "甲.md").write_text(statute("甲办法", terms(3)))
    report = Loader(database, settings, Unreachable()).load("规则", [folder])
    assert report.extracted == 3
    assert "nothing was embedded" in report.warnings[0]


def test_a_chunk_that_cannot_be_read_costs_itself_alone(
    load: Load, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "甲.md").write_text(statute("甲办法", terms(6)))

    def breaks(chunk: Chunk, info: DocumentInfo, naming: Naming) -> Extraction:
        if "云杉卡4级" in chunk.text:
            raise ZeroDivisionError("四")
        return extract(chunk, info, naming)

    monkeypatch.setattr("service.loading.extraction.extract", breaks)
    first = load()
    assert (first.extracted, first.totals["pending"]) == (5, 1)
    assert [w for w in first.warnings if w.startswith("甲.md: chunk chk_") and "ZeroDivisionError: 四" in w]
    second = load()
    assert (second.extracted, len(second.warnings), second.totals["pending"]) == (0, 1, 1)
    monkeypatch.undo()
    third = load()
    assert (third.extracted, third.warnings, third.totals["pending"]) == (1, (), 0)


def test_facts_that_cannot_be_stored_cost_their_chunk_alone(
    load: Load, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "甲.md").write_text(statute("甲办法", terms(6)))

    def strange(chunk: Chunk, info: DocumentInfo, naming: Naming) -> Extraction:
        found = extract(chunk, info, naming)
        return Extraction(found.facts, ("含\x00字",)) if "云杉卡4级" in chunk.text else found

    monkeypatch.setattr("service.loading.extraction.extract", strange)
    report = load()
    assert (report.extracted, report.totals["pending"]) == (5, 1)
    assert len(report.warnings) == 1


def test_a_database_that_goes_away_ends_the_load(
    database: Database, load: Load, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("甲", "乙"):
        (folder / f"{name}.md").write_text(statute(f"{name}办法", terms(3)))

    def gone(*args: object) -> None:
        raise NotReady("the database does not answer")

    monkeypatch.setattr("store.documents.replace", gone)
    with pytest.raises(NotReady):
        load()
    monkeypatch.undo()
    assert len(load().loaded) == 2
