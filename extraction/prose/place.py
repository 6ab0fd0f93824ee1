"""A value in its clause: all that the constructions look at, and what they make of it."""

from dataclasses import dataclass

from core.fact import Condition
from core.quantity import Found
from extraction.prose.frame import Frame
from extraction.prose.segments import Segment


@dataclass(frozen=True, slots=True)
class Place:
    """One quantity and its surroundings.

    ``before`` runs from the end of the value before it (or the start of its segment), ``after`` to the end of the
    segment, ``tail`` holds the segments that follow. ``conditions`` are those collected so far in the clause.
    """

    found: Found
    segment: Segment
    before: str
    after: str
    tail: str
    frame: Frame
    conditions: tuple[Condition, ...]

    @property
    def raw(self) -> str:
        """The value as the source words it."""
        return self.found.quantity.raw

    @property
    def dimension(self) -> str:
        """The dimension of the value."""
        return self.found.quantity.dimension


@dataclass(frozen=True, slots=True)
class Reading:
    """What a construction read: the value's attribute, whose it is, and how it is worded.

    ``subject`` empty means whoever the frame speaks of. ``wider`` characters before and ``longer`` after the quantity
    belong to the value's wording (违法所得2倍, 七日内). ``conditions`` are added to those of the clause.
    """

    attribute: str
    rule: str
    subject: str = ""
    wider: int = 0
    longer: int = 0
    conditions: tuple[Condition, ...] = ()
