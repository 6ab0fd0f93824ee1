"""What another parser said, as our values, and whether a case is met by it."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from core.quantity import Found, Quantity, parse
from core.quantity.term import build
from core.quantity.unit import Unit
from core.quantity.units import BY_NAME, DATE, DIMENSIONS, MOMENT, MONTH_DAY, NUMBER, ORDINAL
from evals.quantities_cases import Case
from evals.quantities_checks import BY_UNIT, UNITS, days, near, spans_found
from evals.quantities_notation import numbers_of, quantities_of, written_out

Reading = Mapping[str, str]
_PERCENT = BY_NAME["ratio", "%"]
_DAYS = BY_NAME["duration", "天"]


def meets(case: Case, readings: Sequence[Mapping[str, object]]) -> bool:
    """Return whether ``readings`` are what ``case`` is labelled with, by the checks our own values go through.

    Of a case that expects another notation only the values as written are compared, units and places are not.
    """
    found = [item for reading in readings if (item := _found(reading, case.type))]
    if case.spans is not None:
        return spans_found(case, found)
    return _meets_notation(case, [item.quantity for item in found])


def _found(reading: Mapping[str, object], kind: str) -> Found | None:
    given = {name: str(value) for name, value in reading.items()}
    try:
        quantity = _quantity(given, kind)
    except (InvalidOperation, ValueError, ZeroDivisionError):
        return None
    return Found(quantity, int(given["start"]), int(given["end"])) if quantity else None


def _quantity(reading: Reading, kind: str) -> Quantity | None:
    if reading["kind"] in ("date", "time"):
        return _moment(reading)
    if reading["kind"] == "duration":
        length = days(reading["timex"])
        return build(length, length, _DAYS, "")
    unit = _unit(reading, kind)
    return build(_decimal(reading["low"]), _decimal(reading["high"]), unit, "") if unit else None


def _unit(reading: Reading, kind: str) -> Unit | None:
    if reading["kind"] == "ratio":
        return _PERCENT
    if reading["kind"] == "money":
        return _currency(reading)
    if reading["kind"] == "unit":
        # A unit that no label names is wrong for every label; as a number it still counts where only values do.
        return BY_UNIT.get(UNITS.get(reading["unit"], ""), NUMBER)
    return ORDINAL if kind == "ordinal" else NUMBER


def _currency(reading: Reading) -> Unit:
    known = DIMENSIONS.get(f"money.{reading['iso']}")
    if known:
        return known.units[0]
    named = parse(f"1{reading['unit']}")
    return BY_UNIT[named.unit] if named and named.dimension.startswith("money.") else NUMBER


def _decimal(text: str) -> Decimal:
    share = Fraction(text) if "/" in text else None
    return Decimal(share.numerator) / Decimal(share.denominator) if share else Decimal(text)


def _moment(reading: Reading) -> Quantity | None:
    if reading["kind"] == "time":
        hours, minutes = reading["low"].split(":")[:2]
        minute = Decimal(int(hours) * 60 + int(minutes))
        return build(minute, minute, MOMENT, "")
    low, high = (date.fromisoformat(reading[end]) for end in ("low", "high"))
    if reading["timex"].startswith("XXXX"):
        day = Decimal(low.replace(year=2000).timetuple().tm_yday)
        return build(day, day, MONTH_DAY, "")
    last = high.toordinal() - (2 if reading.get("unit") == "half-open" else 1)
    return build(Decimal(low.toordinal() - 1), Decimal(last), DATE, "")


def _meets_notation(case: Case, said: Sequence[Quantity]) -> bool:
    wanted = _wanted(case.expect)
    # One reading may have several values (8:30 or 20:30; a day and its time): any of them will do.
    if len(wanted) == 1 and any(_same(item, wanted[0]) for item in said):
        return True
    if len(said) == len(wanted) and all(_same(one, other) for one, other in zip(said, wanted, strict=True)):
        return bool(said)
    return bool(said) and [item.low for item in said] == numbers_of(case.expect)


def _wanted(expect: str) -> list[Quantity]:
    try:
        value = Decimal(expect)
    except InvalidOperation:
        return quantities_of(written_out(expect))
    return [build(value, value, NUMBER, expect)]


def _same(said: Quantity, wanted: Quantity) -> bool:
    timed = {said.dimension, wanted.dimension} & {"date", "time_of_day"}
    if timed and said.unit != wanted.unit:
        return _same_day(said, wanted)
    written = near(said.low, wanted.low) and near(said.high, wanted.high)
    return written or (
        near(said.canonical_low, wanted.canonical_low) and near(said.canonical_high, wanted.canonical_high)
    )


def _same_day(said: Quantity, wanted: Quantity) -> bool:
    """Compare a day of some year with one of every year: a parser that adds the current year has read it right."""
    if (said.unit, wanted.unit) != (DATE.name, MONTH_DAY.name) or said.low is None or wanted.low is None:
        return False
    day = date.fromordinal(int(said.low) + 1)
    return day.replace(year=2000).timetuple().tm_yday == wanted.low
