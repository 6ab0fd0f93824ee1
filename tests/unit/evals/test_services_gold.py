"""The right answers of the database suite are computed right."""

from typing import Any

import pytest

from evals.services.gold import chosen, of_named, passes

RECORD = {
    "名称": "甲",
    "价格": 300,
    "评分": None,
    "设施": ["泳池 ", "wifi"],
    "地址": "临溪区一号",
    "时间": "1小时 - 2小时",
}


@pytest.mark.parametrize(
    ("condition", "right"),
    [
        (["价格", "<", 300], False), (["价格", "<=", 300], True), (["价格", "=", 300], True), (["评分", ">", 0], False),
        (["设施", "has", "泳池"], True), (["设施", "lacks", "泳池"], False), (["设施", "has", "泳"], False),
        (["地址", "says", "临溪区"], True), (["时间", "<=", 2], True), (["时间", "<=", 1.5], False), (["无", "lacks", "a"], False),
    ],
)  # fmt: skip
def test_conditions(condition: list[Any], right: bool) -> None:
    assert passes(RECORD, condition) is right


@pytest.mark.parametrize(("minute", "right"), [(21 * 60, True), (22 * 60 + 1, False), (4 * 60, False)])
def test_opening_hours(minute: int, right: bool) -> None:
    assert passes({"时": "周一至周日 05:30-22:00"}, ["时", "at", minute]) is right


def test_hours_over_midnight() -> None:
    assert passes({"时": "18:00-02:00"}, ["时", "at", 60])


def test_ties_at_the_last_place_belong_to_it() -> None:
    records = [
        {"名称": name, "分": score} for name, score in (("甲", 3), ("乙", 5), ("丙", 3), ("丁", None), ("戊", 1))
    ]
    gold = chosen(records, {"sort": ["分", "desc"], "top": 2})
    assert gold.names == ("乙", "甲", "丙")
    assert gold.values == (5.0, 3.0, 3.0)


def test_a_comparison_names_the_side_that_comes_first() -> None:
    sides = [{"名称": "甲", "价": 5}, {"名称": "乙", "价": 9}]
    case = {"kind": "compare", "field": "价", "sort": ["价", "asc"]}
    assert of_named(sides, case).names == ("甲",)
    assert of_named(sides, case).stated == ("5", "9")
