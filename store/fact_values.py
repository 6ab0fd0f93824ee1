"""What facts of one kind of source look like as a table: its columns, the words in them, and who holds what."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session

from store.fact_filter import LIVE, FactFilter
from store.fact_predicate import predicates
from store.tables import FACT

# Parsers join what a source lists with it.
LISTED = "、"


@dataclass(frozen=True, slots=True)
class AttributeUse:
    """An attribute, the dimension most of its values have (empty for words), and how many facts give it."""

    attribute: str
    dimension: str
    count: int


@dataclass(frozen=True, slots=True)
class ValueUse:
    """A value in words, or one item of a list of them, and how many facts of ``attribute`` hold it."""

    attribute: str
    item: str
    count: int


# Facts of one record share document and subject.
Holder = tuple[str, str]


def attribute_uses(session: Session, kb_id: int, rules: Collection[str]) -> list[AttributeUse]:
    """Return the attributes of live facts that ``rules`` read, the most frequent first."""
    number = sa.func.count().label("number")
    dimension = sa.func.mode().within_group(sa.func.coalesce(FACT.c.dimension, "").asc()).label("dimension")
    statement = (
        sa.select(FACT.c.attribute, dimension, number)
        .where(FACT.c.kb_id == kb_id, FACT.c.state.in_(LIVE), FACT.c.rule.in_(list(rules)))
        .group_by(FACT.c.attribute)
        .order_by(number.desc(), FACT.c.attribute)
    )
    return [AttributeUse(*row) for row in session.execute(statement)]


def value_uses(session: Session, kb_id: int, rules: Collection[str], limit: int) -> list[ValueUse]:
    """Return the values in words of live facts that ``rules`` read, lists item by item, the most frequent first."""
    item = sa.func.unnest(sa.func.string_to_array(FACT.c.value, LISTED), type_=sa.Text).label("item")
    items = (
        sa.select(FACT.c.attribute, item)
        .where(
            FACT.c.kb_id == kb_id,
            FACT.c.state.in_(LIVE),
            FACT.c.rule.in_(list(rules)),
            FACT.c.dimension.is_(None),
        )
        .subquery()
    )
    number = sa.func.count().label("number")
    statement = (
        sa.select(items.c.attribute, items.c.item, number)
        .group_by(items.c.attribute, items.c.item)
        .order_by(number.desc(), items.c.attribute, items.c.item)
        .limit(limit)
    )
    return [ValueUse(*row) for row in session.execute(statement)]


def holders(session: Session, kb_id: int, wanted: FactFilter, items: Collection[str] = ()) -> set[Holder]:
    """Return (document id, subject) of every fact that ``wanted`` describes, whatever its page.

    Args:
        items: Keeps facts whose value is one of them, or lists one of them.
    """
    rows = session.execute(_holding(kb_id, wanted, items).distinct())
    return {(row.document_id, row.subject) for row in rows}


def far_ends(session: Session, kb_id: int, attribute: str, *, descending: bool) -> list[tuple[Holder, float]]:
    """Return the records that measure ``attribute`` with the end of its value that counts, the first one first."""
    end = FACT.c.sort_high if descending else FACT.c.sort_low
    statement = sa.select(FACT.c.document_id, FACT.c.subject, end.label("end")).where(
        *predicates(kb_id, FactFilter(attributes=(attribute,))), end.is_not(None)
    )
    by_end = end.desc() if descending else end.asc()
    rows = session.execute(statement.order_by(by_end, FACT.c.subject, FACT.c.id))
    return [((row.document_id, row.subject), row.end) for row in rows]


def worded(session: Session, kb_id: int, attribute: str) -> list[tuple[Holder, str]]:
    """Return the records whose ``attribute`` is told in words or as several quantities, with those words."""
    statement = sa.select(FACT.c.document_id, FACT.c.subject, FACT.c.value).where(
        *predicates(kb_id, FactFilter(attributes=(attribute,))), FACT.c.dimension.is_(None)
    )
    return [((row.document_id, row.subject), row.value) for row in session.execute(statement)]


def attributes_of(session: Session, kb_id: int, records: Collection[Holder]) -> dict[str, int]:
    """Return attribute → number of facts, over the records given."""
    wanted = FactFilter(
        subjects=tuple({subject for _, subject in records}), document_ids=tuple({document for document, _ in records})
    )
    statement = sa.select(FACT.c.attribute, sa.func.count().label("number")).where(*predicates(kb_id, wanted))
    rows = session.execute(statement.group_by(FACT.c.attribute))
    return {row.attribute: row.number for row in rows}


def _holding(kb_id: int, wanted: FactFilter, items: Collection[str]) -> sa.Select[Any]:
    fact = FACT.alias("holder")
    chosen = sa.select(FACT.c.id).where(*predicates(kb_id, wanted))
    if items:
        listed = sa.func.string_to_array(FACT.c.value, LISTED, type_=ARRAY(sa.Text))
        chosen = chosen.where(listed.overlap(sa.cast(list(items), ARRAY(sa.Text))))
    return sa.select(fact.c.document_id, fact.c.subject).where(fact.c.kb_id == kb_id, fact.c.id.in_(chosen))


def attributes_saying(session: Session, kb_id: int, text: str, rules: Collection[str]) -> dict[str, int]:
    """Return attribute → number of live facts whose value holds ``text``, ignoring case."""
    number = sa.func.count()
    statement = (
        sa.select(FACT.c.attribute, number)
        .where(*predicates(kb_id, FactFilter(value_text=text)), FACT.c.rule.in_(list(rules)))
        .group_by(FACT.c.attribute)
    )
    return {row[0]: row[1] for row in session.execute(statement)}
