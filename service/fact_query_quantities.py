"""Quantities as the query language takes them: whole values with a unit, short English units included."""

import re
from dataclasses import replace

from core.quantity import Quantity, find
from service.fact_query_clauses import Clause

# What a person types for a unit, beyond what documents write; a number stands right before it.
_SHORT = {
    "mo": "个月", "mos": "个月", "mth": "个月", "y": "年", "yr": "年", "yrs": "年", "w": "周", "wk": "周", "wks": "周",
    "wd": "个工作日", "bd": "个工作日", "d": "天", "h": "小时", "hr": "小时", "hrs": "小时", "min": "分钟", "s": "秒",
}  # fmt: skip
_SHORT_UNIT = re.compile(rf"(?<=\d)\s*(?:{'|'.join(sorted(_SHORT, key=len, reverse=True))})(?![A-Za-z])", re.IGNORECASE)
_FULL = re.compile(r"^(?:[^\d零一二三四五六七八九十百千半两]*?)(?:已经|已|工作)?满")


def written_out(text: str) -> str:
    """Return ``text`` with short units after digits written out: ``12mo`` becomes 12个月.

    A capital W, as in 80W, stays a watt.
    """
    return _SHORT_UNIT.sub(_long, text)


def _long(match: re.Match[str]) -> str:
    unit = match.group().strip()
    return match.group() if unit == "W" else _SHORT[unit.lower()]


def quantity_in(clause: Clause) -> Quantity | None:
    """Return the quantity that the whole value of ``clause`` is, ``None`` when it is words.

    Raises:
        InvalidInput: A quantity is followed or preceded by something else; the place names that character.
    """
    text = written_out(clause.value)
    found = find(text)
    if not found:
        return None
    rest = (text[: found[0].start] + text[found[0].end :]).strip()
    if not rest:
        return found[0].quantity
    if clause.operator == "=" and found[0].start > 0:
        return None
    at = text.find(rest) if text.find(rest) >= 0 else found[0].end
    # Writing units out moves what stands behind them; the number itself does not move.
    shown = min(at, len(clause.value) - 1)
    raise clause.wrong(f"{rest!r} is no part of a quantity", "write one number or range with its unit", shown)


def bounded(clause: Clause) -> Quantity:
    """Return the interval of a comparison: ``>=7天`` is [7, +∞).

    Raises:
        InvalidInput: The value is no single quantity.
    """
    single = quantity_in(clause)
    advice = "write a number with its unit, such as 7天, 7d, 24h or 10%"
    if single is None:
        raise clause.wrong(f"{clause.value!r} is no quantity", advice)
    if single.low is None or single.low != single.high:
        raise clause.wrong(f"{clause.value!r} is a range already", f"compare with one value, or write {clause.field}=")
    strict = clause.operator in ("<", ">")
    if clause.operator in ("<", "<="):
        return replace(single, low=None, canonical_low=None, high_open=strict)
    return replace(single, high=None, canonical_high=None, low_open=strict)


def both(one: Quantity, other: Quantity, clause: Clause) -> Quantity:
    """Return the interval between two comparisons: ``>=3天`` and ``<=7天``.

    Raises:
        InvalidInput: They bound the same end, or lie on two scales.
    """
    if not one.comparable(other):
        raise clause.wrong(f"{one.raw} and {other.raw} cannot be compared", "ask for one dimension at a time")
    lower, upper = (one, other) if one.high is None else (other, one)
    if lower.high is not None or upper.low is not None:
        raise clause.wrong(f"{clause.field} is bounded there already", "keep one of the two")
    if upper.canonical_high is None or lower.canonical_low is None or upper.canonical_high < lower.canonical_low:
        raise clause.wrong("nothing lies between the two bounds", "exchange them")
    return replace(
        lower, high=upper.high, canonical_high=upper.canonical_high, high_open=upper.high_open,
        raw=f"{lower.raw} {upper.raw}",
    )  # fmt: skip


def circumstance(clause: Clause) -> Quantity | None:
    """Return what a condition must hold for: 工作满12年 is someone at 12 years; ``None`` for words."""
    text = written_out(clause.value)
    found = find(text)
    if not found:
        return None
    stated = found[0].quantity
    if stated.high is None and not stated.low_open and _FULL.match(text):
        return replace(stated, high=stated.low, canonical_high=stated.canonical_low)
    return stated
