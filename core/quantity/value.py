"""The normalised form of a number with a unit: an interval on a dimension, beside the words it came from."""

from dataclasses import dataclass
from decimal import Decimal

# Three people and three times are no values of one scale, nor are a day of one year and a day of every year.
_COUNTED = frozenset({"count", "grade", "ordinal", "date"})


@dataclass(frozen=True, slots=True)
class Quantity:
    """An interval of numbers in ``unit``; ``low == high`` for a single value, ``None`` for an open end.

    ``low``/``high`` are in the unit as written. ``canonical_low``/``canonical_high`` are the same ends in
    ``canonical_unit``, the base unit of ``dimension``; only values of one dimension are comparable.
    ``raw`` is the source's wording, untouched.
    """

    low: Decimal | None
    high: Decimal | None
    unit: str
    dimension: str
    canonical_low: Decimal | None
    canonical_high: Decimal | None
    canonical_unit: str
    raw: str
    low_open: bool = False
    high_open: bool = False
    approximate: bool = False

    @property
    def kind(self) -> str:
        """``exact``, ``range``, ``at_least`` or ``at_most``."""
        if self.low is None:
            return "at_most"
        if self.high is None:
            return "at_least"
        return "exact" if self.low == self.high else "range"

    def comparable(self, other: "Quantity") -> bool:
        """Return whether both lie on one scale: the same dimension, and for counts and grades the same counter."""
        counted = self.dimension.removeprefix("rate.").partition("/")[0] in _COUNTED
        return self.dimension == other.dimension and (not counted or self.canonical_unit == other.canonical_unit)

    def contains(self, other: "Quantity") -> bool:
        """Return whether every value of ``other`` lies in this interval (same dimension only)."""
        if not self.comparable(other):
            return False
        return self._low_covers(other) and self._high_covers(other)

    def overlaps(self, other: "Quantity") -> bool:
        """Return whether the intervals share a value (same dimension only)."""
        return self.comparable(other) and not self._before(other) and not other._before(self)

    def same_value(self, other: "Quantity") -> bool:
        """Return whether both name the same interval, whatever the wording and unit."""
        return self.comparable(other) and (
            self.canonical_low,
            self.canonical_high,
            self.low_open,
            self.high_open,
        ) == (other.canonical_low, other.canonical_high, other.low_open, other.high_open)

    def _low_covers(self, other: "Quantity") -> bool:
        if self.canonical_low is None:
            return True
        if other.canonical_low is None or other.canonical_low < self.canonical_low:
            return False
        return other.canonical_low > self.canonical_low or not self.low_open or other.low_open

    def _high_covers(self, other: "Quantity") -> bool:
        if self.canonical_high is None:
            return True
        if other.canonical_high is None or other.canonical_high > self.canonical_high:
            return False
        return other.canonical_high < self.canonical_high or not self.high_open or other.high_open

    def _before(self, other: "Quantity") -> bool:
        if self.canonical_high is None or other.canonical_low is None:
            return False
        if self.canonical_high == other.canonical_low:
            return self.high_open or other.low_open
        return self.canonical_high < other.canonical_low
