"""Scopes named in a question, and what facts of another scope are worth to it."""

from typing import Any

import pytest

from core.fact import Scope
from core.text import fold
from retrieval.analyse import analyse
from retrieval.scoping import Scopes, holds_elsewhere, holds_there, is_elsewhere
from retrieval.wording import stated
from synonyms.matcher import Matcher
from synonyms.name_set import NameSet
from tests.unit.retrieval.conftest import NAMES

KNOWN = Scopes(
    {
        "product_line": {fold(value): value for value in ("手机", "家电", "智能家电", "Pro系列")},
        "region": {fold(value): value for value in ("华东", "华南")},
        "customer_type": {"会员": "会员"},
    }
)


@pytest.mark.parametrize(
    ("question", "scope"),
    [
        ("手机的退货期限是几天", {"product_line": ("手机",)}),
        ("華東的手機退貨期限是幾天", {"product_line": ("手机",), "region": ("华东",)}),
        ("智能家电的上门费", {"product_line": ("智能家电",)}),
        ("手机和家电的上门费差多少", {"product_line": ("手机", "家电")}),
        ("ＰＲＯ系列保修多久", {"product_line": ("Pro系列",)}),
        ("星河手机的保修期多久", {}),
        ("非会员的退货期限", {}),
        ("除了家电，其他的上门费是多少", {}),
        ("退货期限是几天", {}),
    ],
)
def test_values_known_are_recognised(question: str, scope: dict[str, tuple[str, ...]]) -> None:
    found = analyse(question, Matcher(NAMES), KNOWN).scope
    assert {name: set(values) for name, values in found.items()} == {n: set(v) for n, v in scope.items()}


@pytest.mark.parametrize(
    ("question", "scope", "elsewhere", "there"),
    [
        ("手机的退货期限", Scope(product_line="家电"), True, False),
        ("手机的退货期限", Scope(product_line="手机"), False, True),
        ("手机的退货期限", Scope(), False, False),
        ("手机和家电的退货期限", Scope(product_line="家电"), False, True),
        ("华东手机的退货期限", Scope(product_line="手机", region="华南"), True, False),
        ("华东手机的退货期限", Scope(product_line="手机"), False, False),
        ("非会员的退货期限", Scope(customer_type="会员"), True, True),
        ("退货期限", Scope(product_line="家电"), False, True),
    ],
)
def test_a_scope_is_held_against_the_question(question: str, scope: Scope, elsewhere: bool, there: bool) -> None:
    asked = analyse(question, Matcher(NameSet((), ())), KNOWN)
    assert (holds_elsewhere(scope, asked), holds_there(scope, asked)) == (elsewhere, there)


def test_a_fact_of_another_scope_is_contradicted_and_its_scope_shown(make: Any) -> None:
    chunk = make.chunk("退货期限为15天。")
    fact = make.fact(chunk, "商品", "退货期限", "15天", scope=Scope(product_line="家电"))
    plain = make.fact(chunk, "商品", "退货期限", "15天")
    question = analyse("手机的退货期限是几天", Matcher(NAMES), KNOWN)
    assert make.match(fact, question).verdict == "contradicted"
    assert make.match(plain, question).verdict == "unstated"
    assert make.match(fact, question).score < make.match(plain, question).score
    assert stated(fact) == "15天（家电）"
    assert is_elsewhere(make.passage(chunk, facts=[fact]), question)
    assert not is_elsewhere(make.passage(chunk, facts=[fact, plain]), question)
    assert not is_elsewhere(make.passage(chunk), question)
