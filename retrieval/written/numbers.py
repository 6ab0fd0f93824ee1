"""Numbers of a written answer held against the sources it cites for them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from core.fact import Fact
from core.quantity import Quantity, find
from core.text import fold

_DIGITS = re.compile(r"\d+(?:[.,:\-–—/]\d+)*%?")
# 两种情况 and the 1. of a list count what the answer itself says.
_COUNTING = re.compile(r"[一两二三四五六七八九十]+(?:个|种|类|点|项|条|款|方面|个方面)(?:方面)?")
_ITEM = re.compile(r"^\s*(?:[-*•]\s*)?(?:\(?（?\d{1,2}[.、)）]\s*(?!\d)|第?[一二三四五六七八九十]+[、.]\s*)")
_CODE = re.compile(r"0\d")
_NAMING = frozenset({"number", "ordinal"})


class Known:
    """The numbers of some text and facts."""

    def __init__(self, text: str, facts: Iterable[Fact] = ()) -> None:
        self._text = fold(text)
        self._digits = {_bare(match) for match in _DIGITS.findall(self._text)}
        # 00123 is a code: only its own digits state it, not the number 123.
        self._quantities = [found.quantity for found in find(text) if not _CODE.match(found.quantity.raw)]
        self._quantities += [fact.quantity for fact in facts if fact.quantity is not None]

    def states(self, quantity: Quantity) -> bool:
        """Return whether ``quantity`` stands here: word for word, or every end of it as an end of some value.

        15天 stands in 不超过15天, and 36个月 in 3年. A number whose unit stands elsewhere (in the header of a table)
        stands for a quantity with that number; 15天 does not stand in 15个工作日.
        """
        if self._verbatim(quantity.raw):
            return True
        ends = [end for end in (quantity.canonical_low, quantity.canonical_high) if end is not None]
        alike = [known for known in self._quantities if known.comparable(quantity)]
        if ends and {*ends} <= {end for known in alike for end in (known.canonical_low, known.canonical_high)}:
            return True
        bare = {end for known in self._quantities if known.dimension in _NAMING for end in (known.low, known.high)}
        written: set[Decimal | None] = {end for end in (quantity.low, quantity.high) if end is not None}
        return bool(written) and written <= bare

    def holds(self, digits: str) -> bool:
        """Return whether this run of digits stands here as a whole."""
        return _bare(fold(digits)) in self._digits

    def _verbatim(self, words: str) -> bool:
        """Return whether ``words`` stand here, and not as the end of a longer number."""
        folded = fold(words)
        for match in re.finditer(re.escape(folded), self._text):
            before, after = self._text[: match.start()][-1:], self._text[match.end() :][:1]
            cut = (before.isdigit() or before == ".") and folded[:1].isdigit()
            if not cut and not (after.isdigit() and folded[-1:].isdigit()):
                return True
        return False


def unfounded(statement: str, known: Sequence[Known]) -> Iterator[str]:
    """Yield the numbers of ``statement`` that stand nowhere in ``known``, in its own words."""
    item = _ITEM.match(statement)
    text = statement[item.end() :] if item else statement
    rest = list(text)
    for found in find(text):
        rest[found.start : found.end] = " " * (found.end - found.start)
        raw = found.quantity.raw
        if not _COUNTING.fullmatch(raw) and not any(source.states(found.quantity) for source in known):
            yield raw.strip()
    for match in _DIGITS.finditer("".join(rest)):
        if not any(source.holds(match.group()) for source in known):
            yield match.group()


def _bare(digits: str) -> str:
    return digits.replace(",", "").replace("–", "-").replace("—", "-")
