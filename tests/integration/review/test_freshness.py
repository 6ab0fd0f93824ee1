"""What a document no longer says is gone with its text; what it still says is left alone; what is deleted leaves nothing."""

import re
import shutil

import pytest
from sqlalchemy import text

from core.chunk import Chunk
from service.review.decisions import approve, merge, reject
from service.review.facts import chunk_of, facts_of
from service.review.resolving import resolve
from store import chunks, documents, facts, knowledge_bases
from tests.integration.review.conftest import HANDBOOK, HE, OLD, RULES, SHOP, Desk, Sides

_TABLES = text("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
_SHARED = {"alembic_version", "space"}


def everything(desk: Desk) -> dict[str, str]:
    """Return all rows of all tables of the schema, as text, by table; read by their owner, who sees every row."""
    with desk.database.owner() as connection:
        names = set(connection.scalars(_TABLES)) - _SHARED
        rows = {name: text(f"SELECT row_to_json(t)::text FROM {name} t") for name in names}  # noqa: S608 - own tables
        return {name: "\n".join(connection.scalars(statement)) for name, statement in rows.items()}


def used(desk: Desk) -> Desk:
    """Use everything that writes: decisions, a merge, a correction's event, a resolved conflict."""
    (conflict,) = desk.conflicts("open")
    rules, handbook = (desk.fact(name, "金卡会员", "无理由退货期限") for name in ("退货规则.md", "会员手册.md"))
    with desk.database.session() as session:
        approve(session, desk.kb, desk.settings, rules.id, HE)
        approve(session, desk.kb, desk.settings, handbook.id, HE)
        resolve(session, desk.kb, conflict.id, rules.id, HE)
    return desk


def test_deleting_a_document_leaves_no_trace_of_it_in_any_table(planted: Desk) -> None:
    used(planted)
    with planted.database.session() as session:
        document = documents.find(session, planted.kb.id, "退货规则.md")
        assert document is not None
        pieces = chunks.of_document(session, planted.kb.id, document.id)
        own = [fact.id for fact in facts.by_chunks(session, planted.kb.id, [piece.id for piece in pieces], None)]
    traces = [document.id, "退货规则", "取件费", *own, *(piece.id for piece in pieces)]
    before = everything(planted)
    assert {"fact", "review", "fact_event", "conflict", "chunk", "document"} <= {
        name for name, rows in before.items() if any(trace in rows for trace in traces)
    }
    planted.delete("退货规则.md")
    after = everything(planted)
    found = {(name, trace) for name, rows in after.items() for trace in traces if trace in rows}
    # The vocabulary is the knowledge base's own, and so are the revision's name and settings. The trail goes on saying
    # that a document of this name was there, and which facts were decided on; what they said is not in it.
    assert {item for item in found if item[0] not in ("vocabulary", "synonym", "audit_event")} == set()
    assert "取件费" not in after["audit_event"]
    assert not any(piece.text in after["audit_event"] for piece in pieces)
    assert "会员手册" in after["document"]


def test_deleting_a_knowledge_base_leaves_no_row_at_all(planted: Desk) -> None:
    used(planted)
    kb_id = planted.kb.id
    assert sum(1 for rows in everything(planted).values() if re.search(rf'"kb_id":{kb_id}\b', rows)) > 8
    with planted.database.session() as session:
        knowledge_bases.delete(session, kb_id)
    left = {name: rows for name, rows in everything(planted).items() if rows}
    # Only the trail of what was done.
    assert set(left) == {"audit_event"}


def test_the_facts_of_a_changed_article_go_in_the_transaction_of_the_text(
    planted: Desk, sides: Sides, monkeypatch: pytest.MonkeyPatch
) -> None:
    fees = planted.facts(attributes=("上门取件费",))
    rules, _ = sides()
    with planted.database.session() as session:
        for fact in (rules, *fees):
            approve(session, planted.kb, planted.settings, fact.id, HE)

    def never(*_: object) -> None:
        raise RuntimeError("nothing is read for facts")

    for reader in ("extraction", "replacing"):
        monkeypatch.setattr(f"service.loading.{reader}.extract", never)
    planted.write("退货规则.md", RULES.replace("15天", "20天"))
    planted.load()
    # Nothing was read anew, so what stands now stood the moment the text changed.
    assert [fact.document_id for fact in planted.facts(attributes=("无理由退货期限",))] == [sides_of(planted)]
    assert [(fact.id, fact.state) for fact in planted.facts(attributes=("上门取件费",))] == [
        (fact.id, "approved") for fact in fees
    ]
    assert planted.conflicts() == []
    assert not any("15天" in passage.chunk.text for passage in planted.ask("金卡会员的无理由退货期限是多久？").passages)
    monkeypatch.undo()
    planted.load()
    assert planted.fact("退货规则.md", "金卡会员", "无理由退货期限").value == "20天"


def sides_of(desk: Desk) -> str:
    """Return the id of the handbook, whose fact alone is left."""
    with desk.database.session() as session:
        found = documents.find(session, desk.kb.id, "会员手册.md")
    assert found is not None
    return found.id


def test_facts_and_chunks_lead_to_each_other(policies: Desk) -> None:
    with policies.database.session() as session:
        for fact in policies.facts():
            chunk = chunk_of(session, policies.kb, fact)
            assert isinstance(chunk, Chunk)
            assert chunk.text[fact.quote_start : fact.quote_end] == fact.quote
            assert fact in facts_of(session, policies.kb, chunk.id)


def test_a_rejected_or_merged_fact_never_answers(planted: Desk, sides: Sides) -> None:
    rules, handbook = sides()
    with planted.database.session() as session:
        reject(session, planted.kb, planted.settings, rules.id, HE)
    answer = planted.ask("金卡会员的无理由退货期限是多久？")
    assert rules.id not in {fact.id for fact in answer.facts}
    assert [fact.id for passage in answer.passages for fact in passage.facts if fact.id == rules.id] == []
    planted.write("手册副本.md", HANDBOOK.replace("青禾会员手册", "青禾会员手册摘要"))
    planted.load()
    copy = planted.fact("手册副本.md", "金卡会员", "无理由退货期限")
    with planted.database.session() as session:
        merge(session, planted.kb, planted.settings, handbook.id, [copy.id], HE)
    assert copy.id not in {fact.id for fact in planted.ask("金卡会员的无理由退货期限是多久？").facts}


def test_an_outdated_policy_alone_is_as_good_as_any(desk: Desk) -> None:
    shutil.copy(SHOP / OLD, desk.folder / OLD)
    desk.load()
    assert {fact.state for fact in desk.facts()} == {"candidate"}
