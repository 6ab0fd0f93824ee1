"""Whatever is typed, a query gives facts or an error that names the place; and it means what it says."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import InvalidInput, NotFound
from core.fact import Condition, Scope
from core.knowledge_base import KnowledgeBase
from core.quantity import parse
from core.vocabulary import Synonym
from service.fact_pages import fact_count, fact_page, fact_subjects
from service.fact_query import FactQuery
from service.fact_query_clauses import FIELDS
from store import facts as fact_store
from store import knowledge_bases, synonyms
from store.engine import Database
from tests.integration.store.conftest import fact, sample

PIECES = [
    *FIELDS, *FIELDS.values(), "=", "<=", ">=", "<", ">", "~", " in ", " overlaps ", ";", " and ", "|", '"', "“", "7天",
    "3~7工作日", "12mo", "1e999", "9" * 70, "-5℃", "2025-03-01", "满12年", "支持", "%", "'", "\\", "\x00", "\ud800", "甲",
    "规则.md", "0.5", "all",
]  # fmt: skip
VALUES = ["3至7个工作日", "5个工作日", "24个月", "2年", "7天", "不超过10天", "1周", "支持", "100元", "0.5"]


@pytest.fixture
def kb(database: Database) -> KnowledgeBase:
    """A knowledge base with one fact for every value, of subjects 甲 and 乙 in turn."""
    document = sample("规则.md", [f"规则：{value}。" for value in VALUES])
    with database.session() as session:
        created = knowledge_bases.create(session, "客服")
        document.store(session, created.id)
        facts = [
            fact(
                chunk, "时效", parse(value), value=value, subject="甲乙"[number % 2],
                conditions=(Condition("满1年不满10年", "工龄", parse("满1年不满10年")), Condition("金卡会员")) if number % 2 else (),
                scope=Scope(region="华东" if number % 2 else None), origin="model" if number == 0 else "rule",
                confidence=0.5 + number / 20,
            )
            for number, (value, chunk) in enumerate(zip(VALUES, document.chunks, strict=True))
        ]  # fmt: skip
        fact_store.save(session, created.id, facts)
        synonyms.upsert(session, created.id, [Synonym("attribute", "多久", "时效")])
        return knowledge_bases.get(session, "客服")


def values(database: Database, kb: KnowledgeBase, *where: str) -> set[str]:
    with database.session() as session:
        return {found.value for found in fact_page(session, kb, FactQuery(where, limit=1000)).facts}


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("value=24个月", {"24个月", "2年"}),
        ("value=7d", {"7天", "1周"}),
        ("value=2y", {"24个月", "2年"}),
        ("value=3~7工作日", {"3至7个工作日"}),
        ("value in 3~7wd", {"3至7个工作日", "5个工作日"}),
        ("value overlaps 6~9工作日", {"3至7个工作日"}),
        ("value<7天", {"不超过10天"}),
        ("value<=7天", {"7天", "1周", "不超过10天"}),
        ("value>7天; value<1y", {"不超过10天"}),
        ("value>=1年", {"24个月", "2年"}),
        ("value=支持", {"支持"}),
        ("value=支持|不支持", {"支持"}),
        ("value~个", {"3至7个工作日", "5个工作日", "24个月"}),
        ("unit=周", {"1周"}),
        ("dimension=money.CNY", {"100元"}),
        ("dimension=business_days; subject=乙", {"5个工作日"}),
        ("condition=工作满5年", {"5个工作日", "2年", "不超过10天", "支持", "0.5"}),
        ("condition=10年", set()),
        ("condition=金卡会员", {"5个工作日", "2年", "不超过10天", "支持", "0.5"}),
        ("condition=会员", set()),
        ("condition~会员; value>=1y", {"2年"}),
        ("region=华南", {"3至7个工作日", "24个月", "7天", "1周", "100元"}),
        ("origin=model", {"3至7个工作日"}),
        ("confidence>=0.9", {"100元", "0.5"}),
        ("attribute=多久; value=100元", {"100元"}),
        ("document=规则.md; text~100", {"100元"}),
        ("state=approved", set()),
        ("on=2025-03-01; value=1周", {"1周", "7天"}),
    ],
)
def test_an_expression_means_what_it_says(
    database: Database, kb: KnowledgeBase, where: str, expected: set[str]
) -> None:
    assert values(database, kb, where) == expected


def test_expressions_together_restrict_like_one(database: Database, kb: KnowledgeBase) -> None:
    both = values(database, kb, "subject=乙; value>=1y")
    assert both == values(database, kb, "subject=乙", "value>=1y") == {"2年"}


def test_a_count_is_the_length_of_all_pages(database: Database, kb: KnowledgeBase) -> None:
    query = FactQuery(("value>=1天",), limit=2, sort="value")
    with database.session() as session:
        total = fact_count(session, kb, query).total
        subjects = fact_subjects(session, kb, query)
    assert total == len(values(database, kb, "value>=1天")) == sum(item.count for item in subjects.subjects)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=9).map("".join))
def test_anything_typed_gives_facts_or_a_place(database: Database, kb: KnowledgeBase, where: str) -> None:
    with database.session() as session:
        try:
            page = fact_page(session, kb, FactQuery((where,)))
        except (InvalidInput, NotFound) as error:
            assert error.place
        else:
            assert page.total >= len(page.facts)
