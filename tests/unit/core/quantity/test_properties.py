"""Laws that hold for every input."""

from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.quantity import DIMENSIONS, Quantity, asked_dimensions, find, numeral, parse, render
from core.quantity.rate import rate
from core.quantity.term import build
from core.quantity.unit import Unit
from core.quantity.units import BY_NAME

_CHARACTERS = "0123456789零一二三四五六七八九十百千万亿两半点分之又余多几第每年月日天周时元块角%％‰+-~至到.,，：:/ （）()¥$℃度kmKMg"
_WORDS = "5月1日 ^2 对折 每年 检验 一次 前三 幺 公元 2、3 百分之 个工作日 以上 不满 超过 小时 公里 每小时 2023年 左右 per days 1e5 壹 萬 陆 \u0001"
_PIECES = st.sampled_from([*_CHARACTERS, *_WORDS.split(" ")])
_VALUES = st.decimals(min_value=0, max_value=9999, places=2)
_BELOW = [BY_NAME["duration", "个月"], BY_NAME["duration", "年"], BY_NAME["count", "人"], BY_NAME["mass", "吨"]]
_PLAIN = [unit for dimension in DIMENSIONS.values() for unit in dimension.units]
_RATES = [made for unit in _PLAIN for below in _BELOW if (made := rate(unit, (below,))) and below.name != unit.name]
_UNITS = st.one_of(st.sampled_from(_PLAIN), st.sampled_from(_RATES))
# Lone surrogates too: text that was cut in the middle of a character.
_ANY_CODE = st.lists(st.integers(0, 0x10FFFF).map(chr), max_size=40).map("".join)
_FAST = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@_FAST
@given(st.one_of(st.text(max_size=80), _ANY_CODE, st.lists(_PIECES, max_size=14).map("".join)))
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


@st.composite
def _intervals(draw: st.DrawFn) -> Quantity:
    """Draw a quantity of any unit, with any bounds, that words can say."""
    unit = draw(_UNITS)
    values = _values(unit)
    low, high = sorted((draw(values), draw(values)))
    kind = draw(st.sampled_from(["exact", "range", "low", "high"] if low < high else ["exact"]))
    ends = {"exact": (low, low), "range": (low, high), "low": (low, None), "high": (None, high)}[kind]
    low_open = draw(st.booleans()) and kind in ("range", "low")
    high_open = draw(st.booleans()) and kind in ("range", "high")
    return build(*ends, unit, "x", low_open, high_open, draw(st.booleans()) and kind in ("exact", "range"))


def _values(unit: Unit) -> st.SearchStrategy[Decimal]:
    """Return values that the unit has: days from the year 2 to 9999, minutes of a day, at most ten tenths off."""
    whole = {"日期": (366, 3_652_000), "月日": (1, 366), "时刻": (0, 1439), "第": (1, 9999)}.get(unit.name)
    if whole:
        return st.integers(*whole).map(Decimal)
    if unit.name.startswith("折"):
        return st.decimals(min_value=Decimal("0.1"), max_value=Decimal("9.9"), places=1)
    if unit.dimension in ("number", "temperature"):
        return st.decimals(min_value=-999, max_value=9999, places=2)
    return _VALUES


@settings(_FAST, max_examples=1500)
@given(_intervals(), st.sampled_from(["zh", "en"]))
def test_rendered_words_read_back_to_the_same_value(quantity: Quantity, language: str) -> None:
    words = render(quantity, language)
    again = parse(words)
    assert again is not None, words
    assert again.same_value(quantity), words
    assert again.approximate == quantity.approximate, words


@settings(_FAST, max_examples=600)
@given(st.data(), st.sampled_from(["zh", "en"]))
def test_order_is_kept_from_number_to_words_and_back(data: st.DataObject, language: str) -> None:
    unit = data.draw(_UNITS)
    one, other = data.draw(_values(unit)), data.draw(_values(unit))
    first, second = (parse(render(build(value, value, unit, ""), language)) for value in (one, other))
    assert first is not None and second is not None
    assert first.canonical_low is not None and second.canonical_low is not None
    assert (one < other) == (first.canonical_low < second.canonical_low)
    assert (one == other) == first.same_value(second)


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
        "9" * 10_000,
        "九" * 10_000,
        "9" * 10_000 + "元",
        "1^" * 5000,
        "1、2" * 3000,
        "点一" * 5000,
        "5月1日至" * 2500,
        "每年" * 3000 + "1次",
        "前1" * 4000,
        "\ud800" * 500,
        "3天\ud83d",
        "\x00" * 500 + "3\x00天",
        "公元" * 3000 + "1年",
        "三十几" * 3000,
    ],
)
def test_long_and_odd_strings_come_to_an_end(text: str) -> None:
    assert all(text[item.start : item.end] == item.quantity.raw for item in find(text))
    parse(text)
    numeral(text)
    asked_dimensions(text)
