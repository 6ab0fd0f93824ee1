"""Documents come back as they were, and replacing one touches only what changed."""

from collections.abc import Callable
from dataclasses import replace as changed
from datetime import date

import numpy as np
import pytest
from sqlalchemy import func, select

from core.embedding.space import Space
from core.errors import Conflict, InvalidInput, NotFound
from core.knowledge_base import KnowledgeBase
from core.vocabulary import Synonym, Term
from store import chunks, documents, embeddings, facts, keywords, knowledge_bases, synonyms, vocabulary
from store.documents import Replacement
from store.engine import Database
from store.tables import TENANT_TABLES
from tests.integration.store.conftest import Sample, days, fact, sample

SPACE = Space("test", "tiny", "1", 4)
OLD = sample("退款.md", ["退款三天到账", "运费不退", "节假日顺延"])
NEW = sample("退款.md", ["新增的开头", "节假日顺延", "退款三天到账"])
Load = Callable[[Sample], Replacement]


def fill(database: Database, kb: KnowledgeBase, item: Sample) -> None:
    """Give every chunk a vector and a fact, and mark it read."""
    ids = [chunk.id for chunk in item.chunks]
    with database.session() as session:
        embeddings.ensure_space(session, SPACE)
        embeddings.add(session, kb.id, SPACE.id, ids, np.eye(len(ids), 4, dtype=np.float32))
        facts.replace(session, kb.id, ids, [fact(chunk, quantity=days("3", "3")) for chunk in item.chunks])
        chunks.mark_extracted(session, kb.id, ids, "rules-1")


def test_a_document_comes_back_as_it_was(database: Database, kb: KnowledgeBase, load: Load) -> None:
    load(OLD)
    with database.session() as session:
        assert documents.get(session, kb.id, OLD.document.id) == OLD.document
        assert documents.find(session, kb.id, "退款.md") == OLD.document
        assert documents.find_by_sha256(session, kb.id, OLD.document.sha256) == OLD.document
        assert chunks.of_document(session, kb.id, OLD.document.id) == list(OLD.chunks)
        assert documents.fingerprint_of(session, kb.id, "退款.md") == OLD.document.sha256
        assert documents.find(session, kb.id, "没有.md") is None
        with pytest.raises(NotFound):
            documents.get(session, kb.id, "doc_0")


def test_replacing_keeps_what_stays(database: Database, kb: KnowledgeBase, load: Load) -> None:
    load(OLD)
    fill(database, kb, OLD)
    with database.session() as session:
        kept_fact = facts.by_chunks(session, kb.id, [OLD.chunks[0].id])[0]
        facts.set_state(session, kb.id, [kept_fact.id], "approved")
    result = load(NEW)
    assert result == Replacement((NEW.chunks[0].id,), (NEW.chunks[1].id, NEW.chunks[2].id), (OLD.chunks[1].id,))
    with database.session() as session:
        assert chunks.of_document(session, kb.id, NEW.document.id) == list(NEW.chunks)
        assert [chunk.id for chunk in chunks.without_vector(session, kb.id, SPACE.id, 10)] == [NEW.chunks[0].id]
        unread = chunks.unextracted(session, kb.id, "rules-1", 10)
        assert [(chunk.id, info.title) for chunk, info in unread] == [(NEW.chunks[0].id, "退款")]
        assert chunks.count_unextracted(session, kb.id, "rules-2") == 3
        assert {f.chunk_id for f in facts.select(session, kb.id, facts.FactFilter())} == set(result.kept)
        assert facts.by_ids(session, kb.id, [kept_fact.id])[kept_fact.id].state == "approved"
        # A word of a removed chunk is gone, a moved chunk is found at its new place.
        assert keywords.search(session, kb.id, {"运": 1.0}, 5) == []
        assert keywords.search(session, kb.id, {"节": 1.0}, 5)[0][0] == NEW.chunks[1].id


def test_a_chunk_whose_embedded_text_changes_loses_only_its_vector(
    database: Database, kb: KnowledgeBase, load: Load
) -> None:
    load(OLD)
    fill(database, kb, OLD)
    retitled = changed(OLD, chunks=tuple(changed(c, embedding_text=f"新标题\n{c.text}") for c in OLD.chunks))
    assert load(retitled).kept == tuple(chunk.id for chunk in OLD.chunks)
    with database.session() as session:
        assert embeddings.pending(session, kb.id, SPACE.id) == 3
        assert facts.count(session, kb.id) == 3


def test_deleting_a_document_leaves_no_row(database: Database, kb: KnowledgeBase, load: Load) -> None:
    load(OLD)
    fill(database, kb, OLD)
    with database.session() as session:
        documents.delete(session, kb.id, OLD.document.id)
    with database.session() as session:
        counts = {t.name: session.scalar(select(func.count()).select_from(t)) for t in TENANT_TABLES}
        assert counts == dict.fromkeys(counts, 0) | {"knowledge_base": 1}
        assert embeddings.search(session, kb.id, SPACE.id, np.ones(4, np.float32), 5) == []
        with pytest.raises(NotFound):
            documents.delete(session, kb.id, OLD.document.id)


def test_deleting_a_knowledge_base_leaves_no_row(database: Database, kb: KnowledgeBase, load: Load) -> None:
    load(OLD)
    fill(database, kb, OLD)
    with database.session() as session:
        vocabulary.upsert(session, kb.id, [Term("attribute", "运费")])
        synonyms.upsert(session, kb.id, [Synonym("attribute", "邮费", "运费")])
        knowledge_bases.delete(session, kb.id)
    with database.session() as session:
        assert {session.scalar(select(func.count()).select_from(t)) for t in TENANT_TABLES} == {0}


