"""One step of a scale, and what two steps leave between them or both claim."""

from dataclasses import dataclass
from decimal import Decimal

from core.quantity import Quantity
from extraction.diff.unit import key_of
from extraction.lint.finding import Evidence

# What is weighed or timed has values between whole ones.
_MEASURED = frozenset({"mass", "length", "area", "volume", "ratio", "speed", "temperature"})
_TIMES_OF_A_DAY = frozenset({"小时", "分钟", "秒"})

Ends = tuple[Decimal | None, Decimal | None, bool, bool]


@dataclass(frozen=True, slots=True)
class Step:
    """An interval of a condition, what holds for it (``value``, may be empty), and the words that say so.

    ``at`` is the place in the document's Markdown, for the order of the text.
    """

    quantity: Quantity
    value: str
    evidence: Evidence
    at: int

    @property
    def ends(self) -> Ends:
        """What makes two steps the same interval."""
        quantity = self.quantity
        return quantity.canonical_low, quantity.canonical_high, quantity.low_open, quantity.high_open


def both_claim(one: Step, other: Step) -> bool:
    """Return whether two steps hold for one case and say different things of it."""
    a, b = one.quantity, other.quantity
    said = key_of(one.value), key_of(other.value)
    return said[0] != said[1] and a.overlaps(b) and not _nested(a, b)


def shared_edge(a: Quantity, b: Quantity) -> str:
    """Return the one value two intervals share, as written, or nothing when they share more."""
    for lower, upper in ((a, b), (b, a)):
        if lower.canonical_high is not None and lower.canonical_high == upper.canonical_low:
            return f"{lower.high:f}{lower.unit}" if lower.high is not None else ""
    return ""


def gap_between(lower: Quantity, upper: Quantity) -> str:
    """Return what lies between two intervals and belongs to neither, or nothing."""
    high, low = lower.canonical_high, upper.canonical_low
    if high is None or low is None or high > low:
        return ""
    if high == low:
        return f"{lower.high:f}{lower.unit}" if lower.high_open and upper.low_open else ""
    return "" if _next_whole(lower, upper) else f"{lower.high:f}{lower.unit}~{upper.low:f}{upper.unit}"


def farther(one: Step, other: Step) -> Step:
    """Return the step that reaches higher."""
    a, b = one.quantity, other.quantity
    if a.canonical_high is None or b.canonical_high is None:
        return one if a.canonical_high is None else other
    return one if (b.canonical_high, not b.high_open) <= (a.canonical_high, not a.high_open) else other


def from_below(step: Step) -> tuple[bool, Decimal]:
    """Sort key: steps by where they begin."""
    low = step.quantity.canonical_low
    return low is not None, low or Decimal(0)


def _nested(a: Quantity, b: Quantity) -> bool:
    """满100元 and 满200元 are steps of which the higher wins; so are 不超过3天 and 不超过5天."""
    open_above = a.canonical_high is None and b.canonical_high is None
    open_below = a.canonical_low is None and b.canonical_low is None
    return open_above or open_below or a.same_value(b)


def _next_whole(lower: Quantity, upper: Quantity) -> bool:
    """1至3件 and 4至6件 leave nothing between them, nor do 1至3天 and 4至7天; 2小时 and 3小时 do."""
    if lower.high is None or upper.low is None or lower.unit != upper.unit:
        return False
    measured = lower.dimension in _MEASURED or lower.unit in _TIMES_OF_A_DAY
    whole = lower.high == lower.high.to_integral_value() and upper.low == upper.low.to_integral_value()
    closed = not lower.high_open and not upper.low_open
    return whole and closed and not measured and upper.low - lower.high == 1
