"""What may follow a first amount and belongs to it: 一年半, 一年多, 3年6个月, 三块五, 一米八, 七成六."""

import re
from dataclasses import replace
from decimal import Decimal

from core.quantity.numerals import read
from core.quantity.place_value import DIGITS
from core.quantity.term import Term
from core.quantity.unit import Unit
from core.quantity.units import BY_NAME, unit_at

_HALF = re.compile(r"半(?![价数径导成自途个天年月小])")
_MORE = re.compile(r"[多余](?![少次种个项人名家年月元重边\d])")
_LINK = re.compile(r"(?:[多余](?=[又零一二两三四五六七八九十\d]))?[又零余]?(?: (?=\d))?(?=[\d一二两三四五六七八九十])")
_TENTH = re.compile(r"([一二三四五六七八九\d])(?![\d.点零一二两三四五六七八九十百千万亿%/:\-~])")
_HUNDREDTH = re.compile(r"(\d\d|[一二三四五六七八九]{1,2}|\d)(?![\d.点十百千万亿%/:\-~,])")
_SHORT = {
    "时": BY_NAME["duration", "小时"],
    "分": BY_NAME["duration", "分钟"],
}
_PENCE = {"money.CNY": BY_NAME["money.CNY", "分钱"], "money.USD": BY_NAME["money.USD", "美分"]}
_SPLIT = frozenset({"duration", "length", "mass"})


def extended(text: str, term: Term) -> Term:
    """Return ``term`` with the smaller parts that follow it added."""
    half = _HALF.match(text, term.end)
    if half and term.low is not None and _divisible(term.unit):
        value = term.low + Decimal("0.5")
        return replace(term, low=value, high=value, end=half.end())
    short = _shortened(text, term)
    if short:
        return short
    first = term.low
    while (longer := _next(text, term, lone=term.low == first == 1)) is not None:
        term = longer
    more = _MORE.match(text, term.end)
    if more and term.low is not None and (_divisible(term.unit) or term.unit.dimension == "age"):
        return replace(term, high=term.low + 1, low_open=True, high_open=True, approximate=True, end=more.end())
    return term


def _divisible(unit: Unit) -> bool:
    return unit.dimension in ("duration", "length", "mass", "area", "volume", "business_days") or unit.name in (
        "成", "倍", "元", "折", "℃",
    )  # fmt: skip


def _shortened(text: str, term: Term) -> Term | None:
    """Read the last place without its unit: 三块五, 一米八, 1米75, 七成六."""
    spelled = text[term.end - 1]
    pattern = _TENTH if spelled in "块成" else _HUNDREDTH if spelled == "米" and term.unit.name == "米" else None
    match = pattern.match(text, term.end) if pattern else None
    if match is None or term.low is None or unit_at(text, match.end()) is not None:
        return None
    digits = "".join(str(DIGITS.get(character, character)) for character in match[1])
    value = term.low + Decimal(f"0.{digits}")
    return replace(term, low=value, high=value, end=match.end())


def _next(text: str, term: Term, lone: bool) -> Term | None:
    link = _LINK.match(text, term.end)
    number = read(text, link.end()) if link else None
    if link is None or number is None or number.low != number.high or number.low < 0 or term.low is None:
        return None
    found = _smaller(text, number.end, term.unit, "又" in link[0])
    if found is None:
        return None
    unit, end = found
    whole, part = term.unit.to_base(Decimal(1)), unit.to_base(number.low)
    # 一周五天 and 一天8小时 say how much of each, not the sum.
    apart = (lone and term.unit.name in ("天", "周")) or (term.unit.name == "周" and unit.name == "天")
    if (part >= whole * Decimal("0.999") or apart) and "又" not in link[0]:
        return None
    if term.unit.dimension == "duration":
        value = unit.from_base(term.unit.to_base(term.low)) + number.low
        return replace(term, low=value, high=value, unit=unit, end=end)
    value = term.low + term.unit.from_base(part)
    return replace(term, low=value, high=value, end=end)


def _smaller(text: str, position: int, above: Unit, after: bool) -> tuple[Unit, int] | None:
    found = unit_at(text, position)
    if found and found[0].dimension == above.dimension:
        smaller = after or found[0].to_base(Decimal(1)) < above.to_base(Decimal(1))
        allowed = above.dimension in _SPLIT or above.dimension.startswith("money.")
        return found if smaller and allowed else None
    character = text[position : position + 1]
    if above.dimension == "duration" and character in _SHORT:
        unit = _SHORT[character]
        return (unit, position + 1) if unit.to_base(Decimal(1)) < above.to_base(Decimal(1)) else None
    if character == "分" and above.dimension in _PENCE:
        return _PENCE[above.dimension], position + 1
    return None
