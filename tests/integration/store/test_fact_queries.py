"""Every filter, order and page of facts, held against the same done in Python, and the walls between tenants."""

from collections.abc import Callable
from dataclasses import replace as changed
from datetime import date
from decimal import Decimal
from typing import get_args

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from core.errors import InvalidInput, NotFound
from core.fact import Condition, Fact, Scope
from core.knowledge_base import KnowledgeBase
from core.quantity import Quantity, parse
from store import facts, knowledge_bases
from store.documents import Replacement
from store.engine import Database
from store.fact_lookup import is_lookup
from store.facts import FactFilter, FactPage, Order, SubjectCount
from tests.integration.store.conftest import Sample, days, fact, sample
from tests.integration.store.test_facts import intervals

ITEM = sample("目录.md", ["青禾净水器目录", "星河空调目录"])
OTHER = sample("附录.md", ["云杉冰箱附录"])
Load = Callable[[Sample], Replacement]


def quantity(words: str) -> Quantity:
    found = parse(words)
    assert found is not None, words
    return found


def held(fact_id: str, subject: str, attribute: str, value: str, **changes: object) -> Fact:
    chunk = changes.pop("chunk", ITEM.chunks[0])
    plain: dict[str, object] = {"conditions": (), "scope": Scope(), "value": value, "subject": subject}
    return fact(chunk, attribute, parse(value), id=fact_id, **(plain | changes))  # type: ignore[arg-type]


FACTS = [
    held("a1", "青禾净水器", "保修期", "24个月", confidence=0.9),
    held("a2", "青禾净水器", "退货期限", "3至10天", confidence=0.4),
    held("a3", "星河空调", "退货期限", "7天", confidence=0.6, scope=Scope(region="华东", valid_to=date(2024, 12, 31))),
    held("a4", "星河空调", "退货期限", "不超过5天", confidence=0.4, state="approved", scope=Scope(region="华南")),
    held("a5", "云杉冰箱", "退货期限", "至少15天", chunk=OTHER.chunks[0], scope=Scope(valid_from=date(2025, 1, 1))),
    held("a6", "云杉冰箱", "到账时效", "5个工作日", chunk=OTHER.chunks[0]),
    held("a7", "云杉冰箱", "退货政策", "支持退货", chunk=OTHER.chunks[0]),
    held("a8", "银杏电视", "限购数量", "3台", conditions=(Condition("金叶会员"),)),
    held("a9", "银杏电视", "限购数量", "3件", state="rejected"),
    held("b1", "银杏电视", "赠品数量", "3件", conditions=(Condition("VIP 客户"),)),
]  # fmt: skip


@pytest.fixture
def stored(database: Database, kb: KnowledgeBase, load: Load) -> Database:
    """Ten facts of four subjects in two documents, one of them rejected."""
    load(ITEM)
    load(OTHER)
    with database.session() as session:
        facts.save(session, kb.id, FACTS)
    return database


def page(database: Database, kb: KnowledgeBase, wanted: FactFilter) -> FactPage:
    with database.session() as session:
        return facts.page(session, kb.id, wanted)


