"""Numbers in words and digits: 三万五千, 3万5, 二百五, 壹佰贰拾, 二百三十余万, 五六十, 三分之一, 1,050.5, 12k."""

import re
from dataclasses import replace
from decimal import Decimal

from core.quantity.place_value import ARITHMETIC, BIG, DIGITS, LARGEST, SMALL, UNIT_PREFIX, Number, PlaceValue, exact
from core.quantity.spelling import plain

_POINT = re.compile(r"点(?:([零一二三四五六七八九]{1,30})|(\d{1,30}))(?![十百千点])", re.ASCII)
_SCIENTIFIC = re.compile(r"[+-]?(?:\d{1,30}(?:\.\d{1,30})?|\.\d{1,30})[eE][+-]?\d{1,2}", re.ASCII)
# 2007/08 is a season and 6415/6416 a train, no fraction.
_SLASH = re.compile(r"(?<![\d/])(0|[1-9]\d{0,2})/([1-9]\d{0,2}|10{3,6})(?![\d/])", re.ASCII)
_POWER = re.compile(r"\^([+\-]*)(\d{1,2})(?![\d.^])", re.ASCII)
_LARGEST_POWER = 20
_MIXED = re.compile(r" (?=\d{1,9}/\d{1,9}(?![\d/]))", re.ASCII)
_SHARE = re.compile(r"负?的?[百千万]+分之")
_LONGEST_PAIR = 24
_MORE, _GREAT = frozenset("多余"), frozenset("万亿")
_THOUSAND = re.compile(r" ?[kK](?![A-Za-z])")
# How digits are read out over the radio and the telephone.
_RADIO = re.compile(r"[零一二两三四五六七八九洞拐勾]{3,30}")
_SPOKEN = str.maketrans("洞拐勾两", "零七九二")


def numeral(text: str) -> Decimal | None:
    """Return the value of a string that is one number in words or digits, else ``None``."""
    source = plain(text.strip()).text
    if _SCIENTIFIC.fullmatch(source):
        return tidy(Decimal(source))
    if _RADIO.fullmatch(source):
        source = source.translate(_SPOKEN)
    for spelled in (source, source.replace(" ", "")):
        number = None if _SHARE.match(spelled) else read(spelled, 0)
        if number is not None and number.end == len(spelled) and not number.vague:
            return _single(number)
    return None


def _single(number: Number) -> Decimal | None:
    if number.whole_run is not None:
        return number.whole_run
    return number.low if number.low == number.high else None


def tidy(value: Decimal) -> Decimal:
    """Return ``value`` without trailing zeros or a positive exponent."""
    shorter = value.normalize(ARITHMETIC)
    whole = shorter == shorter.to_integral_value() and shorter.adjusted() < ARITHMETIC.prec
    return shorter.quantize(Decimal(1), context=ARITHMETIC) if whole else shorter


def read(text: str, start: int) -> Number | None:
    """Read the longest number that begins at ``start`` of plain ``text``: sign, mixed numbers and fractions too."""
    position = start
    negative = False
    if text.startswith(("-", "+", "负"), position):
        negative = text[position] != "+"
        position += 2 if text.startswith("负的", position) else 1
    number = _unsigned(text, position)
    if number is None or not negative:
        return number
    run = None if number.whole_run is None else number.whole_run.copy_negate()
    return replace(number, low=number.high.copy_negate(), high=number.low.copy_negate(), whole_run=run)


def _unsigned(text: str, start: int) -> Number | None:
    number = _simple(text, start)
    if number is None:
        return None
    if text.startswith("又", number.end) or (number.style == "arabic" and _MIXED.match(text, number.end)):
        return _plus_fraction(text, number, number.end + 1)
    return _power(text, number) if text.startswith("^", number.end) else number


def _power(text: str, base: Number) -> Number:
    """Read 2^5 and 2.5^-1; a sign before the base is no part of it."""
    match = _POWER.match(text, base.end)
    if match is None or base.style != "arabic" or not base.low:
        return base
    exponent = int(match[2]) * (-1) ** match[1].count("-")
    value = ARITHMETIC.power(base.low, exponent)
    return exact(value, match.end(), "arabic") if abs(value.adjusted()) <= _LARGEST_POWER else base


def _simple(text: str, start: int) -> Number | None:
    slash = _SLASH.match(text, start)
    if slash and int(slash[2]):
        return exact(ARITHMETIC.divide(Decimal(slash[1]), Decimal(slash[2])), slash.end(), "arabic")
    number = _positive(text, start)
    if number is not None and text.startswith("分之", number.end):
        return _fraction(text, number) or number
    return number


