"""Facts stored before review existed get their keys when the schema is brought up to date."""

import pytest
from sqlalchemy import NullPool, create_engine, text

from core.settings import load_settings
from store import facts, migration
from store.engine import open_database
from store.fact_filter import FactFilter
from store.fact_keys import draw_of, statement_of, topic_of
from store.review_queue import ReviewQueue
from store.roles import APPLICATION
from tests.conftest import Addresses, as_text
from tests.integration.store.test_migration import empty

__all__ = ["empty"]

_DOCUMENT = """INSERT INTO document VALUES
    (:kb, 'doc_1', '时效.md', '时效', '', '', '', '', NULL, NULL, '{}', '', '[]', '', '[]', '{}', '', 1, 1)"""
_CHUNK = """INSERT INTO chunk VALUES
    (:kb, 'chk_1', 'doc_1', 0, 'prose', '三天到账', '三天到账', '{}', '[]', NULL, '{}', '[]', NULL, '', '1', false, 1)"""
_FACT = """INSERT INTO fact SELECT :kb, 'fct_' || n, 'chk_1', 'doc_1', '星河Ｘ' || n, '到账', '三天', NULL, NULL, NULL,
    NULL, NULL, NULL, NULL, false, false, NULL, NULL, NULL, NULL, NULL, false, NULL,
    '[{"text": "会员", "attribute": "", "quantity": null}]', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '三天到账', 0, 4,
    'rule', 'prose', 0.5, 'approved' FROM generate_series(1, 7) n"""


@pytest.mark.parametrize("one_role", [False, True])
def test_old_facts_get_their_keys(empty: Addresses, one_role: bool) -> None:
    from alembic import command

    engine = create_engine(empty.owner, poolclass=NullPool)
    with engine.begin() as connection:
        command.upgrade(migration.alembic_config(connection), "0003")
        kb = connection.scalar(text("INSERT INTO knowledge_base (tenant, name) VALUES ('local', '客服') RETURNING id"))
        for statement in (_DOCUMENT, _CHUNK, _FACT):
            connection.execute(text(statement), {"kb": kb})
        if one_role:
            for table in ("knowledge_base", "document", "chunk", "fact"):
                connection.execute(text(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY"))
    address = empty.owner if one_role else empty.application
    settings = load_settings(DATABASE_URL=as_text(address), admin_database_url=as_text(empty.owner), _env_file=None)
    assert APPLICATION in as_text(empty.application)
    migration.upgrade(settings)
    database = open_database(settings)
    try:
        with database.session() as session:
            found = facts.select(session, kb, FactFilter())
            keys = {row.id: row for row in session.execute(text("SELECT id, topic, statement, draw FROM fact"))}
            assert len(found) == 7
            for fact in found:
                row = keys[fact.id]
                assert (row.topic, row.statement) == (topic_of(fact.subject, fact.attribute), statement_of(fact))
                assert row.draw == draw_of(row.statement)
            assert ReviewQueue(kb, 1.0, 1.0).count(session) == 0
    finally:
        database.close()