def test_listing_pages_by_name(database: Database, kb: KnowledgeBase, load: Load) -> None:
    for name in ("c.md", "a.md", "b.md"):
        load(sample(name, [f"{name}的正文"]))
    with database.session() as session:
        first = documents.listing(session, kb.id, None, 2)
        rest = documents.listing(session, kb.id, first[-1].source_name, 2)
        assert [item.source_name for item in (*first, *rest)] == ["a.md", "b.md", "c.md"]
        assert (first[0].chunks, first[0].health.pages, first[0].warnings) == (1, 1, ("页眉已去除",))
        assert documents.count(session, kb.id) == 3


def test_a_newer_version_supersedes_once_in_force(database: Database, kb: KnowledgeBase, load: Load) -> None:
    versions = {
        "条例(2019-03-24).md": {"version": "2019-03-24"},
        "条例(2022-03-29).md": {"version": "2022-03-29", "effective": "2022-05-01"},
        "条例(2031-01-01).md": {"version": "2031-01-01"},
    }
    items = [sample(name, [f"{name}正文"], series="条例", **meta) for name, meta in versions.items()]
    for item in (*items, sample("别的.md", ["别的"], version="2030-01-01", series="")):
        load(item)
    ids = [item.document.id for item in items]
    with database.session() as session:
        early = documents.sources(session, kb.id, ids, date(2022, 4, 1))
        later = documents.sources(session, kb.id, ids, date(2022, 5, 1))
    assert [early[i].superseded for i in ids] == [False, False, False]
    assert [later[i].superseded for i in ids] == [True, False, False]
    assert later[ids[0]].source_name == "条例(2019-03-24).md"


def test_version_numbers_compare_as_numbers(database: Database, kb: KnowledgeBase, load: Load) -> None:
    items = [sample(f"手册{v}.md", [f"手册{v}"], series="手册", version=v) for v in ("V2.9", "V2.10")]
    for item in items:
        load(item)
    with database.session() as session:
        found = documents.sources(session, kb.id, [item.document.id for item in items])
    assert [found[item.document.id].superseded for item in items] == [True, False]


def test_what_cannot_be_stored_is_refused_whole(database: Database, kb: KnowledgeBase, load: Load) -> None:
    twice = changed(OLD, chunks=(OLD.chunks[0], OLD.chunks[0]))
    stranger = changed(OLD, chunks=(changed(OLD.chunks[0], document_id="doc_else"),))
    undated = sample("规则.md", ["规则"], valid_from="明年")
    nul = sample("坏.md", ["坏\x00字"])
    for item, words in ((twice, "two chunks"), (stranger, "belongs"), (undated, "no date"), (nul, "cannot hold")):
        with pytest.raises(InvalidInput, match=words):
            load(item)
    load(OLD)
    other = sample("别处.md", ["别处"])
    taken = changed(other, chunks=(changed(OLD.chunks[0], document_id=other.document.id),))
    with pytest.raises(Conflict, match="taken"):
        load(taken)
    with database.session() as session:
        assert documents.count(session, kb.id) == 1
        assert chunks.of_document(session, kb.id, OLD.document.id) == list(OLD.chunks)


def test_a_new_document_id_for_the_same_source_keeps_the_chunks(
    database: Database, kb: KnowledgeBase, load: Load
) -> None:
    load(OLD)
    fill(database, kb, OLD)
    renamed = Sample(
        changed(OLD.document, id="doc_new"),
        tuple(changed(chunk, document_id="doc_new") for chunk in OLD.chunks),
        OLD.tokens,
    )
    assert load(renamed).kept == tuple(chunk.id for chunk in OLD.chunks)
    with database.session() as session:
        assert {f.document_id for f in facts.select(session, kb.id, facts.FactFilter())} == {"doc_new"}
        assert embeddings.pending(session, kb.id, SPACE.id) == 0


def test_acceptance_of_a_chunk_survives_reloading(database: Database, kb: KnowledgeBase, load: Load) -> None:
    unsure = sample("扫描.md", ["看不清的字"], review=[0])
    load(unsure)
    with database.session() as session:
        chunks.accept(session, kb.id, [unsure.chunks[0].id])
    load(unsure)
    with database.session() as session:
        assert not chunks.of_document(session, kb.id, unsure.document.id)[0].needs_review


def test_statistics_count_what_is_there_and_what_is_pending(database: Database, kb: KnowledgeBase, load: Load) -> None:
    load(OLD)
    fill(database, kb, OLD)
    load(NEW)
    with database.session() as session:
        knowledge_bases.set_space(session, kb.id, SPACE.id)
        found = knowledge_bases.statistics(session, kb)
    assert found == {"documents": 1, "chunks": 3, "embedded": 2, "facts": 2, "pending": 1}


def test_every_change_raises_the_revision(database: Database, kb: KnowledgeBase, load: Load) -> None:
    seen = [kb.revision]

    def note() -> None:
        with database.session() as session:
            seen.append(knowledge_bases.get(session, "客服").revision)

    load(OLD)
    note()
    fill(database, kb, OLD)
    note()
    with database.session() as session:
        synonyms.upsert(session, kb.id, [Synonym("attribute", "邮费", "运费")])
    note()
    with database.session() as session:
        documents.delete(session, kb.id, OLD.document.id)
    note()
    assert seen == sorted(set(seen))
