"""The same interval in another unit of its dimension."""

from dataclasses import replace

from core.errors import InvalidInput
from core.quantity.term import build
from core.quantity.unit import Unit
from core.quantity.units import BY_NAME, DATE, MOMENT, NUMBER, ORDINAL, RATIO, unit_at
from core.quantity.value import Quantity

_PLAIN = {unit.dimension: unit for unit in (DATE, MOMENT, NUMBER, ORDINAL)}


def convert(quantity: Quantity, unit: str) -> Quantity:
    """Return ``quantity`` in ``unit``; words and openness stay as they are.

    Args:
        quantity: Any quantity.
        unit: A spelling of a unit of the same dimension (``月``, ``小时``, ``GB``).

    Raises:
        InvalidInput: The unit is unknown, or belongs to another dimension; working days and days, one counter
            word and another, pay by the month and by the year are different dimensions on purpose.
    """
    if unit == quantity.unit:
        return quantity
    target = unit_of(quantity.dimension, unit)
    if target is None or target.base != quantity.canonical_unit:
        raise InvalidInput(
            f"{quantity.unit or 'a bare number'} does not convert to {unit}",
            place=quantity.raw,
            advice=f"units of {quantity.dimension} convert only into each other",
        )
    low, high = quantity.canonical_low, quantity.canonical_high
    return build(
        None if low is None else target.from_base(low),
        None if high is None else target.from_base(high),
        target,
        quantity.raw,
        quantity.low_open,
        quantity.high_open,
        quantity.approximate,
    )


def unit_of(dimension: str, spelling: str) -> Unit | None:
    """Return the unit of ``dimension`` spelled so, or ``None``."""
    if dimension in _PLAIN:
        return _PLAIN[dimension] if spelling == _PLAIN[dimension].name else None
    if dimension == "ratio" and spelling in ("", "1"):
        return RATIO
    if dimension == "duration" and spelling == "月":
        return BY_NAME["duration", "个月"]
    if dimension.startswith("rate."):
        return _rate_of(dimension, spelling)
    known = BY_NAME.get((dimension, spelling))
    if known is not None:
        return known
    found = unit_at(spelling, 0)
    return found[0] if found and found[1] == len(spelling) and found[0].dimension == dimension else None


def _rate_of(dimension: str, spelling: str) -> Unit | None:
    """Return 角/月 from 角: only what stands above the line may change."""
    above, _, below = spelling.partition("/")
    unit = unit_of(dimension.removeprefix("rate.").partition("/")[0], above)
    if unit is None or not below:
        return None
    return replace(unit, name=f"{unit.name}/{below}", base=f"{unit.base}/{below}", dimension=dimension)
