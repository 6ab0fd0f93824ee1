"""Values that stand side by side: a list states several, and none of them contradicts another."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from core.fact import Condition, Fact
from core.text import fold


def listed(facts: Iterable[Fact]) -> frozenset[str]:
    """Return the ids of the facts among ``facts`` that are one value of several told together.

    200元、500元和1000元 are three values of one thing in one place, 2年 or 50,000公里 are two different things.
    """
    places: dict[tuple[str, str, str, tuple[Condition, ...]], list[Fact]] = defaultdict(list)
    for fact in facts:
        places[(fact.chunk_id, fold(fact.subject), fold(fact.attribute), fact.conditions)].append(fact)
    return frozenset(fact.id for group in places.values() for fact in group if _has_neighbour(fact, group))


def _has_neighbour(fact: Fact, group: Sequence[Fact]) -> bool:
    return any(_told_together(fact, other) and _another(fact, other) for other in group if other.id != fact.id)


def _told_together(one: Fact, other: Fact) -> bool:
    near = one.quote_start < other.quote_end and other.quote_start < one.quote_end
    return near or one.rule == other.rule == "table"


def _another(one: Fact, other: Fact) -> bool:
    """Return whether the two are values of one kind and differ."""
    if one.quantity is None or other.quantity is None:
        return one.quantity is other.quantity and fold(one.value) != fold(other.value)
    return one.quantity.comparable(other.quantity) and not one.quantity.same_value(other.quantity)
