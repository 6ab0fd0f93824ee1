"""A tenant sees and changes nothing of another's, whatever it asks the database."""

from collections.abc import Callable
from datetime import UTC, datetime

import numpy as np
import pytest
from sqlalchemy import Table, delete, func, insert, select, text, update

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
from store.engine import Database, acting_for
from store.eval_runs import EvalRun
from store.model_replies import ModelReply
from store.tables import (
    API_KEY,
    ASKED,
    AUDIT_EVENT,
    JOB,
    KEPT_RESPONSE,
    KNOWLEDGE_BASE,
    METADATA,
    OF_TENANT,
    RATE,
    TENANT_LIMIT,
    TENANT_TABLES,
    UPLOAD,
    UPLOAD_PART,
)
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
        for table, row in service_rows(kb.id):
            session.execute(insert(table).values(row))
        for table in TENANT_TABLES:
            assert session.scalar(select(func.count()).select_from(table)), table.name
    return database


def service_rows(kb_id: int) -> list[tuple[Table, dict[str, object]]]:
    """Return a row of each table that the service fills, by ``local`` or in its knowledge base."""
    now = datetime.now(UTC)
    key = {"id": "k1", "name": "客服", "digest": "d1", "scopes": ["read"], "created_by": "何静"}
    asked = {
        "id": "q1", "door": "http", "actor": "k1", "question": "多久到账？", "completed": "多久到账？", "answer": "三天",
        "headline": "三天", "route": "structured", "grade": "exact", "confidence": 0.9, "refused": False, "degraded": [],
        "sources": [], "milliseconds": 12.5,
    }  # fmt: skip
    event = {"actor": "k1", "action": "delete", "kind": "document", "target": "规则.md", "detail": {}, "request_id": ""}
    of_kb: list[tuple[Table, dict[str, object]]] = [
        (UPLOAD, {"id": "u1", "source_name": "规则.md", "sha256": "", "size": 3}),
        (UPLOAD_PART, {"upload_id": "u1", "number": 0, "content": b"abc"}),
        (JOB, {"id": "j1", "kind": "load", "request": {}, "created_by": "k1"}),
        (ASKED, asked),
    ]
    own: list[tuple[Table, dict[str, object]]] = [
        (API_KEY, key),
        (TENANT_LIMIT, {"documents": 3}),
        (AUDIT_EVENT, event),
        (KEPT_RESPONSE, {"key": "一次", "request": "", "media_type": "", "body": b""}),
        (RATE, {"holder": "k1", "what": "ask", "free_at": now}),
    ]
    return [(table, {"kb_id": kb_id} | row) for table, row in of_kb] + [
        (table, {"tenant": "local"} | row) for table, row in own
    ]


def test_every_table_with_tenant_data_is_known() -> None:
    assert {table.name for table in METADATA.sorted_tables} == {table.name for table in TENANT_TABLES} | {"space"}
    leading = {table.name: next(iter(table.primary_key.columns)).name for table in OWNED}
    assert leading == {table.name: "tenant" if table in OF_TENANT else "kb_id" for table in OWNED}


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
    if table is not KNOWLEDGE_BASE and table is not AUDIT_EVENT:
        with full.session("other") as session:
            assert session.execute(update(table).values({key.name: key})).rowcount == 0  # type: ignore[attr-defined]
    with full.session() as session:
        assert session.scalar(select(func.count()).select_from(table))


@pytest.mark.parametrize("table", OWNED, ids=lambda table: table.name)
def test_another_tenant_cannot_write_into_it(full: Database, table: Table) -> None:
    with full.session() as session:
        row = dict(session.execute(select(table).limit(1)).mappings().one())
    last = list(table.primary_key.columns)[-1].name
    if table is AUDIT_EVENT:
        del row[last]
    elif table is not TENANT_LIMIT:
        row[last] = "new" if isinstance(row[last], str) else row[last] + 1
    if "digest" in row:
        row["digest"] = "new"
    with pytest.raises(NotFound), full.session("other") as session:
        session.execute(insert(table).values(row))


def test_a_key_is_read_by_whoever_presents_it_and_by_nobody_else(full: Database) -> None:
    present = text("SELECT set_config('dianmian.key_digest', :digest, true)")
    for digest, seen in (("d1", ["local"]), ("d", []), ("", [])):
        with full._engine.begin() as connection:
            connection.execute(present, {"digest": digest})
            assert list(connection.scalars(select(API_KEY.c.tenant))) == seen
            assert connection.execute(update(API_KEY).values(name="别人的")).rowcount == 0
    with full._engine.connect() as connection:
        assert list(connection.scalars(select(API_KEY.c.tenant))) == []


def test_the_trail_is_neither_changed_nor_deleted(full: Database) -> None:
    with full.session() as session:
        assert session.execute(update(AUDIT_EVENT).values(actor="别人")).rowcount == 0  # type: ignore[attr-defined]
        assert session.execute(delete(AUDIT_EVENT)).rowcount == 0  # type: ignore[attr-defined]
        assert session.scalar(select(AUDIT_EVENT.c.actor)) == "k1"


@pytest.mark.parametrize("tenant", ["other", ""])
def test_the_queue_is_seen_by_its_tenant_and_by_workers_alone(full: Database, tenant: str) -> None:
    queued = text(
        "INSERT INTO queue.procrastinate_jobs (queue_name, task_name, args)"
        " VALUES ('load', 'load', jsonb_build_object('tenant', 'local'))"
    )
    seen = text("SELECT count(*) FROM queue.procrastinate_jobs")
    with full.session() as session:
        session.execute(text("SELECT set_config('search_path', 'queue, public', true)"))
        session.execute(queued)
        assert session.scalar(seen) == 1
    with full.session(tenant) as session:
        assert session.scalar(seen) == 0
        session.execute(text("SELECT set_config('dianmian.worker', 'on', true)"))
        assert session.scalar(seen) == 1
    with pytest.raises(NotFound), full.session(tenant) as session:
        session.execute(text("SELECT set_config('search_path', 'queue, public', true)"))
        session.execute(queued)


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


def test_who_is_acted_for_has_every_session_that_names_nobody(full: Database) -> None:
    def seen(tenant: str | None = None) -> int:
        with full.session(tenant) as session:
            return session.scalar(select(func.count()).select_from(KNOWLEDGE_BASE)) or 0

    with acting_for("other"):
        assert (seen(), seen("local")) == (0, 1)
        with acting_for("local"):
            assert seen() == 1
        with acting_for(""):
            assert seen() == 0
    assert seen() == 1
