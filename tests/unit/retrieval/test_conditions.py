"""Whether circumstances meet conditions: ends open and closed, words denied, and a check against brute force."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.quantity import Quantity, parse
from retrieval.conditions import holds_at, stated_value


def quantity(text: str) -> Quantity:
    found = parse(text)
    assert found is not None, text
    return found


@pytest.mark.parametrize(
    ("interval", "stated", "holds"),
    [
        ("满10年不满20年", "10年", True),
        ("满10年不满20年", "20年", False),
        ("满10年不满20年", "19年", True),
        ("满10年不满20年", "9年", False),
        ("满10年不满20年", "满12年", True),
        ("满10年不满20年", "满20年", False),
        ("满10年不满20年", "120个月", True),
        ("满10年不满20年", "超过10年", True),
        ("满10年不满20年", "不满10年", False),
        ("满10年不满20年", "不满20年", True),
        ("满10年不满20年", "11年至13年", True),
        ("满10年不满20年", "11年至25年", False),
        ("超过100公里", "100公里", False),
        ("超过100公里", "101公里", True),
        ("超过100公里", "超过100公里", True),
        ("不超过100公里", "100公里", True),
        ("不超过100公里", "超过100公里", False),
        ("不超过100公里", "100000米", True),
        ("满99元", "99元", True),
        ("满99元", "98.99元", False),
        ("不满99元", "99元", False),
        ("不满99元", "50元", True),
        ("满99元", "99天", False),
        ("5个工作日以内", "5天", False),
    ],
)
def test_holds_at(interval: str, stated: str, holds: bool) -> None:
    assert holds_at(quantity(interval), quantity(stated)) is holds


def closed(low: int | None, high: int | None, *, low_open: bool = False, high_open: bool = False) -> Quantity:
    ends = [None if end is None else Decimal(end) for end in (low, high)]
    return Quantity(ends[0], ends[1], "元", "money.CNY", ends[0], ends[1], "元", "x", low_open, high_open)


_POINTS = [Decimal(n) / 4 for n in range(-4, 45)]


def holds_point(interval: Quantity, point: Decimal) -> bool:
    above = interval.low is None or point > interval.low or (point == interval.low and not interval.low_open)
    below = interval.high is None or point < interval.high or (point == interval.high and not interval.high_open)
    return above and below


@st.composite
def intervals(draw: st.DrawFn) -> Quantity:
    low, high = draw(st.none() | st.integers(0, 10)), draw(st.none() | st.integers(0, 10))
    if low is not None and high is not None and low > high:
        low, high = high, low
    if low is not None and low == high:
        return closed(low, high)
    return closed(low, high, low_open=draw(st.booleans()), high_open=draw(st.booleans()))


@given(interval=intervals(), point=st.integers(0, 10))
def test_a_single_value_against_brute_force(interval: Quantity, point: int) -> None:
    assert holds_at(interval, closed(point, point)) is holds_point(interval, Decimal(point))


@given(interval=intervals(), stated=intervals())
def test_a_closed_range_against_brute_force(interval: Quantity, stated: Quantity) -> None:
    if stated.low is None or stated.high is None:
        return
    expected = all(holds_point(interval, point) for point in _POINTS if holds_point(stated, point))
    assert holds_at(interval, stated) is expected


@given(interval=intervals(), end=st.integers(0, 10), is_open=st.booleans(), upward=st.booleans())
def test_an_open_ended_statement_is_read_at_its_end(interval: Quantity, end: int, is_open: bool, upward: bool) -> None:
    stated = closed(end, None, low_open=is_open) if upward else closed(None, end, high_open=is_open)
    step = Decimal("0.25") * (1 if upward else -1) * is_open
    assert holds_at(interval, stated) is holds_point(interval, end + step)


@pytest.mark.parametrize(
    ("raw", "dimension"),
    [("30万", "money.CNY"), ("5千", "money.CNY"), ("2亿", "money.CNY"), ("00124", "number"), ("12", "number"),
     ("30万元", "money.CNY"), ("3天", "duration")],
)  # fmt: skip
def test_a_bare_magnitude_is_money_and_a_code_a_number(raw: str, dimension: str) -> None:
    assert stated_value(quantity(raw)).dimension == dimension


@pytest.mark.parametrize(
    ("conditions", "question", "expected"),
    [
        (("已满10年不满20年的",), "工作12年年休假几天", "met"),
        (("已满10年不满20年的",), "工作5年年休假几天", "contradicted"),
        (("已满10年不满20年的",), "年休假几天", "unstated"),
        (("已满10年不满20年的",), "买了300元年休假几天", "unstated"),
        (("采购金额：5000元以上不满30000元",), "采购1万有什么折扣", "met"),
        (("采购金额：5000元以上不满30000元",), "采购30万有什么折扣", "contradicted"),
        (("会员",), "非会员运费多少", "contradicted"),
        (("非会员",), "会员运费多少", "contradicted"),
        (("非会员",), "非会员运费多少", "unstated"),
        (("会员",), "会员运费多少", "unstated"),
        (("未发货的",), "已经发货的订单怎么退", "contradicted"),
        (("已发货的",), "未发货的订单怎么退", "contradicted"),
        (("未拆封的",), "拆封的能退吗", "contradicted"),
        (("会员和非会员",), "非会员运费多少", "unstated"),
        (("编码：00123",), "编码00124多少钱", "unstated"),
        ((), "工作5年年休假几天", "unstated"),
    ],
)
def test_verdict(make: Any, conditions: tuple[str, ...], question: str, expected: str) -> None:
    chunk = make.chunk("职工年休假10天。")
    fact = make.fact(chunk, "职工", "年休假", "10天", *conditions)
    assert make.match(fact, make.question(question)).verdict == expected


def test_all_conditions_of_one_kind_must_hold(make: Any) -> None:
    fact = make.fact(make.chunk("年休假10天。"), "职工", "年休假", "10天", "满10年", "不满20年")
    verdicts = [make.match(fact, make.question(f"工作{years}年年休假几天")).verdict for years in (5, 15, 25)]
    assert verdicts == ["contradicted", "met", "contradicted"]
