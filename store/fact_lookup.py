"""Facts looked up by name alone: the statement of nearly every question, written once and not per question.

Composing it takes as long as the database takes to answer it.
"""

from dataclasses import replace
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from core.fact import Fact
from store.fact_filter import FactFilter
from store.fact_rows import READ, fact_of
from store.tables import FACT

_TEXTS = sa.ARRAY(sa.Text)
_NOTHING = FactFilter(states=(), limit=None)


def is_lookup(wanted: FactFilter) -> bool:
    """Return whether ``wanted`` names subjects or attributes and restricts nothing else."""
    named = bool(wanted.subjects or wanted.attributes)
    return named and replace(wanted, subjects=(), attributes=(), states=(), limit=None) == _NOTHING


def look_up(session: Session, kb_id: int, wanted: FactFilter) -> list[Fact]:
    """Return the facts of these names, by id; for a filter that ``is_lookup``."""
    values: dict[str, Any] = {"kb": kb_id, "states": list(wanted.states), "most": wanted.limit}
    names = {"subject": list(wanted.subjects), "attribute": list(wanted.attributes)}
    named = tuple(column for column, given in names.items() if given)
    rows = session.execute(_statement(named), values | {column: names[column] for column in named})
    return [fact_of(row) for row in rows]


@cache
def _statement(named: tuple[str, ...]) -> sa.Select[Any]:
    conditions = [FACT.c[column] == _any_of(column) for column in named]
    return (
        sa.select(*READ)
        .where(FACT.c.kb_id == sa.bindparam("kb"), FACT.c.state == _any_of("states"), *conditions)
        .order_by(FACT.c.id)
        .limit(sa.bindparam("most", type_=sa.Integer))
    )


def _any_of(name: str) -> sa.ColumnElement[Any]:
    return sa.any_(sa.bindparam(name, type_=_TEXTS))
