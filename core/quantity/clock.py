# ruff: noqa: E501 (tables and patterns read best unbroken)
"""Times of the day: minutes since midnight; a range that ends on the next day goes past 1440."""

import re
from decimal import Decimal

from core.quantity.numerals import numeral
from core.quantity.term import Term
from core.quantity.units import MOMENT

_N = r"(?:\d{1,2}|[零一二两三四五六七八九十]{1,3})"
_PART = r"(?P<part>凌晨|清晨|早晨|早上|上午|中午|午间|下午|傍晚|晚上|晚间|夜间|夜里|当晚|次日|翌日|第二天|[早晚])?"
_DIGITAL = re.compile(rf"(?:{_PART}) ?(?P<h>\d{{1,2}}):(?P<m>[0-5]\d)(?::[0-5]\d)?(?![\d:])(?: ?(?P<ap>[ap]\.?m\.?)\b)?", re.I | re.A)  # fmt: skip
_SPOKEN = re.compile(
    rf"(?:{_PART}) ?(?P<h>{_N}) ?(?P<mark>[点时])(?!间|候|代|期|常|长|效|段|差|刻|速|装|机|限|尚)"
    rf"(?:(?P<half>半)|(?P<quarter>[一三]刻)|(?P<whole>[钟整]{{1,2}})|(?P<m>零?{_N}) ?(?P<cut>分?)(?!之)(?:{_N}秒)?)?",
    re.ASCII,
)
_ENGLISH = re.compile(r"(?P<h>\d{1,2})(?P<m>) ?(?P<ap>[ap]\.?m\.?)(?![a-z])", re.I | re.A)
_TO = re.compile(r" ?(?:-{1,2}|~|至|到|to) ?")
_LATE = frozenset({"下午", "傍晚", "晚上", "晚间", "夜间", "夜里", "当晚", "晚"})
_NEXT = frozenset({"次日", "翌日", "第二天"})
_NOUN = re.compile(r"[要建原意说内理看需]|之?间|以上|以下|多")
STARTS = "凌清早上中午下傍晚夜当次翌"


def clock_at(text: str, start: int) -> Term | None:
    """Read a time of day, or a range of them, that begins at ``start`` of plain ``text``."""
    first = _moment(text, start)
    if first is None:
        return None
    minute, end, sure, part = first
    link = _TO.match(text, end)
    second = _moment(text, link.end()) if link else None
    if second:
        last = second[0]
        if last <= minute and part in _LATE and not second[3] and minute - 720 < last and last + 720 > minute:
            last += 720
        return Term(start, second[1], Decimal(minute), Decimal(last if last > minute else last + 1440), MOMENT)
    if not sure and _NOUN.match(text, end):
        return None
    return Term(start, end, Decimal(minute), Decimal(minute), MOMENT)


def _moment(text: str, start: int) -> tuple[int, int, bool, str] | None:
    for pattern in (_DIGITAL, _SPOKEN, _ENGLISH):
        match = pattern.match(text, start)
        if match:
            return _read(match)
    return None


def _read(match: re.Match[str]) -> tuple[int, int, bool, str] | None:
    groups = match.groupdict()
    hour = _number(groups["h"])
    minute = 30 if groups.get("half") else _number((groups.get("m") or "零").removeprefix("零") or "零")
    if groups.get("quarter"):
        minute = 15 if groups["quarter"][0] == "一" else 45
    if hour is None or minute is None or hour > 24 or minute > 59:
        return None
    spoken = groups.get("m") or ""
    if "cut" in groups and spoken and not (groups["cut"] or groups["part"] or "十" in spoken or spoken.isdigit()):
        # 八点五 alone is a decimal number, 八点五分 and 早上八点五 are times.
        return None
    part, half = groups.get("part") or "", (groups.get("ap") or "").lower()[:1]
    if (part in _LATE or half == "p") and hour < 12:
        hour += 12
    elif half == "a" and hour == 12:
        hour = 0
    if part in _NEXT:
        hour += 24
    sure = bool(part or half or groups.get("mark") != "点" or any(groups.get(name) for name in ("half", "whole", "m")))
    return hour * 60 + minute, match.end(), sure, part


def _number(word: str) -> int | None:
    value = numeral(word)
    return None if value is None else int(value)
