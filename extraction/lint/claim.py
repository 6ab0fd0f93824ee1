"""A fact as it is held against others: what it is about, under which conditions, and in which document."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.document import Document
from core.fact import Condition, Fact
from core.quantity import Quantity
from core.text import fold
from extraction.diff.unit import key_of
from extraction.inspected import Inspected, Place
from extraction.lint.finding import Evidence

# 自签收之日起, 签收后 and 签收 are one event.
_EVENT = re.compile(r"^(?:应当|可以|应)?(?:自|从|在|于)|(?:之日起|之时起|之日|起|之后|以后|后)(?:计算|算)?$|的$")
_STARTS = re.compile(r"^(?:自|从).+起|(?:之后|以后|后|之日起)$")
# What these words mean depends on where they stand.
_HERE = re.compile(r"下列|以下|如下|前款|前条|前项|上述|前述|本条|本款|规定的|之一|情节|其他|其中|逾期|拒不")


@dataclass(frozen=True, slots=True)
class Claim:
    """A fact, its place and document. ``circumstances`` are the conditions that are no intervals, as they compare."""

    fact: Fact
    place: Place
    document: Document
    circumstances: frozenset[str]
    intervals: tuple[Condition, ...]

    @property
    def evidence(self) -> Evidence:
        """The sentence or row it was read from."""
        return Evidence(self.place, self.fact.quote)

    @property
    def depends_on_place(self) -> bool:
        """Whether a condition says something else in another paragraph (有下列行为之一的)."""
        return any(_HERE.search(condition.text) for condition in self.fact.conditions)


def claims(documents: Sequence[Inspected]) -> Iterator[Claim]:
    """Yield the facts of all documents in order."""
    for each in documents:
        for located in each.facts:
            intervals = tuple(condition for condition in located.fact.conditions if _is_interval(condition))
            rest = (condition for condition in located.fact.conditions if condition not in intervals)
            yield Claim(located.fact, located.place, each.document, frozenset(map(_circumstance, rest)), intervals)


def starts(fact: Fact) -> frozenset[str]:
    """Return the conditions that only say what a time runs from."""
    return frozenset(_circumstance(condition) for condition in fact.conditions if _STARTS.search(condition.text))


def written(quantity: Quantity) -> str:
    """Return the words of a quantity."""
    return quantity.raw.strip()


def _is_interval(condition: Condition) -> bool:
    quantity = condition.quantity
    if quantity is None or quantity.dimension in ("date", "time_of_day", "ordinal", "grade"):
        return False
    return quantity.kind != "exact" and not quantity.raw.startswith(("每", "约"))


def _circumstance(condition: Condition) -> str:
    text = fold(condition.text)
    while (shorter := _EVENT.sub("", text)) != text:
        text = shorter
    return key_of(text)
