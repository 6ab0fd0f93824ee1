"""Whether a question's circumstances meet a fact's conditions. A near miss is a miss."""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Literal

from core.fact import Fact
from core.quantity import Quantity, parse
from core.question import AnalysedQuestion, AskedQuantity

Verdict = Literal["met", "contradicted", "unstated"]

_MAGNITUDE = re.compile(r"[万亿千]")
# 没有中心线 names what is not there; 没拆封 says that something was not done, as 未拆封 does.
_NEGATED = re.compile(r"(?:非|未|没(?!有))([\u4e00-\u9fff]{2})")
_DENIED = r"(?:非|未|没有?)"
# Starting events, table keys, exceptions and the ordinary case: nobody says them in a question.
_GOES_WITHOUT_SAYING = re.compile(r"^(?:自|从|一般|普通|其他|其余|默认)|：|除外$|另有(?:规定|约定)的?$|为准$|后$")


def verdict(fact: Fact, question: AnalysedQuestion, quantities: Iterable[AskedQuantity] | None = None) -> Verdict:
    """Say whether the circumstances in ``question`` meet the conditions of ``fact``.

    ``met``: a stated quantity lies inside a condition's interval. ``contradicted``: it lies outside, or the
    question says the opposite in words (会员 / 非会员). ``unstated``: the two do not speak of the same thing.
    """
    texts = " ".join((fact.subject, *(condition.text for condition in fact.conditions)))
    if _opposite(texts, question.text) or _opposite(question.text, texts):
        return "contradicted"
    asked = question.quantities if quantities is None else tuple(quantities)
    verdicts = [_interval_verdict(fact, stated_value(circumstance.quantity)) for circumstance in asked]
    if "contradicted" in verdicts:
        return "contradicted"
    return "met" if "met" in verdicts else "unstated"


def goes_without_saying(condition: str) -> bool:
    """Return whether a question need not say ``condition`` to be about it."""
    return bool(_GOES_WITHOUT_SAYING.search(condition))


def stated_value(quantity: Quantity) -> Quantity:
    """Return ``quantity``, a bare 30万 read as money: so people say it; a bare 00124 stays a number."""
    if quantity.dimension == "number" and _MAGNITUDE.search(quantity.raw):
        return parse(f"{quantity.raw}元") or quantity
    return quantity


def _interval_verdict(fact: Fact, stated: Quantity) -> Verdict:
    if stated.dimension == "number":
        return "unstated"
    intervals = [c.quantity for c in fact.conditions if c.quantity is not None and c.quantity.comparable(stated)]
    if not intervals:
        return "unstated"
    return "met" if all(holds_at(interval, stated) for interval in intervals) else "contradicted"


def holds_at(interval: Quantity, stated: Quantity) -> bool:
    """Return whether ``stated`` lies in ``interval``.

    An open-ended statement is read at its stated end: 工作满12年 is a person with 12 years, 超过100公里 one just
    above 100.
    """
    low, high = stated.canonical_low, stated.canonical_high
    if low is not None and high is not None:
        return interval.contains(stated)
    if low is not None:
        return _above(interval, low, just_over=stated.low_open) and _below(interval, low, just_over=stated.low_open)
    if high is not None:
        return _above(interval, high, just_under=stated.high_open) and _below(
            interval, high, just_under=stated.high_open
        )
    return False


def _above(interval: Quantity, point: Decimal, *, just_over: bool = False, just_under: bool = False) -> bool:
    if interval.canonical_low is None or point > interval.canonical_low:
        return True
    return point == interval.canonical_low and not just_under and (just_over or not interval.low_open)


def _below(interval: Quantity, point: Decimal, *, just_over: bool = False, just_under: bool = False) -> bool:
    if interval.canonical_high is None or point < interval.canonical_high:
        return True
    return point == interval.canonical_high and not just_over and (just_under or not interval.high_open)


def _opposite(negating: str, affirming: str) -> bool:
    """Tell 非会员 against 会员: the word is denied on one side and stands undenied on the other."""
    for match in _NEGATED.finditer(negating):
        word = match.group(1)
        if word in affirming and not re.search(rf"(?:{_DENIED}|不){word}", affirming):
            return word not in re.sub(rf"{_DENIED}{word}", "", negating)
    return False
