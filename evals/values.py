"""Whether an answer states a value, whatever the wording: 三日 = 3天, 百分之八十 = 80 %."""

from core.quantity import Quantity, find, parse
from core.text import fold


def states(answer: str, expected: str) -> bool:
    """Return whether ``answer`` holds ``expected``: the same words, or a quantity with the same ends."""
    if _stands_alone(fold(answer), fold(expected)):
        return True
    wanted = parse(expected)
    return wanted is not None and any(same_ends(found.quantity, wanted) for found in find(answer))


def _stands_alone(text: str, words: str) -> bool:
    """Find ``words`` where they are not part of a longer number (5日 is not in 15日)."""
    at = text.find(words)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(words) : at + len(words) + 1]
        digits_run_on = (words[:1].isdigit() and (before.isdigit() or before == ".")) or (
            words[-1:].isdigit() and after.isdigit()
        )
        if not digits_run_on and not _numeral_runs_on(words, before):
            return True
        at = text.find(words, at + 1)
    return False


def _numeral_runs_on(words: str, before: str) -> bool:
    numerals = "零一二三四五六七八九十百千万两"
    return words[:1] in numerals and bool(before) and before in numerals


def same_ends(found: Quantity, wanted: Quantity) -> bool:
    """Return whether the values agree; a single wanted value may be either end of what was found (不低于5%)."""
    if not found.comparable(wanted):
        return False
    ends = (found.canonical_low, found.canonical_high)
    if wanted.canonical_low == wanted.canonical_high:
        return wanted.canonical_low in ends
    return ends == (wanted.canonical_low, wanted.canonical_high)
