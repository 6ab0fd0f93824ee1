"""The upper end of a range of numbers: 至, 到, -, 和…之间, and the guess 2、3天."""

import re
from dataclasses import replace
from decimal import Decimal

from core.quantity.english import scale_at, words_at
from core.quantity.numerals import read
from core.quantity.place_value import BIG, Number
from core.quantity.units import unit_at

_TO = re.compile(r" ?(?:-{1,2}|~|至|到|to(?= )|or(?= )) ?")
_AND = re.compile(r" ?(?:和|与|and(?= )) ?")
_BETWEEN = re.compile(r"之?间")
_NEIGHBOUR = re.compile(r"[1-8一二两三四五六七八]、[2-9二三四五六七八九]")
_LISTED = re.compile(r"[^\u4e00-\u9fff]|[第表图款项条号类级章节页题组零一二三四五六七八九十百千万亿]")
_GUESSED = frozenset({"duration", "business_days", "length", "mass", "age", "ratio", "volume"})


def number_at(text: str, start: int) -> Number | None:
    """Read the number in digits, Chinese or English words that begins at ``start`` of plain ``text``."""
    if text[start : start + 1].isalpha() and text[start].isascii():
        return words_at(text, start)
    number = read(text, start)
    if number is None or number.style != "arabic":
        return number
    factor, end = scale_at(text, number.end)
    if factor == 1:
        return number
    return replace(number, low=number.low * factor, high=number.high * factor, end=end)


def upper_at(text: str, start: int, first: Number) -> Number | None:
    """Return the upper end of the range that ``first`` at ``start`` begins, ``None`` when it begins none."""
    return _second(text, start, first) or _neighbour(text, start, first)


def _second(text: str, start: int, first: Number) -> Number | None:
    """Read the upper end after 至, 到, - …; after 和 only when 之间 follows."""
    link = _TO.match(text, first.end) or _AND.match(text, first.end)
    if link is None or first.vague or link.end() >= len(text):
        return None
    number = number_at(text, link.end())
    if number is None or number.high < first.low or (text[first.end] == "-" and text[link.end()] in "+-负"):
        return None
    if link[0].strip() in ("和", "与", "and"):
        between = _BETWEEN.match(text, number.end)
        if between is None:
            return number if text.endswith(("between ", "介于", "位于"), 0, start) else None
        return replace(number, end=between.end())
    return number


def _neighbour(text: str, start: int, first: Number) -> Number | None:
    """Read the upper end of 2、3天; after 第 or another item, and before things that are numbered, it is a list."""
    match = _NEIGHBOUR.match(text, start)
    if match is None or first.end != start + 1 or _LISTED.match(text[start - 1 : start]):
        return None
    second = read(text, start + 2)
    found = unit_at(text, start + 3) if second and second.end == start + 3 and second.low == first.low + 1 else None
    if second is None or found is None or text[found[1] - 1] == "日":
        return None
    return second if found[0].dimension in _GUESSED or found[0].dimension.startswith("money.") else None


def lower_end(text: str, first: Number, second: Number) -> Decimal:
    """Return the lower end; it shares the magnitude of the upper one when it has none itself (3至5万)."""
    end = second.end
    if text[end - 1] in "kK" and first.style == "arabic" and first.low * 1000 < second.low:
        return first.low * 1000
    if text[end - 1 : end] not in BIG or first.low >= 1000 or first.style == "words":
        return first.low
    factor = Decimal(BIG[text[end - 1]])
    return first.low * factor if first.low * factor < second.low else first.low
