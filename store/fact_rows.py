"""Facts as rows: the source's words, and the ends of the interval in the forms a database can compare."""

from decimal import Decimal
from typing import Any

from sqlalchemy.dialects.postgresql import Range

from core.errors import InvalidInput
from core.fact import SCOPE_FIELDS, Condition, Fact, Scope
from core.quantity import Quantity
from core.wire import from_builtins, to_builtins
from store.fact_keys import draw_of, statement_of, topic_of
from store.tables import FACT
from store.tables.layout import AnyRow

_PLAIN = (
    "id", "chunk_id", "document_id", "subject", "attribute", "value", "quote", "quote_start", "quote_end", "origin",
    "rule", "confidence", "state",
)  # fmt: skip
_SCOPE = (*SCOPE_FIELDS, "valid_from", "valid_to")
_QUANTITY = (
    "low", "high", "unit", "dimension", "canonical_low", "canonical_high", "canonical_unit", "raw", "low_open",
    "high_open", "approximate",
)  # fmt: skip
# What ``fact_of`` reads; a row has keys for searching beside it.
READ = tuple(FACT.c[name] for name in (*_PLAIN, *_SCOPE, *_QUANTITY, "conditions"))
# Set when one fact gives way to another, and never by what is read from a document.
OF_SUPERSESSION = ("superseded_by", "superseded_rule", "former_state")
# An index entry holds less than a third of a page; longer names are no names.
_LONGEST_NAME = 300
# An index holds both ends of a value too; the parser's arithmetic keeps forty digits.
_MOST_DIGITS = 60


def row_of(kb_id: int, fact: Fact) -> dict[str, Any]:
    """Return ``fact`` as column values.

    Raises:
        InvalidInput: A name or number is too long, an end is not finite, or the ends are in the wrong order.
    """
    for name in ("subject", "attribute"):
        if len(getattr(fact, name)) > _LONGEST_NAME:
            raise InvalidInput(f"the {name} is longer than {_LONGEST_NAME} characters", place=fact.id)
    statement = statement_of(fact)
    return {
        "kb_id": kb_id,
        **{name: getattr(fact, name) for name in _PLAIN},
        **{name: getattr(fact.scope, name) for name in _SCOPE},
        "conditions": to_builtins(fact.conditions),
        **_quantity_columns(fact),
        "topic": topic_of(fact.subject, fact.attribute),
        "statement": statement,
        "draw": draw_of(statement),
        **dict.fromkeys(OF_SUPERSESSION),
    }


def fact_of(row: AnyRow) -> Fact:
    """Return the fact whose columns stand in ``row``."""
    values = row._mapping
    return Fact(
        **{name: values[name] for name in _PLAIN},
        quantity=None if row.dimension is None else Quantity(**{name: values[name] for name in _QUANTITY}),
        conditions=from_builtins(row.conditions, tuple[Condition, ...]),
        scope=Scope(**{name: values[name] for name in _SCOPE}),
    )


def range_of(quantity: Quantity) -> Range[Decimal]:
    """Return the canonical interval as a database range."""
    low, high = quantity.canonical_low, quantity.canonical_high
    if quantity.low_open:
        return Range(low, high, bounds="()" if quantity.high_open else "(]")
    return Range(low, high, bounds="[)" if quantity.high_open else "[]")


def keys_of(quantity: Quantity) -> tuple[float, float]:
    """Return both canonical ends as floating point, infinite where open.

    Rounding keeps order, so comparing these never loses a fact that exact comparison would find.
    """
    low, high = quantity.canonical_low, quantity.canonical_high
    return (
        float("-inf") if low is None else float(low),
        float("inf") if high is None else float(high),
    )


def _quantity_columns(fact: Fact) -> dict[str, Any]:
    quantity = fact.quantity
    if quantity is None:
        empty = dict.fromkeys((*_QUANTITY, "low_key", "high_key", "sort_low", "sort_high", "value_range"))
        return {**empty, "low_open": False, "high_open": False, "approximate": False}
    _check(fact.id, quantity)
    low_key, high_key = keys_of(quantity)
    return {
        **{name: getattr(quantity, name) for name in _QUANTITY},
        "low_key": low_key,
        "high_key": high_key,
        "sort_low": high_key if quantity.canonical_low is None else low_key,
        "sort_high": low_key if quantity.canonical_high is None else high_key,
        "value_range": range_of(quantity),
    }


def _check(fact_id: str, quantity: Quantity) -> None:
    low, high = quantity.canonical_low, quantity.canonical_high
    ends = (quantity.low, quantity.high, low, high)
    if any(end is not None and not end.is_finite() for end in ends):
        raise InvalidInput(f"{quantity.raw!r} has an end that is no number", place=fact_id)
    if any(end is not None and len(end.as_tuple().digits) > _MOST_DIGITS for end in ends):
        raise InvalidInput(f"{quantity.raw[:20]!r} has more than {_MOST_DIGITS} digits", place=fact_id)
    if low is None and high is None:
        raise InvalidInput(f"{quantity.raw!r} has no end at all", place=fact_id)
    if low is not None and high is not None and low > high:
        raise InvalidInput(f"{quantity.raw!r} ends before it starts", place=fact_id)
