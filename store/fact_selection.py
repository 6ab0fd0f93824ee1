"""Choosing facts by subject, attribute, value and words."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import NUMRANGE
from sqlalchemy.orm import Session

from core.fact import Fact, FactState
from core.quantity import Quantity
from store.fact_filter import LIVE, FactFilter
from store.fact_rows import fact_of, keys_of, range_of
from store.tables import FACT


@dataclass(frozen=True, slots=True)
class FactName:
    """A subject and attribute that occur together, with the dimension of their values and how many there are."""

    subject: str
    attribute: str
    dimension: str
    count: int


def select(session: Session, kb_id: int, wanted: FactFilter) -> list[Fact]:
    """Return the facts that ``wanted`` describes, in its order, one page of them."""
    statement = sa.select(FACT).where(*_conditions(kb_id, wanted))
    statement = _paged(_ordered(statement, wanted), kb_id, wanted)
    return [fact_of(row) for row in session.execute(statement)]


def count(session: Session, kb_id: int, wanted: FactFilter | None = None) -> int:
    """Count the facts that ``wanted`` describes on all pages together; every live fact when unset."""
    conditions = _conditions(kb_id, wanted or FactFilter())
    return session.scalar(sa.select(sa.func.count()).select_from(FACT).where(*conditions)) or 0


def names(session: Session, kb_id: int, states: Collection[FactState] = LIVE) -> list[FactName]:
    """Return every pair of subject and attribute with the dimension of its values, the most frequent first."""
    number = sa.func.count().label("number")
    keys = (FACT.c.subject, FACT.c.attribute, sa.func.coalesce(FACT.c.dimension, "").label("dimension"))
    statement = (
        sa.select(*keys, number)
        .where(FACT.c.kb_id == kb_id, FACT.c.state.in_(list(states)))
        .group_by(*keys)
        .order_by(number.desc(), *keys)
    )
    return [FactName(*row) for row in session.execute(statement)]


def _conditions(kb_id: int, wanted: FactFilter) -> list[sa.ColumnElement[bool]]:
    conditions = [FACT.c.kb_id == kb_id, FACT.c.state.in_(list(wanted.states))]
    for column, values in ((FACT.c.subject, wanted.subjects), (FACT.c.attribute, wanted.attributes)):
        if values:
            conditions.append(column.in_(list(values)))
    if wanted.document_ids is not None:
        conditions.append(FACT.c.document_id.in_(list(wanted.document_ids)))
    if wanted.dimension:
        conditions.append(FACT.c.dimension == wanted.dimension)
    if wanted.overlaps is not None:
        conditions.append(_overlap(wanted.overlaps))
    if wanted.text:
        conditions.append(_contains(wanted.text))
    return conditions


def _overlap(quantity: Quantity) -> sa.ColumnElement[bool]:
    low, high = keys_of(quantity)
    return sa.and_(
        FACT.c.dimension == quantity.dimension,
        FACT.c.low_key <= high,
        FACT.c.high_key >= low,
        FACT.c.value_range.op("&&")(sa.literal(range_of(quantity), NUMRANGE)),
    )


def _contains(words: str) -> sa.ColumnElement[bool]:
    columns = (FACT.c.subject, FACT.c.attribute, FACT.c.value, FACT.c.quote)
    return sa.or_(*(sa.func.strpos(sa.func.lower(column), sa.func.lower(words)) > 0 for column in columns))


def _sort_key(wanted: FactFilter) -> sa.ColumnElement[float] | None:
    if wanted.order_by is None:
        return None
    column = FACT.c.sort_low if wanted.order_by == "value_asc" else -FACT.c.sort_high
    return sa.func.coalesce(column, sa.cast("Infinity", sa.Float))


def _ordered(statement: sa.Select[Any], wanted: FactFilter) -> sa.Select[Any]:
    key = _sort_key(wanted)
    return statement.order_by(FACT.c.id) if key is None else statement.order_by(key, FACT.c.id)


def _paged(statement: sa.Select[Any], kb_id: int, wanted: FactFilter) -> sa.Select[Any]:
    if wanted.after is not None:
        key = _sort_key(wanted)
        if key is None:
            statement = statement.where(FACT.c.id > wanted.after)
        else:
            last = sa.select(key).where(FACT.c.kb_id == kb_id, FACT.c.id == wanted.after)
            statement = statement.where(sa.tuple_(key, FACT.c.id) > sa.tuple_(last.scalar_subquery(), wanted.after))
    return statement if wanted.limit is None else statement.limit(wanted.limit)
