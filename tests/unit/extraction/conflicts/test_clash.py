"""What contradicts what, and what only looks so."""

import pytest

from core.conflict import Standing
from core.fact import Fact, Scope
from extraction.conflicts import clashes
from tests.unit.extraction.conflicts.conftest import fact, keyed, measured, valid

A, B = Standing("doc_a"), Standing("doc_b")
MEMBER = "已激活的"


def other(value: str, *conditions: object, **changes: object) -> Fact:
    return fact(value, *conditions, document="doc_b", **changes)  # type: ignore[arg-type]


def clash(one: Fact, two: Fact, first: Standing = A, second: Standing = B) -> bool:
    """Compare both ways round: a contradiction has no direction."""
    found = clashes(one, two, first, second)
    assert clashes(two, one, second, first) == found
    return found


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ("15天", "30天", True),
        ("15天", "十五天", False),
        ("2年", "24个月", False),
        ("3至5个工作日", "1至3个工作日", True),
        ("7天", "7个工作日", True),
        ("约15天", "14天至16天", False),
        ("不少于90天", "98天", False),
        ("不少于90天", "60天", True),
        ("不超过30天", "不超过60天", True),
        ("免费", "10元", True),
        ("支持", "不支持", True),
        ("支持", "支持部分机型", False),
        ("不支持", "15天", True),
        ("提交申请后由门店办理", "由总部统一办理", False),
        ("15天", "20元", False),
    ],
)
def test_values(one: str, two: str, expected: bool) -> None:
    assert clash(fact(one), other(two)) == expected


def test_names_are_compared_folded() -> None:
    assert clash(fact("15天", subject="星河Ｘ5"), other("30天", subject="星河x5"))
    assert not clash(fact("15天", subject="银叶会员"), other("30天"))
    assert not clash(fact("15天", attribute="换货期限"), other("30天"))


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        ([MEMBER], [MEMBER], True),
        ([MEMBER], [], False),
        ([MEMBER], ["未激活的"], False),
        ([measured("工作年限", "满1年不满10年")], [measured("工作年限", "满5年不满20年")], True),
        ([measured("工作年限", "满1年不满10年")], [measured("工作年限", "满10年")], False),
        ([measured("工作年限", "满1年不满10年")], [measured("订单金额", "满99元")], False),
        ([measured("工作年限", "满1年不满10年")], [], False),
        ([keyed("规格", "12GB"), keyed("品类", "手机")], [keyed("品类", "手机")], True),
        ([keyed("规格", "12GB")], [keyed("规格", "16GB")], False),
        (["退货"], [], True),
        (["有下列情形之一的"], ["有下列情形之一的"], False),
        (["违反本办法第三条的"], ["违反本办法第三条的"], False),
    ],
)
def test_circumstances(mine: list[object], theirs: list[object], expected: bool) -> None:
    assert clash(fact("15天", *mine), other("30天", *theirs)) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        (Scope(region="华东"), Scope(region="华南"), False),
        (Scope(region="华东"), Scope(), True),
        (Scope(version="1版"), Scope(version="2版"), True),
        (valid("2023-01-01", "2023-12-31"), valid("2024-01-01"), False),
        (valid("2023-01-01", "2024-06-30"), valid("2024-01-01"), True),
        (valid(None, "2023-12-31"), valid("2023-12-31"), True),
    ],
)
def test_scope_and_validity(mine: Scope, theirs: Scope, expected: bool) -> None:
    assert clash(fact("15天", scope=mine), other("30天", scope=theirs)) == expected


def test_a_successor_is_compared_with_what_it_replaces_and_not_with_what_it_will_replace() -> None:
    old, new = fact("15天", scope=valid("2023-01-01", "2023-12-31")), other("30天", scope=valid("2024-01-01"))
    assert clash(old, new, Standing("doc_a", superseded_by=frozenset({"doc_b"})), B)
    assert not clash(fact("15天"), other("30天"), Standing("doc_a", awaited=frozenset({"doc_b"})), B)


def test_one_document_may_state_several_values() -> None:
    assert clash(fact("15天", chunk="c1"), fact("30天", chunk="c2"))
    assert not clash(fact("15天", chunk="c1"), fact("30天", MEMBER, chunk="c2"))
    assert not clash(fact("15天", chunk="c1", rule="table"), fact("30天", chunk="c2", rule="table"))
    assert not clash(fact("15天", chunk="c1"), fact("30天", chunk="c1", start=40))
    assert not clash(fact("支持", chunk="c1"), fact("不支持", chunk="c2"))
