"""Choosing facts by subject, attribute, value, condition and words."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from core.errors import InvalidInput
from core.fact import Fact, FactState
from store.fact_filter import LIVE, FactFilter
from store.fact_lookup import is_lookup, look_up
from store.fact_order import cursor, ordered
from store.fact_predicate import predicates
from store.fact_rows import fact_of
from store.tables import FACT


@dataclass(frozen=True, slots=True)
class FactName:
    """A subject and attribute that occur together, with the dimension of their values and how many there are."""

    subject: str
    attribute: str
    dimension: str
    count: int


@dataclass(frozen=True, slots=True)
class FactPage:
    """One page of facts, where the next begins (``None`` after the last), and the number on all pages together."""

    facts: tuple[Fact, ...]
    next: str | None
    total: int


@dataclass(frozen=True, slots=True)
class SubjectCount:
    """A subject, and how many of its facts are meant."""

    subject: str
    count: int


def select(session: Session, kb_id: int, wanted: FactFilter) -> list[Fact]:
    """Return the facts that ``wanted`` describes, in its order, one page of them.

    Raises:
        InvalidInput, NotFound: Nothing can come after ``wanted.after``.
    """
    if is_lookup(wanted):
        return look_up(session, kb_id, wanted)
    return [fact_of(row) for row in session.execute(_statement(session, kb_id, wanted))]


def page(session: Session, kb_id: int, wanted: FactFilter) -> FactPage:
    """Return one page of the facts that ``wanted`` describes, with the way to the next and the exact total.

    Raises:
        InvalidInput: The limit is below one, or ``after`` belongs to another order.
        NotFound: ``after`` is an id and that fact is gone.
    """
    facts, following = piece(session, kb_id, wanted)
    return FactPage(facts, following, count(session, kb_id, wanted))


def piece(session: Session, kb_id: int, wanted: FactFilter) -> tuple[tuple[Fact, ...], str | None]:
    """Return one page without counting the others, and where the next begins. Errors are those of ``page``."""
    limit = wanted.limit
    if limit is not None and limit < 1:
        raise InvalidInput("a page has one fact at least", place="limit", advice="ask for 1 or more, or count")
    more = wanted if limit is None else replace(wanted, limit=limit + 1)
    rows = session.execute(_statement(session, kb_id, more)).all()
    shown = rows[:limit]
    following = cursor(wanted, shown[-1]) if len(rows) > len(shown) else None
    return tuple(map(fact_of, shown)), following


def count(session: Session, kb_id: int, wanted: FactFilter | None = None) -> int:
    """Count the facts that ``wanted`` describes on all pages together; every live fact when unset."""
    statement = sa.select(sa.func.count()).select_from(FACT)
    return session.scalar(statement.where(*predicates(kb_id, wanted or FactFilter()))) or 0


def subjects(session: Session, kb_id: int, wanted: FactFilter) -> list[SubjectCount]:
    """Return every subject that has a fact ``wanted`` describes, by name: the whole set, whatever its page and order.

    哪些产品支持7天退货 is ``FactFilter(attributes=("退货期限",), overlaps=parse(">=7天"))``.
    """
    statement = sa.select(FACT.c.subject, sa.func.count()).where(*predicates(kb_id, wanted))
    rows = session.execute(statement.group_by(FACT.c.subject).order_by(FACT.c.subject))
    return [SubjectCount(*row) for row in rows]


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


def _statement(session: Session, kb_id: int, wanted: FactFilter) -> sa.Select[Any]:
    statement = sa.select(FACT).where(*predicates(kb_id, wanted))
    return ordered(session, statement, kb_id, wanted).limit(wanted.limit)
