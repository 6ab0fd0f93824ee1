"""One number or range of numbers with its unit: 3-7个工作日, 一年半, 三块五, 百分之三十, 80公里/小时."""

import re
from dataclasses import replace
from decimal import Decimal

from core.quantity.compound import extended
from core.quantity.english import scale_at, words_at
from core.quantity.numerals import read
from core.quantity.place_value import ARITHMETIC, BIG, DIGITS, Number
from core.quantity.rate import below_at, rate
from core.quantity.term import Term
from core.quantity.unit import Unit
from core.quantity.units import BY_NAME, DIMENSIONS, NUMBER, RATIO, unit_at

PERCENT = BY_NAME["ratio", "%"]
_MONTH = BY_NAME["duration", "个月"]
_KWH = DIMENSIONS["energy"].units[0]
_SHARE = re.compile(r"(负的?)?([百千万]{1,4})分之?(?=[负\d零一二三四五六七八九十百千万两.]|百)")
_TO = re.compile(r" ?(?:-{1,2}|~|至|到|to(?= )|or(?= )) ?")
_AND = re.compile(r" ?(?:和|与|and(?= )) ?")
_BETWEEN = re.compile(r"之?间")
_HALF = re.compile(
    r"半(?:月(?![刊板形])|价|折|个(?=小时|月|钟头|星期|工作日|季度|年)|(?=[年天日小钟里斤米公周成度块吨亩升]))"
)
_INNER = re.compile(r"个(半|[多余])(?=月|小时|钟头|星期|礼拜|工作日|季度|年度|百分点)")
_POWER = re.compile(r"[用耗供]电|电[量费价能]|度数为")
_LIMIT = 16
_SAID = '是为"'
_SAID_END = '，。,.;；!?、"不而却这那'


def amount_at(text: str, start: int, whole: bool = False) -> Term | None:
    """Read the amount that begins at ``start`` of plain ``text``.

    Args:
        text: Plain text.
        start: Where a numeral, a sign, 半 or 百分之 stands.
        whole: The text is nothing but one quantity, so a lone Chinese digit counts too.
    """
    if text[start] == "半" and not text.startswith("半百", start):
        return _half(text, start)
    if text.startswith(("对折", "一半"), start) and not text.startswith("一半以", start):
        return Term(start, start + 2, Decimal("0.5"), Decimal("0.5"), RATIO)
    share = _SHARE.match(text, start)
    if share:
        return _share(text, share)
    if text[start] == "±":
        return _spread(text, start, None)
    first = _number(text, start)
    if first is None:
        return None
    if text.startswith("±", first.end):
        return _spread(text, start, first)
    return _measured(text, start, first, whole)


def _number(text: str, start: int) -> Number | None:
    if text[start : start + 1].isalpha() and text[start].isascii():
        return words_at(text, start)
    number = read(text, start)
    if number is None or number.style != "arabic":
        return number
    factor, end = scale_at(text, number.end)
    if factor == 1:
        return number
    return replace(number, low=number.low * factor, high=number.high * factor, end=end)


def _half(text: str, start: int) -> Term | None:
    match = _HALF.match(text, start)
    if match is None:
        return None
    half = Decimal("0.5")
    if match[0] in ("半月", "半价", "半折"):
        return Term(start, match.end(), half, half, _MONTH if match[0] == "半月" else RATIO)
    found = unit_at(text, start + 1) or unit_at(text, match.end())
    return _rated(text, Term(start, found[1], half, half, found[0])) if found else None


def _share(text: str, match: re.Match[str]) -> Term | None:
    """Read 百分之三十 and 万分之五; the second number of a range may leave the 百分之 out."""
    parts = Decimal(1)
    for character in match[2]:
        parts *= {"百": 100, "千": 1000, "万": 10000}[character]
    number = read(text, match.end())
    if number is None:
        return None
    low, high, end = number.low, number.high, number.end
    link = _TO.match(text, end)
    second = read(text, link.end()) if link and number.low == number.high else None
    if second and second.low > high and unit_at(text, second.end) is None:
        high, end = second.high, second.end
    scale = {Decimal(100): PERCENT, Decimal(1000): BY_NAME["ratio", "‰"]}.get(parts)
    if scale is None:
        low, high, scale = ARITHMETIC.divide(low, parts), ARITHMETIC.divide(high, parts), RATIO
    if match[1]:
        low, high = high.copy_negate(), low.copy_negate()
    return Term(match.start(), end, low, high, scale, number.vague, number.vague, number.vague)


def _spread(text: str, start: int, middle: Number | None) -> Term | None:
    """Read ±0.5℃ and 25±2℃ as the interval they stand for."""
    width = read(text, (middle.end if middle else start) + 1)
    if width is None:
        return None
    found = unit_at(text, width.end)
    centre = middle.low if middle else Decimal(0)
    unit, end = found or (NUMBER, width.end)
    return Term(start, end, centre - width.low.copy_abs(), centre + width.high.copy_abs(), unit)


