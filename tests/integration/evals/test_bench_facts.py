"""The bench compares like with like: the product finds what the SQL written by hand finds, and finds something."""

from collections import Counter
from collections.abc import Iterator

import pytest
from sqlalchemy import func, select

from core.quantity import parse
from evals.bench_facts_cases import Case, cases
from evals.bench_facts_data import ATTRIBUTES, SUBJECTS, Corpus, load, subject, value_text
from store import facts, knowledge_bases
from store.engine import Database
from store.facts import FactFilter
from store.tables import CHUNK, DOCUMENT

FACTS = 30_000


@pytest.fixture(scope="module")
def corpus(shared_database: Database) -> Iterator[Corpus]:
    """Enough facts for every subject to have the attributes that are asked for."""
    loaded = load(shared_database, "bench", FACTS)
    shared_database.analyse()
    yield loaded
    with shared_database.session("bench") as session:
        knowledge_bases.delete(session, loaded.kb_id)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_the_product_finds_what_bare_sql_finds(shared_database: Database, corpus: Corpus, case: Case) -> None:
    found = 0
    with shared_database.session("bench") as session:
        connection = session.connection().connection.driver_connection
        for turn in range(8):
            statements = case.bare(corpus.kb_id, turn)
            rows = [connection.execute(*statement).fetchall() for statement in statements]  # type: ignore[union-attr]
            product = case.product(session, corpus.kb_id, turn)
            assert product == case.shown(rows)
            found += len(product[0] if isinstance(product, tuple) else product)
    assert found


def test_what_is_loaded_reads_like_the_products_own(shared_database: Database, corpus: Corpus) -> None:
    with shared_database.session("bench") as session:
        states = ("candidate", "rejected")
        assert facts.count(session, corpus.kb_id, FactFilter(states=states)) == FACTS
        sampled = facts.select(session, corpus.kb_id, FactFilter(states=states, limit=500))
        assert all(session.scalar(select(func.count()).select_from(table)) for table in (DOCUMENT, CHUNK))
    for item in sampled:
        assert item.quantity == (None if item.attribute == "上门服务" else parse(item.value))
        assert item.value in item.quote and item.quote_end == len(item.quote)
        assert all(condition.quantity == parse(condition.text) for condition in item.conditions)


def test_another_tenant_sees_none_of_it(shared_database: Database, corpus: Corpus) -> None:
    with shared_database.session() as session:
        assert facts.count(session, corpus.kb_id) == 0


def test_names_and_values_are_many() -> None:
    assert len({subject(number) for number in range(SUBJECTS)}) == SUBJECTS
    dimensions = Counter(getattr(parse(value_text(name, 0)), "dimension", None) for name in ATTRIBUTES)
    assert len(ATTRIBUTES) == 40 and len(dimensions) >= 8
