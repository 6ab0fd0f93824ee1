"""Whether what was read is what a case is labelled with: the same value at the same place, however it is written.

Ranges are compared by their ends: whether an end belongs to the range is a convention that sources do not share.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal

from core.quantity import Found, Quantity
from core.quantity.units import BY_NAME
from evals.quantities_cases import Case, Span

_CLOSE = Decimal("1e-9")
UNITS = {
    "Mu": "亩", "Kilogram": "公斤", "Centimeter": "厘米", "Ton": "吨", "Meter": "米", "Jin": "斤", "Kilometer": "公里",
    "Gram": "克", "Bit": "比特", "Kilobit": "千比特", "Megabyte": "MB", "Kilobyte": "KB", "Megahertz": "兆赫",
    "Hertz": "赫兹", "Kilowatt": "千瓦", "Kilocalorie": "千卡", "Liang": "两", "Microgram": "微克", "F": "℉", "C": "℃",
    "Degree": "℃", "Year": "岁", "Month": "个月大", "Week": "周大", "Day": "天大",
}  # fmt: skip
BY_UNIT = {name: unit for (_, name), unit in BY_NAME.items()}
_ONE_DIMENSION = {
    "percent": "ratio", "temperature": "temperature", "age": "age", "number": "number", "ordinal": "ordinal",
}  # fmt: skip
_NO_MEASURES = ("number", "count", "time_of_day", "date", "ordinal")
_INTERVAL = re.compile(r"[\[(]([^,]*),([^\])]*)[\])]")
_TIMEX = re.compile(r"([\d.]+)([YMWDHS])")


def spans_found(case: Case, found: Sequence[Found], whole: Found | None = None) -> bool:
    """Return whether every span of ``case`` is among ``found``; for a case without any, that nothing of its type is.

    Args:
        case: A case with spans.
        found: What was found in the running text.
        whole: The value of the text as a whole, if it is one. It counts for what must be found only: that a text
            has a value when one takes it for nothing but a value says nothing of what is found in running text.
    """
    if not case.spans:
        return not _of_type(found, case.type)
    every = [*found, whole] if whole else found
    check = _CHECKS.get(case.type, _number)
    return all(any(_meets(item, span) and check(item.quantity, span) for item in every) for span in case.spans)


def _of_type(found: Iterable[Found], kind: str) -> list[Found]:
    if kind == "money":
        return [item for item in found if item.quantity.dimension.startswith("money.")]
    wanted = _ONE_DIMENSION.get(kind)
    if wanted:
        return [item for item in found if item.quantity.dimension == wanted]
    return [item for item in found if item.quantity.dimension not in _NO_MEASURES]


def _meets(item: Found, span: Span) -> bool:
    return item.start < span.end and span.start < item.end


def near(value: Decimal | None, expected: Decimal | None) -> bool:
    """Return whether two ends are equal but for the last digits of a division; ``None`` is only itself."""
    if value is None or expected is None:
        return value is expected
    return abs(value - expected) <= abs(expected) * _CLOSE


def _any_end(quantity: Quantity, expected: Decimal) -> bool:
    ends = (quantity.canonical_low, quantity.canonical_high)
    return any(near(end, expected) for end in ends if end is not None)


def _number(quantity: Quantity, span: Span) -> bool:
    ends = (quantity.low, quantity.high, quantity.canonical_low)
    return any(near(end, Decimal(span.value)) for end in ends if end is not None)


def _percent(quantity: Quantity, span: Span) -> bool:
    return quantity.dimension == "ratio" and _any_end(quantity, Decimal(span.value.rstrip("%")) / 100)


def _money(quantity: Quantity, span: Span) -> bool:
    expected, value = Decimal(span.value), quantity.canonical_low
    if span.iso and quantity.dimension.removeprefix("rate.").split("/")[0] != f"money.{span.iso}":
        return False
    # The source keeps fifteen digits of a long amount.
    return value is not None and abs(value - expected) <= abs(expected) * Decimal("1e-14")


def _unit(quantity: Quantity, span: Span) -> bool:
    unit = BY_UNIT[UNITS[span.unit]]
    return quantity.dimension == unit.dimension and _any_end(quantity, unit.to_base(Decimal(span.value)))


def _range(quantity: Quantity, span: Span) -> bool:
    match = _INTERVAL.fullmatch(span.value)
    if match is None:
        return False
    low, high = (Decimal(end) if end else None for end in match.groups())
    vague = quantity.approximate and low is not None and high is None and near(quantity.low, low)
    return vague or (near(quantity.low, low) and near(quantity.high, high))


def _duration(quantity: Quantity, span: Span) -> bool:
    return quantity.dimension == "duration" and near(quantity.canonical_low, days(span.timex))


def days(timex: str) -> Decimal:
    """Return the days of an ISO 8601 duration (``P1Y6M``), months and years at their mean length."""
    day, _, clock = timex.removeprefix("P").partition("T")
    names = {"Y": "年", "M": "个月", "W": "周", "D": "天"}
    parts = [(number, names[letter]) for number, letter in _TIMEX.findall(day)]
    parts += [(number, {"H": "小时", "M": "分钟", "S": "秒"}[letter]) for number, letter in _TIMEX.findall(clock)]
    return sum((BY_NAME["duration", name].to_base(Decimal(number)) for number, name in parts), Decimal(0))


_CHECKS: dict[str, Callable[[Quantity, Span], bool]] = {
    "percent": _percent,
    "money": _money,
    "dimension": _unit,
    "temperature": _unit,
    "age": _unit,
    "range": _range,
    "duration": _duration,
}