def _measured(text: str, start: int, first: Number, whole: bool) -> Term | None:
    low, high, end, last = first.low, first.high, first.end, first
    second = _second(text, start, first)
    if second:
        low, high, end, last = _scaled(text, first, second), second.high, second.end, second
    inner = _INNER.match(text, end)
    found = unit_at(text, inner.end()) if inner else unit_at(text, end)
    if inner and found is None and text.startswith("月", inner.end()):
        found = _MONTH, inner.end() + 1
    if found is None:
        return _bare(text, Term(start, end, low, high, NUMBER), last, whole, first.vague or last.vague)
    unit, stop = _chosen(text, start, found)
    if second is None and first.whole_run is not None and unit.name == "折":
        low = high = first.whole_run
    if not _plausible(text, start, first, unit):
        return None
    vague = first.vague or last.vague
    if inner:
        high += Decimal("0.5") if inner[1] == "半" else 1
        low, vague = (high, vague) if inner[1] == "半" else (low, True)
    if unit.name == "折" and high >= 10:
        low, high = low / 10, high / 10
    term = Term(start, stop, low, high, unit, vague, vague, vague)
    return _rated(text, extended(text, term) if term.low == term.high else term)


def _second(text: str, start: int, first: Number) -> Number | None:
    """Read the upper end after 至, 到, - …; after 和 only when 之间 follows."""
    link = _TO.match(text, first.end) or _AND.match(text, first.end)
    if link is None or first.vague or link.end() >= len(text):
        return None
    number = _number(text, link.end())
    if number is None or number.high < first.low or (text[first.end] == "-" and text[link.end()] in "+-负"):
        return None
    if link[0].strip() in ("和", "与", "and"):
        between = _BETWEEN.match(text, number.end)
        if between is None:
            return number if text.endswith(("between ", "介于", "位于"), 0, start) else None
        return replace(number, end=between.end())
    return number


def _scaled(text: str, first: Number, second: Number) -> Decimal:
    """Return the lower end; it shares the magnitude of the upper one when it has none itself (3至5万)."""
    end = second.end
    if text[end - 1] in "kK" and first.style == "arabic" and first.low * 1000 < second.low:
        return first.low * 1000
    if text[end - 1 : end] not in BIG or first.low >= 1000 or first.style == "words":
        return first.low
    factor = Decimal(BIG[text[end - 1]])
    return first.low * factor if first.low * factor < second.low else first.low


def _chosen(text: str, start: int, found: tuple[Unit, int]) -> tuple[Unit, int]:
    unit, end = found
    if unit.name == "℃" and text[end - 1] == "度":
        if text.startswith("电", end):
            return _KWH, end + 1
        if _POWER.search(text, max(0, start - 12), start):
            return _KWH, end
    return unit, end


def _plausible(text: str, start: int, number: Number, unit: Unit) -> bool:
    """Say whether the number goes with the unit: 九七年 and 08年 are years of the calendar, not lengths."""
    if number.style == "run" and number.whole_run is None and unit.name == "年":
        return False
    if unit.name == "年" and number.end == start + 2 and text[start] == "0":
        return False
    # 千瓦 and 千元 name units; 百米 and 百人 are amounts.
    lone = number.end == start + 1 and text[start] in "百千"
    return not lone or (text[start] == "百" and not unit.dimension.startswith("money."))


def _bare(text: str, term: Term, number: Number, whole: bool, vague: bool) -> Term | None:
    """Accept a number without unit: digits that are no code, or words long enough to mean a number."""
    after = text[term.end : term.end + 1]
    if number.style == "english" and not whole:
        return None
    if after.isascii() and (after.isalpha() or after == "_"):
        return None
    if number.style == "arabic":
        if term.end - term.start > _LIMIT and not whole:
            return None
    elif not whole and not _worded(text, term, number):
        return None
    if whole and number.whole_run is not None and term.low != term.high:
        term = replace(term, low=number.whole_run, high=number.whole_run)
    return replace(term, low_open=vague, high_open=vague, approximate=vague)


def _worded(text: str, term: Term, number: Number) -> bool:
    first = text[term.start]
    if number.style == "digit":
        # A lone digit counts as a number where it is said to be something: 答案是五.
        before, after = text[term.start - 1 : term.start], text[term.end : term.end + 1]
        return bool(before) and before in _SAID and (not after or after in _SAID_END)
    return number.style == "words" and term.end - term.start >= 2 and (first in DIGITS or first in "十负廿卅")


def _rated(text: str, term: Term) -> Term:
    below, end = below_at(text, term.end, term.unit)
    unit = rate(term.unit, below)
    return replace(term, unit=unit, end=end) if unit else term
