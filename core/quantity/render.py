"""A quantity as words that a person reads and that ``parse`` reads back to the same value."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from core.errors import InvalidInput
from core.quantity.convert import convert
from core.quantity.dates import day
from core.quantity.month_days import NAMES, on_day
from core.quantity.units import BY_NAME, DATE, DIMENSIONS, MONTH_DAY, TIGHT
from core.quantity.value import Quantity

_UNSPACED = frozenset("%‰℃℉")


@dataclass(frozen=True, slots=True)
class _Words:
    """The bounds of one language, with ``{}`` for the value."""

    at_most: str
    below: str
    at_least: str
    above: str
    about: str
    to: str
    both: str


_LANGUAGES: Mapping[str, _Words] = {
    "zh": _Words("不超过{}", "低于{}", "至少{}", "超过{}", "约{}", "{}至{}", "{}且{}"),
    "en": _Words("up to {}", "less than {}", "at least {}", "more than {}", "about {}", "{} to {}", "{} and {}"),
}


def render(quantity: Quantity, language: str = "zh") -> str:
    """Return ``quantity`` in words.

    Args:
        quantity: Any quantity, in the unit to show (see ``convert``).
        language: ``zh`` or ``en``.

    Raises:
        InvalidInput: The language is neither.
    """
    words = _LANGUAGES.get(language)
    if words is None:
        raise InvalidInput(f"no words for language {language!r}", place="language", advice="take zh or en")
    if quantity.low is None and quantity.high is None:
        return quantity.raw
    above, line, below = quantity.unit.partition("/")
    if above == "1":
        # A bare share is read as a number, or run into the one before it.
        quantity = convert(quantity, f"%{line}{below}")
    text = _interval(quantity, words, language)
    return words.about.format(text) if quantity.approximate else text


def _interval(quantity: Quantity, words: _Words, language: str) -> str:
    low, high = quantity.low, quantity.high
    if low is not None and low == high:
        return _valued(low, quantity, language)
    if low is not None and high is not None and not (quantity.low_open or quantity.high_open):
        return _span(low, high, quantity, words, language)
    lower = upper = ""
    if low is not None:
        lower = (words.above if quantity.low_open else words.at_least).format(_valued(low, quantity, language))
    if high is not None:
        upper = (words.below if quantity.high_open else words.at_most).format(_valued(high, quantity, language))
    return words.both.format(lower, upper) if lower and upper else lower or upper


def _span(low: Decimal, high: Decimal, quantity: Quantity, words: _Words, language: str) -> str:
    if quantity.unit == DATE.name:
        period = _period(low, high, language)
        return period or words.to.format(_date(low, language), _date(high, language))
    if quantity.dimension == "time_of_day":
        return f"{_clock(low, language)}-{_clock(high, language)}"
    if quantity.dimension in ("date", "ordinal"):
        return words.to.format(_valued(low, quantity, language), _valued(high, quantity, language))
    joined = words.to if low >= 0 else words.to.replace("{}", f"{{}}{_unit(quantity, low, language)}", 1)
    return joined.format(number(low), _valued(high, quantity, language))


def _valued(value: Decimal, quantity: Quantity, language: str) -> str:
    if quantity.unit == DATE.name:
        return _date(value, language)
    if quantity.unit == MONTH_DAY.name:
        return _month_day(value, language)
    if quantity.dimension == "time_of_day":
        return _clock(value, language)
    if quantity.dimension == "ordinal":
        return f"第{number(value)}"
    return number(value) + _unit(quantity, value, language)


def _unit(quantity: Quantity, value: Decimal, language: str) -> str:
    if quantity.unit == "年" and 1600 <= value < 2200:
        return "整年" if language == "zh" else " years"
    if language == "zh":
        return quantity.unit
    english = _english(quantity)
    if english == quantity.unit or english in _UNSPACED or english in TIGHT:
        return english
    return " " + (english[:-1] if value == 1 and english.endswith("s") and f"{english[:-1]}" in _SINGULAR else english)


def _english(quantity: Quantity) -> str:
    above, *below = quantity.unit.split("/") if quantity.dimension.startswith("rate.") else [quantity.unit]
    dimension = quantity.dimension.removeprefix("rate.").split("/")[0]
    unit = BY_NAME.get((dimension, above))
    if unit is None or not unit.english or below:
        return quantity.unit
    return unit.english


def number(value: Decimal) -> str:
    """Return ``value`` in plain digits, without exponent or trailing zeros."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _date(value: Decimal, language: str) -> str:
    when = day(value)
    return f"{_year(when.year)}{when.month}月{when.day}日" if language == "zh" else when.isoformat()


def _year(year: int) -> str:
    """Return a year as a year: 163年 alone is a length of time."""
    return f"{year}年" if 1600 <= year < 2200 else f"公元{year}年"


def _month_day(value: Decimal, language: str) -> str:
    when = on_day(value)
    return f"{when.month}月{when.day}日" if language == "zh" else f"{NAMES[when.month - 1]} {when.day}"


def _period(low: Decimal, high: Decimal, language: str) -> str:
    """Return a whole month or year by its own name, empty for any other range."""
    first, following = day(low), day(high + 1)
    if language != "zh" or first.day != 1 or following.day != 1:
        return ""
    if first.month == following.month == 1 and following.year == first.year + 1:
        return _year(first.year)
    months = (following.year - first.year) * 12 + following.month - first.month
    return f"{_year(first.year)}{first.month}月" if months == 1 else ""


def _clock(value: Decimal, language: str) -> str:
    minutes = int(value)
    later = "次日" if minutes > 1440 and language == "zh" else ""
    minutes = minutes - 1440 if minutes > 1440 else minutes
    return f"{later}{minutes // 60}:{minutes % 60:02d}"


_SINGULAR = frozenset(
    spelling for dimension in DIMENSIONS.values() for unit in dimension.units for spelling in unit.aliases if spelling
)
