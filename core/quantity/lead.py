"""What stands before a number and belongs to its unit: 每小时, 每人每天, ¥, 人民币, 时速, 零下, 华氏."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from core.quantity.numerals import read
from core.quantity.place_value import ARITHMETIC
from core.quantity.rate import below_at, energy, rate
from core.quantity.term import Term
from core.quantity.unit import Unit
from core.quantity.units import BY_NAME, SYMBOL_UNITS, unit_at

_HOUR = BY_NAME["duration", "小时"]
_KILOMETRE = BY_NAME["length", "公里"]
_FAHRENHEIT = BY_NAME["temperature", "℉"]
# 每次不超过5年 and 每月40% stay a time and a share: that is what a reader asks for.
_OWN = frozenset({"duration", "business_days", "age", "ratio"})
_SYMBOLS = tuple(sorted(SYMBOL_UNITS, key=len, reverse=True))
_DEGREES = re.compile(r"(华氏|摄氏)(?:温度)?(?:为|是)? ?(?=[\d零一二两三四五六七八九十负\-])")
_DOING = re.compile(r"[\u4e00-\u9fff]{1,6}(?<![前第后满的内外])")
STARTS = r"每|(?<![A-Za-z])per (?=[a-z])|时速|零下|华氏|摄氏(?!度)|" + "|".join(
    re.escape(symbol) for symbol in _SYMBOLS
)


@dataclass(frozen=True, slots=True)
class Lead:
    """A prefix at ``start``–``end``: denominators with the count they are taken by, a currency, a scale or a sign."""

    start: int
    end: int
    below: tuple[Unit, ...] = ()
    each: Decimal = Decimal(1)
    currency: Unit | None = None
    speed: bool = False
    negative: bool = False
    fahrenheit: bool = False


def lead_at(text: str, start: int, before: Lead | None) -> Lead | None:
    """Read a prefix that begins at ``start`` of plain ``text``; it joins the one it directly follows."""
    lead = _read(text, start)
    if lead is None or before is None or before.end != start:
        return lead
    return replace(
        lead,
        start=before.start,
        below=(*before.below, *lead.below),
        each=ARITHMETIC.multiply(before.each, lead.each),
        currency=lead.currency or before.currency,
    )


def _read(text: str, start: int) -> Lead | None:
    if text.startswith(("每", "per "), start):
        return _each(text, start, start + (1 if text[start] == "每" else 4))
    if text.startswith("时速", start):
        return Lead(start, start + 2, speed=True)
    if text.startswith("零下", start):
        return Lead(start, start + 2, negative=True)
    degrees = _DEGREES.match(text, start)
    if degrees:
        return Lead(start, degrees.end(), fahrenheit=degrees[1] == "华氏")
    for symbol in _SYMBOLS:
        if text.startswith(symbol, start):
            return Lead(start, start + len(symbol), currency=SYMBOL_UNITS[symbol])
    return None


def _each(text: str, start: int, position: int) -> Lead | None:
    if text.startswith("半", position):
        number, each, position = None, Decimal("0.5"), position + 1
    else:
        number = read(text, position)
        each = number.low if number and number.low > 0 else Decimal(1)
    found = unit_at(text, number.end if number else position)
    if found is None and text.startswith("月", position):
        found = BY_NAME["duration", "个月"], position + 1
    return Lead(start, found[1], below=(found[0],), each=each) if found else None


def led(text: str, term: Term, lead: Lead | None) -> Term | None:
    """Return ``term`` joined with the prefix right before it, ``None`` when there is none or it does not fit."""
    if lead is None or lead.end > term.start or not _reaches(text[lead.end : term.start], lead, term):
        return None
    joined = _joined(term, lead)
    if joined is None:
        return None
    # The unit of $20 is known only now, so what it is paid by comes after.
    below, end = below_at(text, joined.end, joined.unit) if lead.currency else ((), joined.end)
    unit = rate(joined.unit, below) or joined.unit
    return replace(joined, start=lead.start, unit=unit, end=end)


def _reaches(gap: str, lead: Lead, term: Term) -> bool:
    """Say whether the prefix belongs to the number across ``gap``: 每年检验1次, but not 每月前3次."""
    if not gap.strip(" ,"):
        return True
    timed = any(part.dimension == "duration" for part in lead.below)
    return timed and term.unit.name == "次" and _DOING.fullmatch(gap) is not None


def _joined(term: Term, lead: Lead) -> Term | None:
    if lead.currency is not None:
        if term.unit.dimension == "number":
            term = replace(term, unit=lead.currency)
        elif term.unit.dimension != lead.currency.dimension and not term.unit.dimension.startswith(
            f"rate.{lead.currency.dimension}"
        ):
            return None
    if lead.speed:
        return _speed(term)
    if lead.negative:
        return _negated(term) if term.unit.dimension == "temperature" else None
    if lead.fahrenheit:
        return replace(term, unit=_FAHRENHEIT) if term.unit.dimension == "temperature" else None
    if not lead.below:
        return term
    if term.unit.dimension in _OWN:
        return None
    unit = rate(term.unit, tuple(energy(part, term.unit) for part in lead.below))
    return replace(_divided(term, lead.each), unit=unit) if unit else None


def _speed(term: Term) -> Term | None:
    unit = _KILOMETRE if term.unit.dimension == "number" else term.unit
    if unit.dimension == "speed":
        return term
    made = rate(unit, (_HOUR,)) if unit.dimension == "length" else None
    return replace(term, unit=made) if made else None


def _negated(term: Term) -> Term:
    low = None if term.high is None else term.high.copy_negate()
    high = None if term.low is None else term.low.copy_negate()
    return replace(term, low=low, high=high, low_open=term.high_open, high_open=term.low_open)


def _divided(term: Term, each: Decimal) -> Term:
    if each == 1:
        return term
    low = None if term.low is None else ARITHMETIC.divide(term.low, each)
    high = None if term.high is None else ARITHMETIC.divide(term.high, each)
    return replace(term, low=low, high=high)