def _fraction(text: str, below: Number) -> Number | None:
    position = below.end + 2
    negative = text.startswith("负", position)
    above = _positive(text, position + negative)
    if above is None or not below.low:
        return None
    value = ARITHMETIC.divide(above.low, below.low)
    return exact(value.copy_negate() if negative else value, above.end, "words")


def _plus_fraction(text: str, number: Number, position: int) -> Number:
    part = _simple(text, position)
    if part is None or part.low >= 1 or part.low == part.low.to_integral_value():
        slash = _SLASH.match(text, position)
        if part is None or slash is None:
            return number
    return exact(number.low + part.low, part.end, number.style)


def _positive(text: str, start: int) -> Number | None:
    if text.startswith("半百", start):
        return exact(Decimal(50), start + 2, "words")
    pair = _pair_at(text, start)
    number = pair or _point(text, PlaceValue(text, start).number())
    if number is None:
        return None
    thousand = _THOUSAND.match(text, number.end) if number.style == "arabic" else None
    if thousand:
        return replace(number, low=number.low * 1000, high=number.high * 1000, end=thousand.end())
    return _vague(text, number)


def _pair_at(text: str, start: int) -> Number | None:
    """Read 五六, 四十五六, 七百三四十: two neighbouring digits stand for a range."""
    position = start
    limit = min(len(text), start + _LONGEST_PAIR)
    while position < limit and (text[position] in DIGITS or text[position] in SMALL or text[position] in BIG):
        first, second = DIGITS.get(text[position], 0), DIGITS.get(text[position + 1 : position + 2], 0)
        if first and second:
            break
        position += 1
    else:
        return None
    after = text[position + 2 : position + 3]
    before = text[max(start, position - 2) : position]
    if before[-1:] in DIGITS and before and not (before[-1] == "零" and before[0] not in DIGITS):
        return None
    if text[position + 1] == "两" or not (second == first + 1 or (first, second) == (3, 5)) or after in ("点", *DIGITS):
        return None
    tail = text[position + 2 : position + 12]
    low = PlaceValue(text[start : position + 1] + tail, 0).number()
    high = PlaceValue(text[start:position] + text[position + 1] + tail, 0).number()
    if low is None or high is None or low.end != high.end or low.end < position - start + 1:
        return None
    run = Decimal(first * 10 + second) if low.end == 1 and position == start else None
    return Number(low.low, high.low, start + low.end + 1, "words", whole_run=run)


def _point(text: str, number: Number | None) -> Number | None:
    """Add a spoken decimal part (三点五) and the magnitude after it (三点五万)."""
    if number is None or not text.startswith("点", number.end):
        return number
    match = _POINT.match(text, number.end)
    if match is None or (number.style == "arabic" and match[2]):
        return number
    digits = match[2] or "".join(str(DIGITS[character]) for character in match[1])
    value = number.low + Decimal(f"0.{digits}")
    return _magnified(text, exact(value, match.end(), "words"))


def _magnified(text: str, number: Number) -> Number:
    end, factor = number.end, 1
    while factor < LARGEST and text[end : end + 1] in BIG and text[end : end + 1] and not UNIT_PREFIX.match(text, end):
        factor *= BIG[text[end]]
        end += 1
    return replace(number, low=number.low * factor, high=number.high * factor, end=end)


def _vague(text: str, number: Number) -> Number:
    """Read 十几, 五百多, 二百三十余万: more than the number, less than its last place plus one."""
    mark = text[number.end : number.end + 1]
    if not mark or mark not in "多余几来" or number.low != number.high or number.style == "run" or not number.low:
        return number
    if mark == "来" and (
        number.low % 10 or text[number.end + 1 : number.end + 2] in ("自", "源", "到", "说", "看", "")
    ):
        return number
    if mark == "几" and number.style == "digit":
        return number
    if mark == "多" and text.startswith(("多少", "多次", "多种"), number.end):
        return number
    step = Decimal(1).scaleb(max(0, len(str(int(number.low))) - len(str(int(number.low)).rstrip("0"))))
    if number.low != number.low.to_integral_value():
        return number
    wider = _magnified(text, replace(number, high=number.low + step, end=number.end + 1, vague=True))
    if text[wider.end : wider.end + 1] in _MORE and text[wider.end + 1 : wider.end + 2] in _GREAT:
        # 十几万多亿: vague twice over.
        wider = _magnified(text, replace(wider, end=wider.end + 1))
    return wider if wider.style != "digit" or wider.end > number.end + 1 else replace(wider, style="words")
