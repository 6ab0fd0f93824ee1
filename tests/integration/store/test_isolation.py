"""A tenant sees and changes nothing of another's, whatever it asks the database."""

from collections.abc import Callable
from datetime import UTC, datetime

import numpy as np
import pytest
from sqlalchemy import Table, delete, func, insert, select, update

from core.embedding.space import Space
from core.errors import Conflict, NotFound
from core.knowledge_base import KnowledgeBase
from core.review import Decision
from core.vocabulary import Synonym, Term
from store import (
    chunks,
    conflicts,
    documents,
    embeddings,
    eval_runs,
    fact_events,
    facts,
    keywords,
    knowledge_bases,
    model_replies,
    posting_blocks,
    reviews,
    synonyms,
    vocabulary,
)
from store.documents import Replacement
from store.engine import Database
from store.eval_runs import EvalRun
from store.model_replies import ModelReply
from store.tables import KNOWLEDGE_BASE, METADATA, TENANT_TABLES
from tests.integration.store.conftest import Sample, days, fact, sample

ITEM = sample("机密.md", ["退款三天到账"], repeals="旧规则")
SPACE = Space("test", "tiny", "1", 2)
Load = Callable[[Sample], Replacement]
OWNED = [table for table in TENANT_TABLES if table is not KNOWLEDGE_BASE]


@pytest.fixture
def full(database: Database, kb: KnowledgeBase, load: Load) -> Database:
    """Tenant ``local`` with a row in every table."""
    load(ITEM)
    chunk = ITEM.chunks[0]
    with database.session() as session:
        embeddings.ensure_space(session, SPACE)
        embeddings.add(session, kb.id, SPACE.id, [chunk.id], np.ones((1, 2), np.float32))
        pair = [fact(chunk, quantity=days(n, n)) for n in "35"]
        facts.replace(session, kb.id, [chunk.id], pair)
        conflicts.put(session, kb.id, [conflicts.conflict_of(pair[0].id, pair[1].id)])
        reviews.record(session, kb.id, [Decision(pair[0], "approved", "何静", sampled=True)])
        fact_events.add(session, kb.id, "approve", "何静", pair[0], pair[0])
        vocabulary.upsert(session, kb.id, [Term("attribute", "时效")])
        synonyms.upsert(session, kb.id, [Synonym("attribute", "多久", "时效")])
        model_replies.keep(session, kb.id, [ModelReply(chunk.id, "1", "某型", chunk.sha256, "read")])
        assert posting_blocks.pack(session, kb.id, enough=1) == 1
        eval_runs.save(session, kb.id, EvalRun("", "夜测", "规则.yaml", datetime.now(UTC), {}, {}))
        for table in TENANT_TABLES:
            assert session.scalar(select(func.count()).select_from(table)), table.name
    return database


def test_every_table_with_tenant_data_is_known() -> None:
    assert {table.name for table in METADATA.sorted_tables} == {table.name for table in TENANT_TABLES} | {"space"}
    assert all(next(iter(table.primary_key.columns)).name == "kb_id" for table in OWNED)


@pytest.mark.parametrize("tenant", ["other", "", "LOCAL", "local' OR '1'='1"])
def test_another_tenant_sees_nothing(full: Database, tenant: str) -> None:
    with full.session(tenant) as session:
        for table in TENANT_TABLES:
            assert session.scalar(select(func.count()).select_from(table)) == 0, table.name


def test_without_a_tenant_nothing_is_seen(full: Database) -> None:
    with full._engine.connect() as connection:
        assert [connection.scalar(select(func.count()).select_from(table)) for table in TENANT_TABLES] == [0] * len(
            TENANT_TABLES
        )


def test_the_tenant_outlives_a_commit_but_not_the_session(full: Database) -> None:
    with full.session("other") as session:
        session.commit()
        assert session.scalar(select(func.count()).select_from(KNOWLEDGE_BASE)) == 0
    with full.session() as session:
        session.commit()
        assert session.scalar(select(func.count()).select_from(KNOWLEDGE_BASE)) == 1


