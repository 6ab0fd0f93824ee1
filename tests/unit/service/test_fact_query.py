"""The query language of facts: what an expression means, and where it is wrong."""

from decimal import Decimal

import pytest

from core.errors import InvalidInput
from service.fact_query_clauses import Clause, clauses
from service.fact_query_quantities import both, bounded, circumstance, quantity_in, written_out


def read(expression: str) -> list[tuple[str, str, str]]:
    return [(clause.field, clause.operator, clause.value) for clause in clauses(expression, "where[1]")]


def one(expression: str) -> Clause:
    return next(clauses(expression, "where[1]"))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("value<=7d", [("value", "<=", "7d")]),
        ("value >= 7天", [("value", ">=", "7天")]),
        ("取值≥7天", [("value", ">=", "7天")]),
        ("value=3~7工作日", [("value", "=", "3~7工作日")]),
        ("value~文字", [("value", "~", "文字")]),
        ("value in 3~7 working days", [("value", "in", "3~7 working days")]),
        ("value overlaps 3~7天", [("value", "overlaps", "3~7天")]),
        (
            "subject=金卡会员; value>7天 and condition~线上",
            [("subject", "=", "金卡会员"), ("value", ">", "7天"), ("condition", "~", "线上")],
        ),
        ("主体=甲 且 属性=乙；地区＝华东", [("subject", "=", "甲"), ("attribute", "=", "乙"), ("region", "=", "华东")]),
        ('subject="甲; 乙 and 丙"', [("subject", "=", "甲; 乙 and 丙")]),
        ("subject=“甲;乙”", [("subject", "=", "甲;乙")]),
        ('value~14" 屏', [("value", "~", '14" 屏')]),
        ("subject=a=b", [("subject", "=", "a=b")]),
        ("on=2025-03-01;", [("on", "=", "2025-03-01")]),
        ("  ", []),
    ],
)
def test_clauses(expression: str, expected: list[tuple[str, str, str]]) -> None:
    assert read(expression) == expected


@pytest.mark.parametrize(
    ("expression", "character", "part"),
    [
        ("prise>=7天", 1, "'prise'"),
        ("subject=甲; prise>=7天", 12, "'prise'"),
        ("金卡会员", 1, "'金卡会员' has no operator"),
        ("subject=甲 and 金卡", 15, "'金卡' has no operator"),
        ("value>=", 8, "no value"),
        ('subject="甲', 9, "never closed"),
    ],
)
def test_an_error_names_the_part_and_its_place(expression: str, character: int, part: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read(expression)
    assert part in caught.value.message
    assert caught.value.place == f"where[1], character {character}"
    assert caught.value.advice


@pytest.mark.parametrize("expression", ["甲" * 2001, "value=" + "1" * 3000])
def test_a_long_expression_is_refused(expression: str) -> None:
    with pytest.raises(InvalidInput, match="at most"):
        read(expression)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7d", "7天"), ("24h", "24小时"), ("12mo", "12个月"), ("3y", "3年"), ("2w", "2周"), ("80W", "80W"),
        ("3wd", "3个工作日"), ("30 min", "30分钟"), ("5kg", "5kg"), ("10%", "10%"), ("16GB", "16GB"), ("3~7d", "3~7天"),
        ("5 working days", "5 working days"), ("X5s手机", "X5秒手机"), ("7days", "7days"),
    ],
)  # fmt: skip
def test_short_units_are_written_out(text: str, expected: str) -> None:
    assert written_out(text) == expected


@pytest.mark.parametrize(
    ("expression", "dimension", "low", "high", "low_open", "high_open"),
    [
        ("value<=7d", "duration", None, "7", False, False),
        ("value<7天", "duration", None, "7", False, True),
        ("value>12mo", "duration", "365", None, True, False),
        ("value>=9折", "ratio", "0.9", None, False, False),
        ("value>=3工作日", "business_days", "3", None, False, False),
        ("value<=5kg", "mass", None, "5", False, False),
        ("value>=10%", "ratio", "0.1", None, False, False),
    ],
)
def test_comparisons_are_intervals(
    expression: str, dimension: str, low: str | None, high: str | None, low_open: bool, high_open: bool
) -> None:
    found = bounded(one(expression))
    assert found.dimension == dimension
    assert found.canonical_low == (None if low is None else pytest.approx(Decimal(low), rel=Decimal("0.02")))
    assert found.canonical_high == (None if high is None else pytest.approx(Decimal(high), rel=Decimal("0.02")))
    assert (found.low_open, found.high_open) == (low_open, high_open)


@pytest.mark.parametrize(
    ("expression", "message", "character"),
    [
        ("value>=很久", "no quantity", 8),
        ("value>=3~7天", "a range already", 8),
        ("value>=7天左右啊", "no part of a quantity", 12),
        ("value in 7天哦", "no part of a quantity", 12),
    ],
)
def test_a_bad_quantity_is_pointed_at(expression: str, message: str, character: int) -> None:
    clause = one(expression)
    with pytest.raises(InvalidInput, match=message) as caught:
        bounded(clause) if clause.operator == ">=" else quantity_in(clause)
    assert caught.value.place == f"where[1], character {character}"


def test_two_bounds_make_an_interval() -> None:
    first, second = clauses("value>=3天; value<2周", "where[1]")
    found = both(bounded(first), bounded(second), second)
    assert (found.canonical_low, found.canonical_high, found.high_open) == (Decimal(3), Decimal(14), True)


@pytest.mark.parametrize(
    "expression", ["value>=3天;value>=5天", "value>=3天;value<=5元", "value>=5天;value<=3天", "value<3d;value<=5d"]
)
def test_bounds_that_do_not_fit_are_refused(expression: str) -> None:
    first, second = clauses(expression, "where[1]")
    with pytest.raises(InvalidInput):
        both(bounded(first), bounded(second), second)


@pytest.mark.parametrize(
    ("expression", "low", "high"),
    [
        ("condition=工作满12年", 12, 12),
        ("condition=5年", 5, 5),
        ("condition=不满1年", None, 1),
        ("condition=12y", 12, 12),
    ],
)
def test_a_circumstance_is_where_someone_stands(expression: str, low: int | None, high: int | None) -> None:
    found = circumstance(one(expression))
    assert found is not None
    assert (found.low, found.high) == (low, high)


def test_words_are_no_circumstance() -> None:
    assert circumstance(one("condition=金卡会员")) is None