def ids(database: Database, kb: KnowledgeBase, wanted: FactFilter) -> str:
    found = page(database, kb, wanted)
    assert found.total == len(found.facts)
    return " ".join(item.id for item in found.facts)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (FactFilter(), "a1 a2 a3 a4 a5 a6 a7 a8 b1"),
        (FactFilter(subjects=("星河空调", "青禾净水器")), "a1 a2 a3 a4"),
        (FactFilter(attributes=("退货期限", "保修期"), subjects=("青禾净水器",)), "a1 a2"),
        (FactFilter(dimension="duration"), "a1 a2 a3 a4 a5"),
        (FactFilter(unit="个月"), "a1"),
        (FactFilter(overlaps=quantity(">=7天"), attributes=("退货期限",)), "a2 a3 a5"),
        (FactFilter(within=quantity(">=7天"), attributes=("退货期限",)), "a3 a5"),
        (FactFilter(within=quantity("1周"), attributes=("退货期限",)), "a3"),
        (FactFilter(within=quantity("不超过10天")), "a2 a3 a4"),
        (FactFilter(overlaps=quantity("5个工作日")), "a6"),
        (FactFilter(overlaps=quantity("3台")), "a8"),
        (FactFilter(overlaps=quantity("3件")), "b1"),
        (FactFilter(condition_text="会员"), "a8"),
        (FactFilter(condition_text="vip"), "b1"),
        (FactFilter(condition_text="'; DROP TABLE fact; --"), ""),
        (FactFilter(states=("approved",)), "a4"),
        (FactFilter(states=("candidate", "rejected"), attributes=("限购数量",)), "a8 a9"),
        (FactFilter(document_ids=(OTHER.document.id,)), "a5 a6 a7"),
        (FactFilter(document_ids=()), ""),
        (FactFilter(text="支持"), "a7"),
        (FactFilter(scope=Scope(region="华东"), attributes=("退货期限",)), "a2 a3 a5"),
        (FactFilter(scope=Scope(region="华北"), attributes=("退货期限",)), "a2 a5"),
        (FactFilter(scope=Scope(valid_from=date(2025, 1, 1)), attributes=("退货期限",)), "a2 a4 a5"),
        (FactFilter(scope=Scope(valid_to=date(2024, 12, 31)), attributes=("退货期限",)), "a2 a3 a4"),
        (FactFilter(subjects=("青禾净水器",), limit=None), "a1 a2"),
    ],
)
def test_each_filter_restricts(stored: Database, kb: KnowledgeBase, wanted: FactFilter, expected: str) -> None:
    assert ids(stored, kb, wanted) == expected


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("value_asc", "a3 a5 a1 a7"),
        ("value_desc", "a1 a5 a3 a7"),
        ("subject_asc", "a5 a7 a3 a1"),
        ("subject_desc", "a1 a3 a7 a5"),
        ("attribute_asc", "a1 a7 a3 a5"),
        ("attribute_desc", "a5 a3 a7 a1"),
        ("confidence_asc", "a3 a5 a7 a1"),
        ("confidence_desc", "a1 a7 a5 a3"),
    ],
)
def test_each_order_sorts(stored: Database, kb: KnowledgeBase, order: Order, expected: str) -> None:
    with stored.session() as session:
        facts.set_state(session, kb.id, ["a1", "a3", "a5", "a7"], "superseded")
    assert ids(stored, kb, FactFilter(states=("superseded",), order_by=order)) == expected


@pytest.mark.parametrize("order", [None, *get_args(Order)])
@pytest.mark.parametrize("wanted", [FactFilter(), FactFilter(overlaps=quantity("1天至3年"))], ids=["all", "valued"])
def test_pages_hold_every_fact_once(
    stored: Database, kb: KnowledgeBase, order: Order | None, wanted: FactFilter
) -> None:
    whole = page(stored, kb, changed(wanted, order_by=order))
    assert whole.next is None
    seen: list[Fact] = []
    after: str | None = None
    while True:
        part = page(stored, kb, changed(wanted, order_by=order, limit=2, after=after))
        assert part.total == whole.total
        seen += part.facts
        if part.next is None:
            break
        after = part.next
    assert seen == list(whole.facts)


@pytest.mark.parametrize("order", [None, *get_args(Order)])
def test_a_page_goes_on_though_its_last_fact_is_gone(stored: Database, kb: KnowledgeBase, order: Order | None) -> None:
    whole = page(stored, kb, FactFilter(order_by=order)).facts
    first = page(stored, kb, FactFilter(order_by=order, limit=3))
    with stored.session() as session:
        facts.delete(session, kb.id, [first.facts[-1].id])
    assert page(stored, kb, FactFilter(order_by=order, after=first.next)).facts == whole[3:]


def test_what_cannot_be_a_place_is_refused(stored: Database, kb: KnowledgeBase) -> None:
    with pytest.raises(NotFound, match="gone"):
        page(stored, kb, FactFilter(order_by="value_asc", after="fct_none"))
    with pytest.raises(InvalidInput, match="another order"):
        page(stored, kb, FactFilter(order_by="value_asc", after="a1@青禾净水器"))
    with pytest.raises(InvalidInput, match="one fact"):
        page(stored, kb, FactFilter(limit=0))


def test_the_set_of_subjects_is_whole_and_counted(stored: Database, kb: KnowledgeBase) -> None:
    wanted = FactFilter(attributes=("退货期限",), overlaps=quantity(">=5天"), limit=1, order_by="value_desc")
    with stored.session() as session:
        found = facts.subjects(session, kb.id, wanted)
        assert found == [SubjectCount("云杉冰箱", 1), SubjectCount("星河空调", 2), SubjectCount("青禾净水器", 1)]
        assert sum(item.count for item in found) == facts.count(session, kb.id, wanted)


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ("5年", "c1 c2"),
        ("满1年", ""),
        ("12个月", "c1 c2"),
        ("10年", "c2"),
        ("200天", "c2"),
        ("5个工作日", ""),
        ("5台", "c3"),
        ("5件", "c4"),
        ("2件", ""),
    ],
)
def test_a_circumstance_meets_conditions_on_its_scale(
    stored: Database, kb: KnowledgeBase, stated: str, expected: str
) -> None:
    terms = ["满1年不满10年", "不超过20年", "满3台", "满3件", "金叶会员"]
    rows = [
        held(
            f"c{number}",
            "青禾热水器",
            "折扣",
            "9折",
            conditions=(Condition("线上"), Condition(words, "", parse(words))),
        )
        for number, words in enumerate(terms, 1)
    ]
    with stored.session() as session:
        facts.save(session, kb.id, rows)
    assert ids(stored, kb, FactFilter(circumstance=quantity(stated))) == expected


