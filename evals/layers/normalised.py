"""Whether a stored fact's values are what its words are read as now: by the extractor, in the place it came from."""

from collections.abc import Sequence

from core.fact import Fact
from core.quantity import Quantity


def misread(stored: Fact, readings: Sequence[Fact]) -> str:
    """Return what of ``stored`` is not as its chunk is read now, empty when nothing is.

    Args:
        readings: Every fact the extractor reads from the same chunk. One it does not read, because a person or a
            model wrote it, has nothing to be held against.
    """
    same = [fact for fact in readings if _place(fact) == _place(stored)]
    if not same or any(_agrees(stored, fact) for fact in same):
        return ""
    return _told(stored, same[0])


def _place(fact: Fact) -> tuple[str, int, int, tuple[str, ...]]:
    return fact.value, fact.quote_start, fact.quote_end, tuple(condition.text for condition in fact.conditions)


def _agrees(stored: Fact, read: Fact) -> bool:
    pairs = zip(_quantities(stored), _quantities(read), strict=True)
    return all(_alike(mine, other) for mine, other in pairs)


def _quantities(fact: Fact) -> list[Quantity | None]:
    return [fact.quantity, *(condition.quantity for condition in fact.conditions)]


def _alike(mine: Quantity | None, other: Quantity | None) -> bool:
    if mine is None or other is None:
        return mine is other
    return mine.unit == other.unit and mine.same_value(other)


def _told(stored: Fact, read: Fact) -> str:
    words = [stored.value, *(condition.text for condition in stored.conditions)]
    pairs = zip(words, _quantities(stored), _quantities(read), strict=True)
    return "; ".join(
        f"“{word}” is stored as {_shown(mine)} and read as {_shown(other)}"
        for word, mine, other in pairs
        if not _alike(mine, other)
    )


def _shown(quantity: Quantity | None) -> str:
    if quantity is None:
        return "no quantity"
    ends = dict.fromkeys(str(end) for end in (quantity.low, quantity.high) if end is not None)
    return f"{'–'.join(ends)} {quantity.unit}".strip()
