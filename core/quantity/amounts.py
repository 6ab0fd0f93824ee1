"""One number or range of numbers with its unit: 3-7个工作日, 一年半, 三块五, 百分之三十, 80公里/小时."""

import re
from decimal import Decimal

from core.quantity.bare import bare
from core.quantity.compound import extended
from core.quantity.ends import lower_end, number_at, upper_at
from core.quantity.numerals import read
from core.quantity.place_value import Number
from core.quantity.rate import rated
from core.quantity.shares import share_at
from core.quantity.term import Term
from core.quantity.unit import Unit
from core.quantity.units import BY_NAME, DIMENSIONS, NUMBER, unit_at

_MONTH = BY_NAME["duration", "个月"]
_KWH = DIMENSIONS["energy"].units[0]
_INNER = re.compile(r"个(半|[多余])(?=月|小时|钟头|星期|礼拜|工作日|季度|年度|百分点)")
_POWER = re.compile(r"[用耗供]电|电[量费价能]|度数为")


def amount_at(text: str, start: int, whole: bool = False) -> Term | None:
    """Read the amount that begins at ``start`` of plain ``text``.

    Args:
        text: Plain text.
        start: Where a numeral, a sign, 半 or 百分之 stands.
        whole: The text is nothing but one quantity, so a lone Chinese digit counts too.
    """
    share = share_at(text, start)
    if share or (text[start] in "半日月年" and not text.startswith("半百", start)):
        return share
    if text[start] == "±":
        return _spread(text, start, None)
    first = number_at(text, start)
    if first is None:
        return None
    if text.startswith("±", first.end):
        return _spread(text, start, first)
    return _measured(text, start, first, whole)


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
    second = upper_at(text, start, first)
    if second:
        low, high, end, last = lower_end(text, first, second), second.high, second.end, second
    inner = _INNER.match(text, end)
    found = unit_at(text, inner.end()) if inner else unit_at(text, end)
    if inner and found is None and text.startswith("月", inner.end()):
        found = _MONTH, inner.end() + 1
    if found is None:
        return bare(text, Term(start, end, low, high, NUMBER), last, whole, first.vague or last.vague)
    unit, stop = _chosen(text, start, found)
    if second is None and first.whole_run is not None and unit.name == "折":
        low = high = first.whole_run
    if not _plausible(text, start, first, unit):
        return None
    vague = first.vague or last.vague
    if inner:
        high += Decimal("0.5") if inner[1] == "半" else 1
        low, vague = (high, vague) if inner[1] == "半" else (low, True)
    if unit.name == "折" and high > 10:
        low, high = low / 10, high / 10
    term = Term(start, stop, low, high, unit, vague, vague, vague)
    return rated(text, extended(text, term) if term.low == term.high else term)


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
