"""The circumstances a fact holds in, taken apart so that two facts can be compared."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from core.fact import Condition, Fact
from core.quantity import Quantity
from core.text import fold

# Words that mean something else in every document they stand in: 有下列情形之一的, 违反本法第三条的.
_POINTING = re.compile(
    r"下列|前[款条项述]|上述|本[法条款规办章决细则]|第[〇零一二三四五六七八九十百千\d]+[条款项]|below|above|following",
    re.I,
)
_KEYED = re.compile(r"^([^：:]{1,30})[：:](.+)$", re.S)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a fact's conditions say.

    Attributes:
        keyed: Column of a table → its cell (规格：16GB+512GB).
        words: Conditions in words.
        measured: What is measured, empty when not said, and the interval it lies in.
        tell_their_own_case: No condition points to another place of its document.
    """

    keyed: Mapping[str, str]
    words: frozenset[str]
    measured: tuple[tuple[str, Quantity], ...]
    tell_their_own_case: bool

    def meet(self, other: "Circumstances") -> bool:
        """Return whether some case falls under both and neither is an exception to the other.

        A column that only one table has does not part them; words must be equal or absent on both sides, and
        intervals on one scale must overlap: a rule with a condition is an exception to the one without.
        """
        if any(fold(self.keyed[key]) != fold(other.keyed[key]) for key in self.keyed.keys() & other.keyed.keys()):
            return False
        return self.words == other.words and self._intervals_meet(other)

    def _intervals_meet(self, other: "Circumstances") -> bool:
        if bool(self.measured) != bool(other.measured):
            return False
        pairs = [
            (mine, theirs)
            for name, mine in self.measured
            for another, theirs in other.measured
            if mine.comparable(theirs) and (name == another or not name or not another)
        ]
        return all(mine.overlaps(theirs) for mine, theirs in pairs) and bool(pairs or not self.measured)


def circumstances(fact: Fact) -> Circumstances:
    """Return the circumstances that the conditions of ``fact`` describe."""
    keyed: dict[str, str] = {}
    words: set[str] = set()
    measured: list[tuple[str, Quantity]] = []
    for condition in fact.conditions:
        if fold(condition.text) in fold(fact.attribute):
            # 整机 as the condition of 整机保修期 repeats its name.
            continue
        key = _key(condition)
        if condition.quantity is not None:
            measured.append((fold(condition.attribute), condition.quantity))
        elif key is not None:
            keyed[key[0]] = key[1]
        else:
            words.add(fold(condition.text))
    own = not any(_POINTING.search(condition.text) for condition in fact.conditions)
    return Circumstances(keyed, frozenset(words), tuple(measured), own)


def _key(condition: Condition) -> tuple[str, str] | None:
    found = _KEYED.match(condition.text)
    if not condition.attribute or found is None:
        return None
    return fold(found.group(1)), found.group(2).strip()
