"""Units made of units: 元/月, 次/年, 元/人/天; length by time is speed."""

from dataclasses import replace
from decimal import Decimal

from core.quantity.place_value import ARITHMETIC
from core.quantity.term import Term
from core.quantity.unit import Unit
from core.quantity.units import BY_NAME, DIMENSIONS, unit_at

_UNRATED = frozenset({"number", "date", "time_of_day", "ordinal", "grade", "speed", "temperature"})
_MONTH = BY_NAME["duration", "个月"]
_BEGINS = frozenset("0123456789一二两三四五六七八九十百半¥$不最至约")
_ABOVE = frozenset({"number", "date", "time_of_day", "ordinal", "grade"})


def rate(unit: Unit, below: tuple[Unit, ...]) -> Unit | None:
    """Return the unit ``unit`` per each of ``below``, or ``None`` when the two make no rate.

    Only what stands above the line is converted to its base: pay by the month and by the year are different things.
    """
    if unit.dimension in _ABOVE or unit.dimension.startswith("rate.") or not below:
        return None
    if unit.dimension == "length" and len(below) == 1 and below[0].dimension == "duration":
        return _speed(unit, below[0])
    if any(part.dimension in _UNRATED for part in below):
        return None
    ordered = sorted(below, key=lambda part: (part.dimension, part.key))
    tail = "".join(f"/{part.name.removeprefix('个') or part.name}" for part in ordered)
    english = "".join(f" per {_singular(part)}" for part in ordered)
    return replace(
        unit,
        name=unit.name + tail,
        base=unit.base + tail,
        english=(unit.english + english) if unit.english and english else "",
        dimension=f"rate.{unit.dimension}" + "".join(f"/{part.dimension}.{part.key}" for part in ordered),
        key="",
        aliases=(),
    )


def _singular(part: Unit) -> str:
    return part.key if part.english else part.name


def _speed(unit: Unit, time: Unit) -> Unit:
    known = {other.name: other for other in DIMENSIONS["speed"].units}
    name = f"{unit.name}/{time.name}"
    if name in known:
        return known[name]
    # Length is based on metres and time on days; speed on kilometres per hour.
    above = ARITHMETIC.multiply(unit.numerator, time.denominator)
    below = ARITHMETIC.multiply(ARITHMETIC.multiply(unit.denominator, time.numerator), Decimal(24000))
    return Unit(name, "speed", "公里/小时", above, below, english=f"{unit.english} per {time.key}")


def below_at(text: str, position: int, above: Unit) -> tuple[tuple[Unit, ...], int]:
    """Read what follows a unit as its denominators: /月, 每小时, per person per day."""
    parts: list[Unit] = []
    while True:
        for mark in ("/", "每", " per ", "·", " / "):
            if text.startswith(mark, position):
                break
        else:
            return tuple(parts), position
        found = unit_at(text, position + len(mark))
        if found is None and text.startswith("月", position + len(mark)):
            found = _MONTH, position + len(mark) + 1
        if found is None or found[0] == above or ("每" in mark and text[found[1] : found[1] + 1] in _BEGINS):
            # 超过3公里每公里2.4元: the 每 begins the next amount.
            return tuple(parts), position
        if mark == "·" and not parts:
            return tuple(parts), position
        parts.append(energy(found[0], above))
        position = found[1]


def energy(below: Unit, above: Unit) -> Unit:
    """Return kWh for 度 when money is paid for it, else ``below``."""
    paid = below.name == "℃" and above.dimension.startswith("money.")
    return DIMENSIONS["energy"].units[0] if paid else below


def rated(text: str, term: Term) -> Term:
    """Return ``term`` with what it is taken by, if that follows it: 30元 of 30元/月."""
    below, end = below_at(text, term.end, term.unit)
    unit = rate(term.unit, below)
    return replace(term, unit=unit, end=end) if unit else term
