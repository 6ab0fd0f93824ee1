"""A fact in the making: what a rule saw, before names are mapped and ids are given."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.fact import Condition
from core.quantity import Quantity


@dataclass(frozen=True, slots=True)
class Draft:
    """What one rule read. ``start``/``end`` delimit the quote in the chunk's text; ``confidence`` is 0–1.

    ``end_of_value`` is where a value in prose ends, -1 where that is not known.
    """

    subject: str
    attribute: str
    value: str
    start: int
    end: int
    rule: str
    confidence: float
    quantity: Quantity | None = None
    conditions: tuple[Condition, ...] = ()
    end_of_value: int = -1


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a chunk stands: document title, heading path (outermost first) and metadata."""

    title: str
    heading_path: tuple[str, ...]
    metadata: Mapping[str, str]
