"""English number words: three, twenty-one, two hundred, five thousand, half a million."""

import re
from decimal import Decimal

from core.quantity.place_value import Number

_ONES = {
    word: value
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_TENS = {
    word: value * 10
    for value, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_SIMPLE = "|".join([*_TENS, *sorted(_ONES, key=len, reverse=True)])
STARTS = rf"(?<![A-Za-z])(?:{_SIMPLE})(?![A-Za-z])"
_WORDS = re.compile(
    rf"(?<![A-Za-z\d.\-])(?:{_SIMPLE})(?:[ \-](?:{_SIMPLE}|{'|'.join(_SCALES)}|and(?= (?:{_SIMPLE})\b)))*(?![A-Za-z])",
    re.I,
)
_SCALE = re.compile(rf" ({'|'.join(_SCALES)})(?![A-Za-z])", re.I)


def words_at(text: str, start: int) -> Number | None:
    """Read number words that begin at ``start`` of plain ``text``."""
    match = _WORDS.match(text, start)
    if match is None:
        return None
    total = section = 0
    for word in re.split(r"[ \-]", match[0].lower()):
        section, total = _add(word, section, total)
    value = Decimal(total + section)
    return Number(value, value, match.end(), "english")


def _add(word: str, section: int, total: int) -> tuple[int, int]:
    if word == "hundred":
        return max(section, 1) * 100, total
    if word in _SCALES:
        return 0, total + max(section, 1) * _SCALES[word]
    return section + _ONES.get(word, 0) + _TENS.get(word, 0), total


def scale_at(text: str, end: int) -> tuple[int, int]:
    """Return the factor of a scale word after digits (``5 million``) and where it ends; 1 when there is none."""
    match = _SCALE.match(text, end)
    return (_SCALES[match[1].lower()], match.end()) if match else (1, end)
