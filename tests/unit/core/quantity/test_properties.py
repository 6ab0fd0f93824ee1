"""Laws that hold for every input."""

from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.quantity import DIMENSIONS, Quantity, asked_dimensions, find, numeral, parse, render
from core.quantity.term import build
from core.quantity.unit import Unit

_CHARACTERS = "0123456789零一二三四五六七八九十百千万亿两半点分之又余多几第每年月日天周时元块角%％‰+-~至到.,，：:/ （）()¥$℃度kmKMg"
_WORDS = "百分之 个工作日 以上 不满 超过 小时 公里 每小时 2023年 左右 per days 1e5 壹 萬 陆 \u0001"
_PIECES = st.sampled_from([*_CHARACTERS, *_WORDS.split(" ")])
_CLOSED = ("date", "time_of_day", "ordinal")
_UNITS = [unit for dimension in DIMENSIONS.values() for unit in dimension.units if dimension.name not in _CLOSED]
_VALUES = st.decimals(min_value=0, max_value=9999, places=2)
_FAST = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@_FAST
@given(st.one_of(st.text(max_size=80), st.lists(_PIECES, max_size=14).map("".join)))
def test_no_string_raises_and_offsets_are_true(text: str) -> None:
    end = 0
    for item in find(text):
        assert end <= item.start < item.end
        assert text[item.start : item.end] == item.quantity.raw
        low, high = item.quantity.canonical_low, item.quantity.canonical_high
        assert low is not None or high is not None
        assert low is None or high is None or low <= high
        end = item.end
    parse(text)
    numeral(text)
    asked_dimensions(text)


@_FAST
@given(
    st.sampled_from(_UNITS),
    _VALUES,
    _VALUES,
    st.sampled_from(["exact", "range", "low", "high"]),
    st.booleans(),
    st.booleans(),
)
def test_rendered_words_read_back_to_the_same_value(
    unit: Unit, one: Decimal, other: Decimal, kind: str, is_open: bool, chinese: bool
) -> None:
    quantity = _quantity(unit, min(one, other), max(one, other), kind, is_open)
    words = render(quantity, "zh" if chinese else "en")
    again = parse(words)
    assert again is not None, words
    assert again.same_value(quantity), words


def _quantity(unit: Unit, low: Decimal, high: Decimal, kind: str, is_open: bool) -> Quantity:
    if unit.name == "折":
        low, high = low / 1000, high / 1000
    ends = {"exact": (low, low), "range": (low, high), "low": (low, None), "high": (None, high)}[kind]
    single = kind in ("low", "high")
    return build(*ends, unit, "x", single and is_open and kind == "low", single and is_open and kind == "high")


@_FAST
@given(st.sampled_from([unit for unit in _UNITS if unit.dimension == "duration"]), _VALUES, _VALUES)
def test_order_is_kept_by_canonical_ends(unit: Unit, one: Decimal, other: Decimal) -> None:
    first, second = build(one, one, unit, ""), build(other, other, unit, "")
    assert first.canonical_low is not None and second.canonical_low is not None
    assert (one < other) == (first.canonical_low < second.canonical_low)


@_FAST
@given(st.integers(min_value=0, max_value=10**12))
def test_digits_read_as_themselves(value: int) -> None:
    assert numeral(str(value)) == value
    assert numeral(f"{value:,}") == value


@pytest.mark.parametrize(
    "text",
    [
        "9" * 500,
        "万" * 5000,
        "1万" + "万" * 5000,
        "1e99",
        "一" * 3000,
        "1" + ",000" * 100,
        "不" * 2000,
        "每" * 2000,
        "1-" * 1000,
        "1又" * 5000,
        "1分之" * 5000,
        "十零" * 3000,
    ],
)
def test_long_and_odd_strings_come_to_an_end(text: str) -> None:
    find(text)
    parse(text)
    numeral(text)
