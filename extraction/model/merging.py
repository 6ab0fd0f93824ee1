"""Facts of a model beside the facts of the rules: what both found stays the rules', and is trusted more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.fact import Fact
from core.text import fold

# Of what a rule is not sure of, agreement takes away this share.
_AGREEMENT = 0.25


@dataclass(frozen=True, slots=True)
class Merged:
    """Facts only the model found, and the new confidence (0–1) of rules' facts it agrees with, by id."""

    added: tuple[Fact, ...]
    confirmed: Mapping[str, float]


def merged(of_rules: Sequence[Fact], of_model: Sequence[Fact]) -> Merged:
    """Compare the facts of one chunk by subject, attribute, value and condition, each in its normalised form."""
    added: list[Fact] = []
    confirmed: dict[str, float] = {}
    for fact in of_model:
        same = next((other for other in of_rules if _same(other, fact)), None)
        if same is not None:
            confirmed[same.id] = round(same.confidence + (1 - same.confidence) * _AGREEMENT, 4)
        elif not any(_same(other, fact) for other in added):
            added.append(fact)
    return Merged(tuple(added), confirmed)


def _same(one: Fact, other: Fact) -> bool:
    names = fold(one.subject) == fold(other.subject) and fold(one.attribute) == fold(other.attribute)
    return names and _same_value(one, other) and _same_conditions(one, other)


def _same_value(one: Fact, other: Fact) -> bool:
    if one.quantity is not None and other.quantity is not None:
        return one.quantity.same_value(other.quantity)
    return fold(one.value) == fold(other.value)


def _same_conditions(one: Fact, other: Fact) -> bool:
    """One side may leave conditions out or word them shorter; other conditions make another fact."""
    ours, theirs = (fold("".join(condition.text for condition in fact.conditions)) for fact in (one, other))
    return ours in theirs or theirs in ours
