"""A filter as conditions of SQL. What the caller gives is always a bound value, never part of a statement."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB, NUMRANGE

from core.fact import SCOPE_FIELDS, Scope
from core.quantity import Quantity
from store.fact_filter import FactFilter
from store.fact_rows import keys_of, range_of
from store.membership import among
from store.tables import FACT

Predicate = sa.ColumnElement[bool]

_TEXTS = (FACT.c.subject, FACT.c.attribute, FACT.c.value, FACT.c.quote)


def predicates(kb_id: int, wanted: FactFilter) -> list[Predicate]:
    """Return what all facts of ``wanted`` fulfil; paging and order apart."""
    found = [FACT.c.kb_id == kb_id, FACT.c.state.in_(wanted.states)]
    found += _one_of(FACT.c.subject, wanted.subjects or None)
    found += _one_of(FACT.c.attribute, wanted.attributes or None)
    found += _one_of(FACT.c.value, wanted.value_words or None)
    found += _one_of(FACT.c.origin, wanted.origins or None)
    found += _one_of(FACT.c.document_id, wanted.document_ids)
    if wanted.chunk_ids is not None:
        found.append(among(FACT.c.chunk_id, wanted.chunk_ids))
    if wanted.least_confidence > 0:
        found.append(FACT.c.confidence >= wanted.least_confidence)
    return [*found, *_values(wanted), *_conditions(wanted), *_words(wanted)]


def _values(wanted: FactFilter) -> list[Predicate]:
    found: list[Predicate] = []
    if wanted.dimension:
        found.append(FACT.c.dimension == wanted.dimension)
    if wanted.unit:
        found.append(FACT.c.unit == wanted.unit)
    for quantity, inside in ((wanted.overlaps, False), (wanted.within, True)):
        if quantity is not None:
            found += _value(quantity, inside=inside)
    if wanted.equals is not None:
        found += _same(wanted.equals)
    return found


def _conditions(wanted: FactFilter) -> list[Predicate]:
    found: list[Predicate] = []
    if wanted.circumstance is not None:
        found += _meets(wanted.circumstance)
    if wanted.condition_text:
        found.append(_says(lambda text: _contains(text, wanted.condition_text)))
    if wanted.condition_words:
        found.append(_says(lambda text: text == wanted.condition_words))
    if wanted.scope is not None:
        found += _holds_in(wanted.scope)
    return found


def _words(wanted: FactFilter) -> list[Predicate]:
    within = (
        (FACT.c.value, wanted.value_text),
        (FACT.c.subject, wanted.subject_text),
        (FACT.c.attribute, wanted.attribute_text),
    )
    found = [_contains(column, words) for column, words in within if words]
    if wanted.text:
        found.append(sa.or_(*(_contains(column, wanted.text) for column in _TEXTS)))
    return found


def _one_of(column: sa.ColumnElement[str], values: Sequence[str] | None) -> list[Predicate]:
    return [] if values is None else [column.in_(values)]


def _value(quantity: Quantity, *, inside: bool) -> list[Predicate]:
    low, high = keys_of(quantity)
    first, last = (FACT.c.low_key, FACT.c.high_key) if inside else (FACT.c.high_key, FACT.c.low_key)
    exact = FACT.c.value_range.op("<@" if inside else "&&")(sa.literal(range_of(quantity), NUMRANGE))
    return [
        FACT.c.dimension == quantity.dimension,
        FACT.c.canonical_unit == quantity.canonical_unit,
        first >= low,
        last <= high,
        # Bare, the planner takes one row in a hundred to pass, and sorts all of them instead of reading an index
        # in order until the page is full.
        sa.func.coalesce(exact, sa.false()),
    ]


def _same(quantity: Quantity) -> list[Predicate]:
    # Overlap narrows by index; equality of the ranges alone would visit every fact.
    equal = FACT.c.value_range == sa.literal(range_of(quantity), NUMRANGE)
    return [*_value(quantity, inside=True), sa.func.coalesce(equal, sa.false())]


def _meets(stated: Quantity) -> list[Predicate]:
    item = _condition()
    quantity = item["quantity"]
    on_scale = sa.and_(
        quantity["dimension"].astext == stated.dimension, quantity["canonical_unit"].astext == stated.canonical_unit
    )
    held = sa.and_(_low_holds(quantity, stated), _high_holds(quantity, stated))
    every = sa.select(sa.func.bool_and(held)).where(on_scale).scalar_subquery()
    return [FACT.c.conditions != sa.literal([], JSONB), every]


def _low_holds(interval: Any, stated: Quantity) -> Predicate:
    end = sa.cast(interval["canonical_low"].astext, sa.Numeric)
    if stated.canonical_low is None:
        return end.is_(None)
    closed = sa.or_(sa.not_(_flag(interval["low_open"])), sa.literal(stated.low_open))
    return sa.or_(end.is_(None), end < stated.canonical_low, sa.and_(end == stated.canonical_low, closed))


def _high_holds(interval: Any, stated: Quantity) -> Predicate:
    end = sa.cast(interval["canonical_high"].astext, sa.Numeric)
    if stated.canonical_high is None:
        return end.is_(None)
    closed = sa.or_(sa.not_(_flag(interval["high_open"])), sa.literal(stated.high_open))
    return sa.or_(end.is_(None), end > stated.canonical_high, sa.and_(end == stated.canonical_high, closed))


def _flag(item: Any) -> Predicate:
    return sa.cast(item.astext, sa.Boolean)


def _says(holds: Callable[[Any], Predicate]) -> Predicate:
    item = _condition()
    return sa.select(sa.literal(1)).where(holds(item["text"].astext)).exists()


def _condition() -> Any:
    """Return one condition of the fact, as JSON, to be chosen from."""
    return sa.func.jsonb_array_elements(FACT.c.conditions, type_=JSONB).column_valued("condition")


def _holds_in(scope: Scope) -> list[Predicate]:
    found = [
        sa.or_(FACT.c[name].is_(None), FACT.c[name] == getattr(scope, name))
        for name in SCOPE_FIELDS
        if getattr(scope, name) is not None
    ]
    first, last = scope.valid_from or date.min, scope.valid_to or date.max
    if scope.valid_to is not None:
        found.append(sa.func.coalesce(FACT.c.valid_from, date.min) <= last)
    if scope.valid_from is not None:
        found.append(sa.func.coalesce(FACT.c.valid_to, date.max) >= first)
    return found


def _contains(column: sa.ColumnElement[str], words: str) -> Predicate:
    return sa.func.strpos(sa.func.lower(column), sa.func.lower(words)) > 0
