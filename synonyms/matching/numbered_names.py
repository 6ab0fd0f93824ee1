"""Names that have a model number: 银杉平板T11. With another number they are another thing, which may not be known."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

_NUMBER = re.compile(r"[a-z0-9]*\d[a-z0-9]*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_SHORTEST_STEM, _LONG_STEM, _LONGEST_STEM = 2, 4, 12
_MOST_SIBLINGS = 5


@dataclass(frozen=True, slots=True)
class _Numbered:
    """A name taken apart at its first number: 白桦, 75, 英寸电视."""

    stem: str
    number: str
    rest: str
    surface: str


class NumberedNames:
    """Finds things that are called like known ones, with a number that none of those has.

    Args:
        surfaces: Folded names.
    """

    def __init__(self, surfaces: Iterable[str]) -> None:
        self._of_stem: dict[str, list[_Numbered]] = defaultdict(list)
        for surface in surfaces:
            first = _NUMBER.search(surface)
            if first and first.start() >= _SHORTEST_STEM and not _YEAR.fullmatch(first.group()):
                stem = surface[: first.start()][-_LONGEST_STEM:]
                self._of_stem[stem].append(_Numbered(stem, first.group(), surface[first.end() :], surface))

    def strangers(self, text: str, measured: Collection[tuple[int, int]] = ()) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield each unknown name in folded ``text`` with the known names of the same stem, at most five.

        Args:
            measured: Stretches that are quantities (60kg): such a number is one of a name only where the name goes on
                as a known one does (白桦85英寸电视), or where it ends a long one (岩松充电宝30000mAh).
        """
        for found in _NUMBER.finditer(text):
            start, end, number = found.start(), found.end(), found.group()
            if _YEAR.fullmatch(number) or text[:start].endswith("第"):
                continue
            known = self._before(text, start)
            if any(start < b and a < end for a, b in measured):
                known = [name for name in known if _goes_on(name, text, end)]
            if known and not any(_same(name, text, number, start) for name in known):
                name = f"{known[0].stem}{number}"
                yield name, tuple(one.surface for one in known[:_MOST_SIBLINGS])

    def _before(self, text: str, at: int) -> list[_Numbered]:
        """Return the names of the longest known stem that ends at ``at``."""
        for length in range(min(_LONGEST_STEM, at), _SHORTEST_STEM - 1, -1):
            if known := self._of_stem.get(text[at - length : at]):
                return known
        return []


def _goes_on(name: _Numbered, text: str, end: int) -> bool:
    if name.rest:
        return text.startswith(name.rest, end)
    return name.number.isdigit() and len(name.stem) >= _LONG_STEM


def _same(name: _Numbered, text: str, number: str, start: int) -> bool:
    """Return whether the number said is that of ``name``; 10000mah is 10000 with its unit."""
    if number == name.number or (name.rest and text.startswith(name.number + name.rest, start)):
        return True
    return name.number.isdigit() and number.startswith(name.number) and number[len(name.number) :].isalpha()
