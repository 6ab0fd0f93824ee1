"""Comparators: which end they bound and whether the end belongs to the interval."""

from decimal import Decimal

import pytest

from core.quantity import find

AT_MOST = "不超过{} 不高于{} 不得超过{} 不得高于{} 至多{} 最多{} 最高{} 最长{} 最晚{} {}以内 {}之内 {}以下 {}及以下 ≤{} <={} 不大于{} 小于等于{} {}（含）以下 最长不得超过{}".split()
BELOW = "不满{} 未满{} 不足{} 低于{} 少于{} 小于{} <{} {}之下 {}以下（不含）".split()
AT_LEAST = "至少{} 不少于{} 不低于{} 不得低于{} {}以上 {}及以上 ≥{} >={} 最低{} 最少{} 满{} 已满{} 大于等于{} 不小于{} {}起 最低不少于{} {}（含）以上".split()
ABOVE = "超过{} 超过了{} 大于{} 高于{} 多于{} 逾{} >{} {}以外 {}以上（不含）".split()
ENGLISH = {
    "within {}": (None, 30, False),
    "up to {}": (None, 30, False),
    "no more than {}": (None, 30, False),
    "at most {}": (None, 30, False),
    "not exceeding {}": (None, 30, False),
    "{} or less": (None, 30, False),
    "less than {}": (None, 30, True),
    "below {}": (None, 30, True),
    "at least {}": (30, None, False),
    "no less than {}": (30, None, False),
    "{} or more": (30, None, False),
    "more than {}": (30, None, True),
    "over {}": (30, None, True),
}


@pytest.mark.parametrize("words", [*AT_MOST, *BELOW])
@pytest.mark.parametrize("value", ["30元", "三十元"])
def test_bounds_from_above(words: str, value: str) -> None:
    text = words.format(value)
    (found,) = find(text)
    assert (found.quantity.low, found.quantity.high) == (None, 30)
    assert found.quantity.high_open == (words in BELOW)
    assert found.quantity.raw == text


@pytest.mark.parametrize("words", [*AT_LEAST, *ABOVE])
@pytest.mark.parametrize("value", ["30元", "三十元"])
def test_bounds_from_below(words: str, value: str) -> None:
    text = words.format(value)
    (found,) = find(text)
    assert (found.quantity.low, found.quantity.high) == (30, None)
    assert found.quantity.low_open == (words in ABOVE)
    assert found.quantity.raw == text


@pytest.mark.parametrize(("words", "ends"), ENGLISH.items())
def test_english_bounds(words: str, ends: tuple[int | None, int | None, bool]) -> None:
    (found,) = find(words.format("30 days"))
    low, high, is_open = ends
    assert (found.quantity.low, found.quantity.high) == (low, high)
    assert is_open in (found.quantity.low_open, found.quantity.high_open) or not is_open


@pytest.mark.parametrize(
    ("text", "low", "high", "low_open", "high_open"),
    [
        ("满1年不满10年", 1, 10, False, True),
        ("已满10年不满20年", 10, 20, False, True),
        ("1000元以上5000元以下", 1000, 5000, False, False),
        ("三个月以上不满一年", 3, 12, False, True),
        ("1年以上3年以下", 1, 3, False, False),
        ("超过200吨但不超过2000吨", 200, 2000, True, False),
        ("不低于3人，不高于9人", 3, 9, False, False),
        ("最多100最少20个", 20, 100, False, False),
        ("大于100 并且小于300", 100, 300, True, True),
        ("大于等于0并小于230.3964", 0, Decimal("230.3964"), False, True),
        ("每人1000元以上5000元以下", 1000, 5000, False, False),
        ("百分之五以上百分之十以下", 5, 10, False, False),
        ("3年以上（含3年）5年以下", 3, 5, False, False),
        ("一千到一千五百", 1000, 1500, False, False),
    ],
)
def test_two_bounds_are_one_interval(text: str, low: int, high: int, low_open: bool, high_open: bool) -> None:
    (found,) = find(text)
    quantity = found.quantity
    assert (quantity.low, quantity.high, quantity.low_open, quantity.high_open) == (low, high, low_open, high_open)


def test_bounds_that_contradict_stay_apart() -> None:
    assert [item.quantity.raw for item in find("大于50小于12的目标")] == ["大于50", "小于12"]


@pytest.mark.parametrize("text", ["每小时不得超过80公里", "不得超过每小时80公里", "每小时最高80公里"])
def test_a_bound_stands_before_or_after_the_prefix(text: str) -> None:
    (found,) = find(text)
    assert (found.quantity.raw, found.quantity.high, found.quantity.dimension) == (text, 80, "speed")


@pytest.mark.parametrize(
    "text", ["约30分钟", "大约30分钟", "30分钟左右", "30分钟上下", "about 30 minutes", "近30分钟"[1:] + "左右"]
)
def test_about(text: str) -> None:
    (found,) = find(text)
    assert found.quantity.approximate and found.quantity.low == 30


def test_the_last_three_years_are_not_about_three() -> None:
    (found,) = find("近三年")
    assert not found.quantity.approximate


@pytest.mark.parametrize("text", ["最高车速为80公里", "最低缴费年限为15年", "上述内容3天", "满足3个条件"])
def test_words_inside_a_noun_bound_nothing(text: str) -> None:
    (found,) = find(text)
    assert found.quantity.kind == "exact"


def test_a_range_within_keeps_its_ends() -> None:
    (found,) = find("3-5个工作日内")
    assert (found.quantity.low, found.quantity.high) == (3, 5)


@pytest.mark.parametrize(("text", "dimension"), [("10年内容", "duration"), ("3日起诉", "duration")])
def test_a_word_that_only_begins_like_a_bound(text: str, dimension: str) -> None:
    (found,) = find(text)
    assert found.quantity.kind == "exact" and found.quantity.dimension == dimension
