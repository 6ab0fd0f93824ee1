"""A question over records, taken apart."""

from dataclasses import dataclass
from typing import Literal

from core.quantity import Quantity

SetKind = Literal["list", "count", "extreme", "compare", "yes_no", "lookup"]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One condition on ``attribute``: a quantity its value must lie in, words it must list, or text it must hold.

    ``shown`` restates the condition for people. ``group`` marks the word that says what kind of thing is meant.
    """

    attribute: str
    shown: str
    quantity: Quantity | None = None
    items: tuple[str, ...] = ()
    text: str = ""
    negated: bool = False
    group: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """By which attribute, and whether the largest comes first."""

    attribute: str
    descending: bool


@dataclass(frozen=True, slots=True)
class SetQuestion:
    """All ``criteria`` hold together. ``top`` is how many are asked for, ``None`` for all.

    ``subjects`` are the records named, for a comparison, a yes-no question or a lookup.
    """

    kind: SetKind
    criteria: tuple[Criterion, ...] = ()
    order: Order | None = None
    top: int | None = None
    subjects: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    measure: str = "项"
