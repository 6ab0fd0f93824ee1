"""Facts come back as they were, are compared exactly, and keep what a person decided."""

from collections.abc import Callable
from dataclasses import replace as changed
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from core.errors import InvalidInput
from core.fact import Scope
from core.knowledge_base import KnowledgeBase
from core.quantity import Quantity
from store import facts
from store.documents import Replacement
from store.engine import Database
from store.facts import FactFilter, FactName
from tests.integration.store.conftest import Sample, days, fact, sample

ITEM = sample("时效.md", ["三天到账", "七天到账", "不超过十天", "至少五天", "无数字"])
Load = Callable[[Sample], Replacement]


@pytest.fixture
def stored(database: Database, kb: KnowledgeBase, load: Load) -> Database:
    """Five facts: 3, 7, at most 10, more than 5 (open), and one without a value."""
    load(ITEM)
    values = [days("3", "3"), days("7", "7"), days(None, "10"), days("5", None, low_open=True), None]
    found = [
        fact(chunk, quantity=value, id=f"f{n}")
        for n, (chunk, value) in enumerate(zip(ITEM.chunks, values, strict=True))
    ]
    with database.session() as session:
        facts.replace(session, kb.id, [chunk.id for chunk in ITEM.chunks], found)
    return database


def pick(database: Database, kb: KnowledgeBase, wanted: FactFilter) -> list[str]:
    with database.session() as session:
        return [item.id for item in facts.select(session, kb.id, wanted)]


def test_a_fact_comes_back_as_it_was(database: Database, kb: KnowledgeBase, load: Load) -> None:
    load(ITEM)
    price = Quantity(
        Decimal("6000.00"), Decimal("1E5"), "元", "money", Decimal("6000.00"), Decimal(100000), "yuan", "6000.00~1E5元",
        high_open=True, approximate=True,
    )  # fmt: skip
    scope = Scope("星河宝", "华东", "线上", "会员", "V2", date(2024, 1, 1), date(2025, 1, 1))
    wanted = fact(ITEM.chunks[0], "价格", price, scope=scope, rule="table", origin="model", state="stale")
    with database.session() as session:
        facts.replace(session, kb.id, [wanted.chunk_id], [wanted])
    with database.session() as session:
        found = facts.by_ids(session, kb.id, [wanted.id, "fct_none"])
    assert found == {wanted.id: wanted}
    quantity = found[wanted.id].quantity
    assert quantity is not None
    assert str(quantity.low) == "6000.00"


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (days("3", "7"), ["f0", "f1", "f2", "f3"]),
        (days("3", "3"), ["f0", "f2"]),
        (days("3", "5"), ["f0", "f2"]),
        (days("5", "5"), ["f2"]),
        (days("5.0001", "6"), ["f2", "f3"]),
        (days("10", "10", low_open=False), ["f2", "f3"]),
        (days("10", None, low_open=True), ["f3"]),
        (days(None, "3", high_open=True), ["f2"]),
    ],
)
def test_overlap_respects_open_ends(stored: Database, kb: KnowledgeBase, wanted: Quantity, ids: list[str]) -> None:
    assert pick(stored, kb, FactFilter(overlaps=wanted)) == ids


def test_values_of_another_dimension_never_overlap(stored: Database, kb: KnowledgeBase) -> None:
    working_days = changed(days("3", "7"), dimension="business_duration")
    assert pick(stored, kb, FactFilter(overlaps=working_days)) == []
    assert pick(stored, kb, FactFilter(dimension="duration")) == ["f0", "f1", "f2", "f3"]


def test_sorting_by_value_pages_to_the_end(stored: Database, kb: KnowledgeBase) -> None:
    ascending, descending = ["f0", "f3", "f1", "f2", "f4"], ["f2", "f1", "f3", "f0", "f4"]
    assert pick(stored, kb, FactFilter(order_by="value_asc")) == ascending
    assert pick(stored, kb, FactFilter(order_by="value_desc")) == descending
    for order, ids in (("value_asc", ascending), ("value_desc", descending), (None, sorted(ascending))):
        pages: list[str] = []
        while page := pick(stored, kb, FactFilter(order_by=order, limit=2, after=pages[-1] if pages else None)):  # type: ignore[arg-type]
            pages += page
        assert pages == ids


