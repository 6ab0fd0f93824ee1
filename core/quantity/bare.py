"""A number without a unit: digits that are no code, or words that mean a number where they stand."""

import re
from dataclasses import replace

from core.quantity.place_value import DIGITS, Number
from core.quantity.term import Term

_LIMIT = 16
_SUM = r"(?:[加减乘]|乘以|除以|等于)"
# 一加12 is a telephone.
_SUMMED = re.compile(rf"{_SUM}(?=[负零一二两三四五六七八九十百])")
_ADDED = re.compile(rf"[\d零一二三四五六七八九十百千万]{_SUM}$")
# 五以上个座位: the bound stands between number and counter; 附件五以上 names the annex.
_INVERTED = re.compile(r"以[上下内]个(?![人性体月别])[\u4e00-\u9fff]")
_FIRST = frozenset([*DIGITS, *"十负廿卅"])
_NAMES = frozenset("第表图款项条号类级章节页题组")
_SAID = '是为"'
_SAID_END = '，。,.;；!?、"不而却这那'


def bare(text: str, term: Term, number: Number, whole: bool, vague: bool) -> Term | None:
    """Return ``term`` if it stands for a number here, else ``None``.

    Args:
        text: Plain text.
        term: The number without unit.
        number: What was read last of it.
        whole: The text is nothing but one quantity.
        vague: The number is not exact (十几).
    """
    after = text[term.end : term.end + 1]
    if number.style == "english" and not whole:
        return None
    if after.isascii() and (after.isalpha() or after == "_"):
        return None
    if number.style == "arabic":
        if term.end - term.start > _LIMIT and not whole:
            return None
    elif not whole and not _means_number(text, term, number):
        return None
    if whole and number.whole_run is not None and term.low != term.high:
        term = replace(term, low=number.whole_run, high=number.whole_run)
    return replace(term, low_open=vague, high_open=vague, approximate=vague)


def _means_number(text: str, term: Term, number: Number) -> bool:
    if number.style == "digit":
        return _said(text, term) or _counted(text, term)
    return number.style == "words" and term.end - term.start >= 2 and text[term.start] in _FIRST


def _said(text: str, term: Term) -> bool:
    """Say whether a lone digit is said to be something (答案是五) or stands in a sum (一加二)."""
    before, after = text[term.start - 1 : term.start], text[term.end : term.end + 1]
    if before and before in _SAID and (not after or after in _SAID_END):
        return True
    return bool(_SUMMED.match(text, term.end) or _ADDED.search(text, max(0, term.start - 4), term.start))


def _counted(text: str, term: Term) -> bool:
    named = text[term.start - 1 : term.start] in _NAMES
    return not named and _INVERTED.match(text, term.end) is not None
