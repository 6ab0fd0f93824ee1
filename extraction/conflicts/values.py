"""Whether two values of the same thing contradict each other."""

import re

from core.fact import Fact
from core.quantity import Quantity
from core.text import fold

_DENIAL = re.compile(r"^(?:不|无|没有|未|否|非|×|✗|no\b|not\b|none\b)", re.I)
_AFFIRMATION = re.compile(r"^(?:支持|可以?|有|是|参加|提供|能|√|✓|yes\b)", re.I)
_TOLD_IN_CELLS = ("table", "key_value", "record")
_LONGEST_NAME = 12
_DAYS = frozenset({"duration", "business_days"})


def contradict(one: Fact, other: Fact) -> bool:
    """Return whether the values differ in what they say, not only in how they say it.

    An interval open to one side (不少于90天) is a bound: it agrees with every value it holds. Text contradicts text
    only where it answers yes or no, or names one thing in a cell of a table; sentences may both be true.
    """
    mine, theirs = one.quantity, other.quantity
    if mine is not None and theirs is not None:
        return _quantities_contradict(mine, theirs)
    if mine is None and theirs is None:
        return _words_contradict(one, other)
    words = other.value if theirs is None else one.value
    return bool(_DENIAL.match(fold(words)))


def same_value(one: Fact, other: Fact) -> bool:
    """Return whether both state one value, whatever the wording and unit."""
    mine, theirs = one.quantity, other.quantity
    if mine is not None and theirs is not None:
        return mine.same_value(theirs)
    return mine is None and theirs is None and fold(one.value) == fold(other.value)


def _quantities_contradict(one: Quantity, other: Quantity) -> bool:
    if not one.comparable(other):
        # 7天 and 7个工作日 cannot be compared, and cannot both be the limit.
        return one.dimension != other.dimension and {one.dimension, other.dimension} <= _DAYS
    if one.same_value(other):
        return False
    if one.overlaps(other) and (one.approximate or other.approximate):
        return False
    return not (_bounds(one, other) or _bounds(other, one))


def _bounds(one: Quantity, other: Quantity) -> bool:
    return one.kind in ("at_least", "at_most") and other.kind != one.kind and one.contains(other)


def _words_contradict(one: Fact, other: Fact) -> bool:
    mine, theirs = fold(one.value), fold(other.value)
    if mine == theirs or mine in theirs or theirs in mine:
        return _opposite(mine, theirs)
    if _opposite(mine, theirs):
        return True
    cells = all(fact.rule.startswith(_TOLD_IN_CELLS) for fact in (one, other))
    return cells and "prose" not in one.rule + other.rule and max(len(mine), len(theirs)) <= _LONGEST_NAME


def _opposite(one: str, other: str) -> bool:
    return bool(
        (_DENIAL.match(one) and _AFFIRMATION.match(other)) or (_DENIAL.match(other) and _AFFIRMATION.match(one))
    )