def test_filters_combine(stored: Database, kb: KnowledgeBase) -> None:
    assert pick(stored, kb, FactFilter(subjects=("星河宝退款",), text="十天")) == ["f2"]
    assert pick(stored, kb, FactFilter(text="100%_\\")) == []
    assert pick(stored, kb, FactFilter(attributes=("没有",))) == []
    assert pick(stored, kb, FactFilter(document_ids=())) == []
    assert pick(stored, kb, FactFilter(document_ids=(ITEM.document.id,), states=("approved",))) == []
    with stored.session() as session:
        assert facts.count(session, kb.id, FactFilter(limit=1)) == 5
        assert facts.names(session, kb.id) == [
            FactName("星河宝退款", "退款到账时效", "duration", 4),
            FactName("星河宝退款", "退款到账时效", "", 1),
        ]


def test_replacing_keeps_decisions_and_a_persons_facts(stored: Database, kb: KnowledgeBase) -> None:
    chunk = ITEM.chunks[0]
    with stored.session() as session:
        facts.set_state(session, kb.id, ["f0"], "rejected")
        facts.save(session, kb.id, [fact(chunk, "补充", id="mine", origin="person", state="approved")])
    again = fact(chunk, quantity=days("3", "3"), id="f0", confidence=0.9)
    new = fact(chunk, "新属性", id="f9")
    with stored.session() as session:
        facts.replace(session, kb.id, [chunk.id], [again, new])
        found = facts.by_chunks(session, kb.id, [chunk.id], None)
        assert {item.id: item.state for item in found} == {"f0": "rejected", "f9": "candidate", "mine": "approved"}
        assert next(item for item in found if item.id == "f0").confidence == 0.9
        facts.replace(session, kb.id, [chunk.id], [])
        assert [item.id for item in facts.by_chunks(session, kb.id, [chunk.id], None)] == ["mine"]
    assert pick(stored, kb, FactFilter()) == ["f1", "f2", "f3", "f4", "mine"]


def test_rejected_facts_are_not_handed_out(stored: Database, kb: KnowledgeBase) -> None:
    with stored.session() as session:
        facts.set_state(session, kb.id, ["f0", "f1"], "rejected")
        assert facts.by_chunks(session, kb.id, [ITEM.chunks[0].id]) == []
        assert facts.count(session, kb.id) == 3


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"quantity": days("7", "3")}, "ends before"),
        ({"quantity": days(None, None)}, "no end"),
        ({"quantity": days("NaN", "3")}, "no number"),
        ({"subject": "长" * 301}, "longer than"),
        ({"chunk_id": "chk_elsewhere"}, "not replaced"),
    ],
)
def test_a_fact_that_cannot_be_stored_is_named(
    database: Database, kb: KnowledgeBase, load: Load, changes: dict[str, object], words: str
) -> None:
    load(ITEM)
    bad = fact(ITEM.chunks[0], id="bad", **changes)
    with pytest.raises(InvalidInput, match=words) as caught, database.session() as session:
        facts.replace(session, kb.id, [ITEM.chunks[0].id], [bad])
    assert caught.value.place == "bad"


ENDS = st.one_of(st.none(), st.decimals(-3, 3, places=1).map(str))


@st.composite
def intervals(draw: st.DrawFn) -> Quantity:
    """Any interval with at least one end and at least one value."""
    low, high = draw(st.tuples(ENDS, ENDS).filter(lambda ends: ends != (None, None)))
    if low is not None and high is not None:
        low, high = sorted((low, high), key=Decimal)
    single = low is not None and high is not None and Decimal(low) == Decimal(high)
    opens = (False, False) if single else (draw(st.booleans()), draw(st.booleans()))
    return days(low, high, low_open=opens[0], high_open=opens[1])


@hypothesis_settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(held=st.lists(intervals(), min_size=1, max_size=6), asked=intervals())
def test_overlap_in_the_database_is_overlap_in_python(
    shared_database: Database, held: list[Quantity], asked: Quantity
) -> None:
    from store import knowledge_bases

    with shared_database.session() as session:
        kb = knowledge_bases.get_or_create(session, "区间")
        ITEM.store(session, kb.id)
        chunk = ITEM.chunks[0]
        rows = [fact(chunk, quantity=value, id=f"f{n}") for n, value in enumerate(held)]
        facts.replace(session, kb.id, [chunk.id], rows)
        found = {item.id for item in facts.select(session, kb.id, FactFilter(overlaps=asked))}
    assert found == {f"f{n}" for n, value in enumerate(held) if value.overlaps(asked)}
