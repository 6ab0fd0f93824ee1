"""Whether an answer states a value, whatever the wording."""

import pytest

from core.quantity import parse
from evals.values import same_ends, states


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("年休假10天", "10天"),
        ("年休假十天", "10天"),
        ("三日内答复", "3日"),
        ("工资的百分之八十", "80%"),
        ("保修2年", "24个月"),
        ("三至七个工作日", "3-7个工作日"),
        ("不低于5%", "5%"),
        ("缴存比例5%至12%", "12%"),
        ("价格为6000.00元", "6000.00"),
        ("编码 00123", "00123"),
        ("金卡會員", "金卡会员"),
        ("当日达、次日达", "次日达"),
        ("免运费", "0元"),
        ("二分之一", "二分之一"),
    ],
)
def test_stated(answer: str, expected: str) -> None:
    assert states(answer, expected)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("年休假15天", "5天"),
        ("年休假十五天", "五天"),
        ("5个工作日", "5天"),
        ("1.5元", "5元"),
        ("编码100123", "00123"),
        ("编码001234", "00123"),
        ("3至5天", "4天"),
        ("3至5天", "3至7天"),
        ("银卡会员", "金卡会员"),
        ("", "5天"),
        ("没有这样的规定", "5天"),
        ("价格13999元", "3999"),
    ],
)
def test_not_stated(answer: str, expected: str) -> None:
    assert not states(answer, expected)


@pytest.mark.parametrize(
    ("found", "wanted", "same"),
    [
        ("24个月", "2年", True), ("3至5天", "5天", True), ("3至5天", "4天", False), ("3至5天", "3天至5天", True),
        ("5天", "5个工作日", False), ("不超过3天", "3天", True), ("5个", "5次", False),
    ],
)  # fmt: skip
def test_same_ends(found: str, wanted: str, same: bool) -> None:
    left, right = parse(found), parse(wanted)
    assert left is not None
    assert right is not None
    assert same_ends(left, right) is same
