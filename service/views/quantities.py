"""Quantities found in a text."""

from typing import Annotated

from msgspec import Meta, Struct

from core.quantity import find
from service.views.conversion import view
from service.views.fact import QuantityView


class FoundQuantity(Struct, frozen=True):
    """A quantity and the characters it stands at."""

    start: Annotated[int, Meta(description="First character, counted from 0.")]
    end: Annotated[int, Meta(description="One past the last character.")]
    kind: Annotated[str, Meta(description="exact, range, at_least or at_most.")]
    canonical: Annotated[str, Meta(description="The interval in the base unit.", examples=["[3, 7] 工作日"])]
    quantity: QuantityView


class NormalisedText(Struct, frozen=True):
    """A text and all quantities in it, left to right."""

    text: str
    quantities: list[FoundQuantity]


def normalised(text: str) -> NormalisedText:
    """Return the quantities of ``text`` in canonical form."""
    found = [
        FoundQuantity(item.start, item.end, item.quantity.kind, interval(quantity), quantity)
        for item in find(text)
        for quantity in [view(item.quantity, QuantityView)]
    ]
    return NormalisedText(text, found)


def interval(quantity: QuantityView) -> str:
    """Write a quantity in its base unit: ``15 日``, ``[3, 7] 工作日``, ``(-∞, 7) 日``."""
    low, high = quantity.canonical_low, quantity.canonical_high
    about = "≈ " if quantity.approximate else ""
    if low is not None and low == high:
        return f"{about}{low} {quantity.canonical_unit}".rstrip()
    opening = "(" if quantity.low_open or low is None else "["
    closing = ")" if quantity.high_open or high is None else "]"
    ends = f"{'-∞' if low is None else low}, {'+∞' if high is None else high}"
    return f"{about}{opening}{ends}{closing} {quantity.canonical_unit}".rstrip()
