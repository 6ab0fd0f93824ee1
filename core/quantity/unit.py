"""A unit of measure: its name, its dimension, and the way to the dimension's base unit."""

from dataclasses import dataclass
from decimal import Decimal

from core.quantity.numerals import tidy
from core.quantity.place_value import ARITHMETIC


@dataclass(frozen=True, slots=True)
class Unit:
    """``base value = (value + offset) * numerator / denominator``, exact as long as the result is finite.

    ``name`` is what a Chinese reader is shown, ``english`` what an English one is, ``key`` an ASCII name used in
    the names of rates, ``base`` the name of the base unit.
    """

    name: str
    dimension: str
    base: str
    numerator: Decimal = Decimal(1)
    denominator: Decimal = Decimal(1)
    offset: Decimal = Decimal(0)
    english: str = ""
    key: str = ""
    aliases: tuple[str, ...] = ()

    def to_base(self, value: Decimal) -> Decimal:
        """Return ``value`` of this unit in the base unit."""
        if self.numerator == self.denominator and not self.offset:
            return tidy(value)
        shifted = ARITHMETIC.add(value, self.offset)
        return tidy(ARITHMETIC.divide(ARITHMETIC.multiply(shifted, self.numerator), self.denominator))

    def from_base(self, value: Decimal) -> Decimal:
        """Return ``value`` of the base unit in this unit."""
        scaled = ARITHMETIC.divide(ARITHMETIC.multiply(value, self.denominator), self.numerator)
        return tidy(ARITHMETIC.subtract(scaled, self.offset))

    @property
    def is_base(self) -> bool:
        """Whether this unit is its dimension's base unit."""
        return self.name == self.base