@pytest.mark.parametrize("table", TENANT_TABLES, ids=lambda table: table.name)
def test_another_tenant_changes_and_deletes_nothing(full: Database, table: Table) -> None:
    key = next(iter(table.primary_key.columns))
    with full.session("other") as session:
        assert session.execute(delete(table)).rowcount == 0  # type: ignore[attr-defined]
    if table is not KNOWLEDGE_BASE:
        with full.session("other") as session:
            assert session.execute(update(table).values({key.name: key})).rowcount == 0  # type: ignore[attr-defined]
    with full.session() as session:
        assert session.scalar(select(func.count()).select_from(table))


@pytest.mark.parametrize("table", OWNED, ids=lambda table: table.name)
def test_another_tenant_cannot_write_into_it(full: Database, table: Table) -> None:
    with full.session() as session:
        row = dict(session.execute(select(table).limit(1)).mappings().one())
    last = list(table.primary_key.columns)[-1].name
    row[last] = "new" if isinstance(row[last], str) else row[last] + 1
    with pytest.raises(NotFound), full.session("other") as session:
        session.execute(insert(table).values(row))


def test_a_row_cannot_be_given_to_another_tenant(full: Database) -> None:
    with pytest.raises(NotFound), full.session() as session:
        session.execute(update(KNOWLEDGE_BASE).values(tenant="other"))


def test_every_query_treats_a_strangers_id_as_unknown(full: Database, kb: KnowledgeBase) -> None:
    document, chunk = ITEM.document, ITEM.chunks[0]
    with full.session("other") as session:
        assert knowledge_bases.list_all(session) == []
        assert documents.find(session, kb.id, document.source_name) is None
        assert documents.listing(session, kb.id) == []
        assert documents.sources(session, kb.id, [document.id]) == {}
        assert chunks.by_ids(session, kb.id, [chunk.id]) == {}
        assert facts.select(session, kb.id, facts.FactFilter()) == []
        assert facts.names(session, kb.id) == []
        assert keywords.search(session, kb.id, {"退": 1.0}, 5) == []
        assert keywords.document_frequency(session, kb.id, ["退"]) == {"退": 0}
        assert embeddings.search(session, kb.id, SPACE.id, np.ones(2, np.float32), 5) == []
        assert vocabulary.listing(session, kb.id) == []
        assert synonyms.listing(session, kb.id) == []
        assert model_replies.work_of(session, kb.id, [document.id]) == {}
        assert model_replies.unapplied(session, kb.id, None, 5) == []
        assert eval_runs.listing(session) == []
    calls: list[Callable[..., object]] = [
        lambda s: knowledge_bases.get(s, "客服"),
        lambda s: knowledge_bases.by_id(s, kb.id),
        lambda s: knowledge_bases.statistics(s, kb.id),
        lambda s: knowledge_bases.delete(s, kb.id),
        lambda s: knowledge_bases.set_mode(s, kb.id, "controlled"),
        lambda s: documents.delete(s, kb.id, document.id),
        lambda s: ITEM.store(s, kb.id),
        lambda s: facts.replace(s, kb.id, [chunk.id], []),
        lambda s: vocabulary.upsert(s, kb.id, [Term("attribute", "费用")]),
        lambda s: eval_runs.get(s, "夜测"),
        lambda s: eval_runs.delete(s, "夜测"),
        lambda s: eval_runs.save(s, kb.id, EvalRun("", "另测", "规则.yaml", datetime.now(UTC), {}, {})),
        lambda s: synonyms.upsert(s, kb.id, [Synonym("attribute", "钱", "费用")]),
    ]
    for call in calls:
        with pytest.raises(NotFound), full.session("other") as session:
            call(session)


def test_two_tenants_may_use_one_name(full: Database, kb: KnowledgeBase) -> None:
    with full.session("other") as session:
        theirs = knowledge_bases.create(session, "客服", "controlled")
        assert theirs.id != kb.id
        assert [item.id for item in knowledge_bases.list_all(session)] == [theirs.id]
    with pytest.raises(Conflict), full.session() as session:
        knowledge_bases.create(session, "客服")
    with full.session() as session:
        assert knowledge_bases.get_or_create(session, "客服", "controlled").mode == "open"


def test_conditions_written_by_a_caller_run_after_the_policy(full: Database, kb: KnowledgeBase) -> None:
    """A condition that fails on a row would tell a stranger that the row is there."""
    probe = select(KNOWLEDGE_BASE.c.id).where(1 / (KNOWLEDGE_BASE.c.id - kb.id) > 0)
    with full.session("other") as session:
        assert session.execute(probe).all() == []
