"""A quantity while it is being read: ends in its own unit, and the stretch of plain text it covers."""

from dataclasses import dataclass, replace
from decimal import Decimal

from core.quantity.numerals import tidy
from core.quantity.unit import Unit
from core.quantity.value import Quantity


@dataclass(frozen=True, slots=True)
class Term:
    """An interval in ``unit`` at ``start``–``end`` of the plain text. ``bounded`` says that words set its ends."""

    start: int
    end: int
    low: Decimal | None
    high: Decimal | None
    unit: Unit
    low_open: bool = False
    high_open: bool = False
    approximate: bool = False
    bounded: bool = False

    @property
    def exact(self) -> bool:
        """Whether this is one value without bound."""
        return self.low is not None and self.low == self.high and not self.bounded

    def inside(self, unit: Unit) -> "Term":
        """Return the same interval in another unit of the same dimension; a bare number takes the unit as it is."""
        if self.unit == unit:
            return self
        if self.unit.dimension == "number":
            return replace(self, unit=unit)
        low = None if self.low is None else unit.from_base(self.unit.to_base(self.low))
        high = None if self.high is None else unit.from_base(self.unit.to_base(self.high))
        return replace(self, low=low, high=high, unit=unit)

    def quantity(self, raw: str) -> Quantity:
        """Return the finished value; ``raw`` is the source's wording."""
        return build(self.low, self.high, self.unit, raw, self.low_open, self.high_open, self.approximate)


def build(
    low: Decimal | None,
    high: Decimal | None,
    unit: Unit,
    raw: str,
    low_open: bool = False,
    high_open: bool = False,
    approximate: bool = False,
) -> Quantity:
    """Return the quantity with these ends in ``unit``."""
    single = low is not None and low == high
    low = None if low is None else tidy(low)
    high = low if single else None if high is None else tidy(high)
    base_low = None if low is None else unit.to_base(low)
    base_high = base_low if single else None if high is None else unit.to_base(high)
    return Quantity(
        low=low,
        high=high,
        unit=unit.name,
        dimension=unit.dimension,
        canonical_low=base_low,
        canonical_high=base_high,
        canonical_unit=unit.base,
        raw=raw,
        low_open=low_open,
        high_open=high_open,
        approximate=approximate,
    )
