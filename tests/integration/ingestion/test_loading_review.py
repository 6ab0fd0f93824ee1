"""Parents are stored and never searched; a held document is stored and not found; warnings reach the report."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.settings import Settings, load_settings
from core.text import index_tokens
from service.loading import LoadReport
from service.wiring import Application, build
from store import chunks as chunk_store
from store import documents as document_store
from store import embeddings, keywords, knowledge_bases
from store.engine import Database
from tests.conftest import Addresses, as_text

CARD = "# 青禾卡\n\n## 年费\n\n" + "\n\n".join(
    f"第{n}档会员的年费为{n}00元，{'按年缴纳并开具收据，' * 7}逾期停用。" for n in range(1, 13)
)
GARBLED = "# 云杉卡\n\n云杉卡的年费为\ufffd\ufffd\ue000\ufffd\ufffd\ufffd\ufffd元，自开卡之日起缴纳。"


@pytest.fixture
def service(database: Database, addresses: Addresses, tmp_path: Path) -> Iterator[Application]:
    """An application that makes parents."""
    (tmp_path / "home").mkdir()
    (tmp_path / "docs").mkdir()
    chosen: Settings = load_settings(
        home=tmp_path / "home", DATABASE_URL=as_text(addresses.application), chunk_parents=True, _env_file=None
    )
    yield build(chosen, database)


def load(service: Application, tmp_path: Path, name: str, text: str) -> LoadReport:
    (tmp_path / "docs" / name).write_text(text, "utf-8")
    return service.loader.load("卡", [tmp_path / "docs" / name])


def test_parents_are_stored_but_neither_embedded_nor_searched_nor_read(service: Application, tmp_path: Path) -> None:
    load(service, tmp_path, "青禾卡.md", CARD)
    with service.database.session() as session:
        kb = knowledge_bases.get(session, "卡")
        (summary,) = document_store.listing(session, kb.id)
        chunks = chunk_store.of_document(session, kb.id, summary.id)
        parents = {chunk.id for chunk in chunks if chunk.kind == "parent"}
        children = {chunk.id for chunk in chunks if chunk.parent_id}
        assert parents and {chunk.parent_id for chunk in chunks if chunk.parent_id} == parents
        assert summary.chunks == len(chunks) - len(parents)
        assert embeddings.pending(session, kb.id, str(kb.space_id)) == 0
        assert chunk_store.count_unextracted(session, kb.id, "another") == len(chunks) - len(parents)
        vector = service.embedder.embed_query("第三档会员的年费")
        asked = dict.fromkeys(index_tokens("会员的年费"), 1.0)
        near = {identity for identity, _ in embeddings.search(session, kb.id, str(kb.space_id), vector, 50)}
        words = {identity for identity, _ in keywords.search(session, kb.id, asked, 50)}
        assert near >= children and not near & parents
        assert words and not words & parents
        totals = knowledge_bases.statistics(session, kb)
        assert (totals["chunks"], totals["pending"]) == (totals["embedded"], 0)


def test_a_held_document_is_stored_and_not_found(service: Application, tmp_path: Path) -> None:
    report = load(service, tmp_path, "云杉卡.md", GARBLED)
    assert any("held for review" in warning for warning in report.warnings)
    answer = service.retriever.ask("卡", "云杉卡的年费是多少？")
    assert answer.refused
    with service.database.session() as session:
        kb = knowledge_bases.get(session, "卡")
        (summary,) = document_store.listing(session, kb.id)
        held = chunk_store.of_document(session, kb.id, summary.id)
        assert "garbled" in summary.health.faults[0]
        assert held and all(chunk.needs_review for chunk in held)


def test_a_reference_that_leads_nowhere_is_in_the_report(service: Application, tmp_path: Path) -> None:
    report = load(service, tmp_path, "办法.md", "# 办法\n\n退费申请的格式见附件三，由会员本人填写。")
    assert any("附件三" in warning for warning in report.warnings)
