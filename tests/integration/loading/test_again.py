"""Loading again touches only what changed."""

import shutil
from pathlib import Path

import pytest
from sqlalchemy import func, select

from core.settings import Settings
from service.loading import Loader
from service.sources import SourceFile
from store import documents, knowledge_bases
from store.engine import Database
from store.tables import AUDIT_EVENT, KNOWLEDGE_BASE, TENANT_TABLES
from tests.integration.loading.conftest import CountingEmbedder, Load, rows, statute, terms


def test_the_same_folder_twice_changes_nothing(
    database: Database, load: Load, folder: Path, embedder: CountingEmbedder
) -> None:
    (folder / "甲办法.md").write_text(statute("甲办法", terms(5)))
    (folder / "乙办法.md").write_text(statute("乙办法", terms(4, 10)))
    first = load()
    before, calls = rows(database, "规则"), len(embedder.texts)
    assert (len(first.loaded), first.chunks_added, first.embedded, first.extracted) == (2, 9, 9, 9)
    assert first.facts >= 9
    assert calls == 9
    again = load()
    assert (again.unchanged, again.loaded, again.embedded, again.extracted) == (("乙办法.md", "甲办法.md"), (), 0, 0)
    assert len(embedder.texts) == calls
    assert rows(database, "规则") == before


def test_one_changed_article_is_embedded_and_read_alone(
    database: Database, load: Load, folder: Path, embedder: CountingEmbedder
) -> None:
    articles = terms(6)
    (folder / "甲办法.md").write_text(statute("甲办法", articles))
    load()
    before = rows(database, "规则")
    embedder.texts.clear()
    articles[2] = "云杉卡3级会员的退款到账时间为30个工作日，逾期的按照规定另行处理。"
    (folder / "甲办法.md").write_text(statute("甲办法", articles))
    report = load()
    assert (report.chunks_added, report.chunks_kept, report.chunks_removed) == (1, 5, 1)
    assert (report.embedded, report.extracted) == (1, 1)
    assert len(embedder.texts) == 1
    assert "30个工作日" in embedder.texts[0]
    after = rows(database, "规则")
    for table in ("embedding", "fact"):
        gone, come = set(before[table]) - set(after[table]), set(after[table]) - set(before[table])
        assert gone
        assert come
        assert len(gone) + 5 <= len(before[table])
    assert not any("为3个工作日" in row for row in after["fact"])
    assert any("30个工作日" in row for row in after["fact"])


def test_a_deleted_document_leaves_no_row_and_can_come_back(
    database: Database, settings: Settings, load: Load, folder: Path, embedder: CountingEmbedder
) -> None:
    (folder / "甲办法.md").write_text(statute("甲办法", [*terms(3), "原《乙办法》同时废止。"]))
    load()
    before = rows(database, "规则")
    with database.session() as session:
        document = documents.find(session, knowledge_bases.get(session, "规则").id, "甲办法.md")
    assert document is not None
    Loader(database, settings, embedder).delete("规则", document.id)
    with database.session() as session:
        for table in TENANT_TABLES:
            count = session.scalar(select(func.count()).select_from(table))
            # Made, loaded, deleted: the trail has a line for each.
            assert count == {KNOWLEDGE_BASE: 1, AUDIT_EVENT: 3}.get(table, 0), table.name
    load()
    assert rows(database, "规则") == before


def test_the_same_bytes_under_another_name_are_kept_once(database: Database, load: Load, folder: Path) -> None:
    (folder / "甲.md").write_text(statute("甲办法", terms(3)))
    load()
    before = rows(database, "规则")
    shutil.copy(folder / "甲.md", folder / "乙.md")
    assert load().duplicates == ("乙.md = 甲.md",)
    assert rows(database, "规则") == before


def test_a_file_that_becomes_a_copy_does_not_keep_its_former_text(database: Database, load: Load, folder: Path) -> None:
    (folder / "甲.md").write_text(statute("甲办法", terms(3)))
    (folder / "乙.md").write_text(statute("乙办法", terms(3, 7)))
    load()
    shutil.copy(folder / "甲.md", folder / "乙.md")
    assert load().loaded == ("乙.md",)
    assert not any("云杉卡7级" in row for row in rows(database, "规则")["chunk"])


def test_bad_files_cost_only_themselves(
    database: Database, settings: Settings, embedder: CountingEmbedder, folder: Path
) -> None:
    (folder / "好.md").write_text(statute("好办法", terms(3)))
    (folder / "坏.pdf").write_bytes(b"%PDF-1.7 not a pdf at all")
    (folder / "空.md").write_bytes(b"  \n")
    (folder / "日期.md").write_text(statute("日期办法", terms(2, 20), "valid_from: 明年"))
    files = [SourceFile(path, path.name) for path in sorted(folder.iterdir())]
    files.insert(0, SourceFile(folder / "消失.md", "消失.md"))
    report = Loader(database, settings, embedder).load_files("规则", files)
    assert report.loaded == ("好.md",)
    assert {(failure.source_name, failure.error) for failure in report.failures} == {
        ("消失.md", "FileNotFoundError"),
        ("坏.pdf", "UnreadableFile"),
        ("空.md", "UnreadableFile"),
        ("日期.md", "InvalidInput"),
    }
    assert all(failure.source_name in failure.message for failure in report.failures)
    assert report.totals["documents"] == 1
    assert report.totals["pending"] == 0


def test_new_metadata_reaches_the_facts_without_new_vectors(
    database: Database, load: Load, folder: Path, embedder: CountingEmbedder
) -> None:
    (folder / "甲.md").write_text(statute("甲办法", terms(3), "region: 华东"))
    load()
    calls = len(embedder.texts)
    (folder / "甲.md").write_text(statute("甲办法", terms(3), "region: 华南"))
    report = load()
    assert (report.chunks_kept, report.embedded, report.extracted) == (3, 0, 3)
    assert len(embedder.texts) == calls
    facts = rows(database, "规则")["fact"]
    assert facts
    assert all("华南" in row and "华东" not in row for row in facts)


def test_a_new_parser_reads_again_and_embeds_nothing(
    database: Database, load: Load, folder: Path, embedder: CountingEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "甲.md").write_text(statute("甲办法", terms(4)))
    monkeypatch.setattr("service.loading.storing.PARSER_VERSION", "older")
    load()
    before, calls = rows(database, "规则"), len(embedder.texts)
    monkeypatch.undo()
    report = load()
    assert (report.loaded, report.chunks_kept, report.chunks_added) == (("甲.md",), 4, 0)
    assert len(embedder.texts) == calls
    assert {**rows(database, "规则"), "document": []} == {**before, "document": []}