def test_a_stranger_gets_neither_facts_nor_numbers(stored: Database, kb: KnowledgeBase) -> None:
    probes = [FactFilter(), FactFilter(overlaps=quantity("7天"), order_by="value_asc"), FactFilter(text="退货")]
    with stored.session("other") as session:
        theirs = knowledge_bases.create(session, "目录")
        for kb_id in (kb.id, theirs.id):
            for wanted in probes:
                assert facts.page(session, kb_id, wanted) == FactPage((), None, 0)
                assert facts.subjects(session, kb_id, wanted) == []
        with pytest.raises(NotFound):
            facts.page(session, kb.id, FactFilter(order_by="value_asc", after="a1"))


def test_the_longest_names_and_numbers_fit_the_indexes(stored: Database, kb: KnowledgeBase) -> None:
    rare = ["".join(chr(0x20000 + (n * 7919 + shift) % 40000) for n in range(300)) for shift in (0, 300)]
    ends = Decimal("1234567890" * 6 + "E-30"), Decimal("2234567890" * 6 + "E-30")
    longest = changed(days("1", "2"), canonical_low=ends[0], canonical_high=ends[1])
    wanted = fact(ITEM.chunks[0], rare[0], longest, subject=rare[1])
    with stored.session() as session:
        facts.save(session, kb.id, [wanted])
        assert facts.by_ids(session, kb.id, [wanted.id]) == {wanted.id: wanted}
    longer = changed(longest, canonical_high=Decimal("1" * 61))
    with pytest.raises(InvalidInput, match="60 digits"), stored.session() as session:
        facts.save(session, kb.id, [fact(ITEM.chunks[0], "价格", longer)])


@hypothesis_settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(values=st.lists(intervals(), min_size=1, max_size=5), asked=intervals())
def test_intervals_are_compared_as_in_python(
    shared_database: Database, values: list[Quantity], asked: Quantity
) -> None:
    """Values inside the asked interval, and conditions whose intervals all hold the asked circumstance."""
    pairs = list(zip(values, [*values[1:], values[0]], strict=True))
    with shared_database.session() as session:
        kb = knowledge_bases.get_or_create(session, "区间查询")
        ITEM.store(session, kb.id)
        rows = [
            fact(
                ITEM.chunks[0],
                quantity=own,
                id=f"f{n}",
                conditions=(Condition("一", "", own), Condition("二", "", two)),
            )
            for n, (own, two) in enumerate(pairs)
        ]
        facts.replace(session, kb.id, [ITEM.chunks[0].id], rows)
        within = {item.id for item in facts.select(session, kb.id, FactFilter(within=asked))}
        met = {item.id for item in facts.select(session, kb.id, FactFilter(circumstance=asked))}
    assert within == {f"f{n}" for n, value in enumerate(values) if asked.contains(value)}
    assert met == {f"f{n}" for n, pair in enumerate(pairs) if all(interval.contains(asked) for interval in pair)}


@pytest.mark.parametrize("subjects", [(), ("银杏电视",), ("银杏电视", "星河空调", "没有的")])
@pytest.mark.parametrize("attributes", [(), ("退货期限",), ("限购数量", "退货期限")])
@pytest.mark.parametrize("limit", [None, 1, 100])
def test_a_lookup_by_name_finds_what_any_filter_of_these_names_finds(
    stored: Database, kb: KnowledgeBase, subjects: tuple[str, ...], attributes: tuple[str, ...], limit: int | None
) -> None:
    wanted = FactFilter(subjects=subjects, attributes=attributes, limit=limit)
    assert is_lookup(wanted) == bool(subjects or attributes)
    with stored.session() as session:
        # With its documents named it is no lookup, and read the general way.
        general = facts.select(session, kb.id, changed(wanted, document_ids=(ITEM.document.id, OTHER.document.id)))
        assert facts.select(session, kb.id, wanted) == general


def test_whatever_else_is_asked_makes_it_no_lookup() -> None:
    named = FactFilter(subjects=("银杏电视",))
    assert is_lookup(changed(named, states=("rejected",), limit=3))
    for more in (
        {"text": "退"}, {"document_ids": ()}, {"chunk_ids": ()}, {"order_by": "value_asc"}, {"after": "a1"},
        {"scope": Scope()}, {"least_confidence": 0.1}, {"overlaps": parse("3天")}, {"origins": ("rule",)},
    ):  # fmt: skip
        assert not is_lookup(changed(named, **more))  # type: ignore[arg-type]
