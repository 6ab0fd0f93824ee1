"""Cases that expect a value in another notation: 三四万伏特 is 3~4Wv, 八月八日 is 08/08, 幺二三零六 is 12306."""

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from core.quantity import Quantity, find, numeral, parse
from evals.quantities_checks import near

Ends = tuple[Decimal | None, Decimal | None]

# The source's own shorthand, written out as a reader would.
_WRITTEN_OUT = (
    (re.compile(r"(?<![\d/])(\d+)-(\d+)(?![\d/])"), lambda match: _completed(match)),
    (re.compile(r"^RM(.+)$"), lambda match: f"{match[1]}令吉"),
    (re.compile(r"(?<=\d)W(?=[a-zA-Z])"), lambda _: "万"),
    (re.compile(r"(?<=[\d万])v$"), lambda _: "伏"),
    (re.compile(r"^(\d\d)/(\d\d)/(\d\d)$"), lambda match: f"{match[1]}年{match[2]}月{match[3]}日"),
    (re.compile(r"^(.*年)?(\d\d)/(\d\d)$"), lambda match: f"{match[1] or ''}{match[2]}月{match[3]}日"),
)
_NUMERALS = re.compile(r"[零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟幺洞拐勾]+|\d+")


def equal(text: str, expect: str) -> bool:
    """Return whether ``text`` has the value that ``expect`` writes in its own notation.

    Where a text holds numerals but no quantity (a telephone number, a house number), each numeral must be the one
    expected, in the same order.
    """
    ends = ends_of(text)
    if ends:
        return same_ends(ends, wanted_ends(expect))
    numbers = numbers_of(text)
    return bool(numbers) and numbers == numbers_of(expect)


def same_ends(ends: Sequence[Ends], wanted: Sequence[Ends]) -> bool:
    """Return whether both name the same intervals in the same order."""
    if not wanted or len(ends) != len(wanted):
        return False
    pairs = zip(ends, wanted, strict=True)
    return all(near(one[0], other[0]) and near(one[1], other[1]) for one, other in pairs)


def wanted_ends(expect: str) -> list[Ends]:
    """Return the ends, in base units, of everything that ``expect`` names."""
    try:
        return [(Decimal(expect),) * 2]
    except InvalidOperation:
        return ends_of(written_out(expect))


def written_out(expect: str) -> str:
    """Return ``expect`` without the source's shorthand."""
    for pattern, words in _WRITTEN_OUT:
        expect = pattern.sub(words, expect)
    return expect


def quantities_of(text: str) -> list[Quantity]:
    """Return the quantity that ``text`` is, else those that it holds."""
    whole = parse(text)
    return [whole] if whole else [item.quantity for item in find(text)]


def ends_of(text: str) -> list[Ends]:
    """Return the ends of ``quantities_of`` in base units."""
    return [(quantity.canonical_low, quantity.canonical_high) for quantity in quantities_of(text)]


def numbers_of(text: str) -> list[Decimal | None]:
    """Return the value of every stretch of numerals, whatever it stands for."""
    return [numeral(match[0]) for match in _NUMERALS.finditer(text)]


def _completed(match: re.Match[str]) -> str:
    """Write out a shortened upper end: 730-40 means 730 to 740."""
    low, high = match.groups()
    return f"{low}~{low[: -len(high)]}{high}" if len(low) > len(high) else match[0]
