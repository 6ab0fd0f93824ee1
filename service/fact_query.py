"""What is asked of the facts, the same at every door, and the filter the store takes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from core.errors import InvalidInput
from core.knowledge_base import KnowledgeBase
from service.fact_query_clauses import Clause, clauses
from service.fact_query_fields import Place, narrowed
from store.fact_filter import FactFilter, Order
from store.session import Session

Sort = Literal[
    "value", "-value", "subject", "-subject", "attribute", "-attribute", "confidence", "-confidence"
]  # fmt: skip
MOST_FACTS = 1000
_COMPARATORS = ("<=", ">=", "≤", "≥", "<", ">", "＜", "＞")


@dataclass(frozen=True, slots=True)
class FactQuery:
    """Which facts: all conditions hold.

    Attributes:
        where: Expressions of the query language, see ``service.fact_query_clauses`` and ``docs/facts.md``.
        subjects: Names or aliases, one of them.
        attributes: Names or aliases, one of them.
        document: Id or file name.
        value: Written as a person would (``>=7天``, ``3至5个工作日``); facts that share a value with it.
        text: Words in subject, attribute, value or quote.
        sort: ``-`` in front turns the order round; facts without a quantity come last.
        after: ``next`` of the page before.
        limit: Facts on a page, 1 to 1000.
    """

    where: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    document: str = ""
    value: str = ""
    text: str = ""
    sort: Sort | None = None
    after: str | None = None
    limit: int = 50


def filter_of(session: Session, kb: KnowledgeBase, query: FactQuery) -> FactFilter:
    """Return the filter that ``query`` means in ``kb``.

    Raises:
        InvalidInput: An expression or parameter is wrong; the place names it and the character.
        NotFound: No such document.
    """
    if not 1 <= query.limit <= MOST_FACTS:
        raise InvalidInput(f"a page has 1 to {MOST_FACTS} facts", place="limit")
    wanted = FactFilter(order_by=_order(query.sort), after=query.after, limit=query.limit)
    for clause in _clauses(query):
        wanted = narrowed(wanted, clause, Place(session, kb))
    return wanted


def _clauses(query: FactQuery) -> Iterator[Clause]:
    for number, expression in enumerate(query.where, 1):
        yield from clauses(expression, f"where[{number}]")
    for name in query.subjects:
        yield Clause("subject", "=", name, "subject", 1)
    for name in query.attributes:
        yield Clause("attribute", "=", name, "attribute", 1)
    if query.document:
        yield Clause("document", "=", query.document, "document", 1)
    if query.value:
        yield _value(query.value)
    if query.text:
        yield Clause("text", "~", query.text, "text", 1)


def _value(text: str) -> Clause:
    sign = next((sign for sign in _COMPARATORS if text.startswith(sign)), "")
    if not sign:
        return Clause("value", "overlaps", text, "value", 1)
    compared = next(clauses(f"value{text}", "value"))
    return replace(compared, start=compared.start - len("value"))


def _order(sort: Sort | None) -> Order | None:
    if sort is None:
        return None
    orders: dict[str, Order] = {
        "value": "value_asc", "-value": "value_desc", "subject": "subject_asc", "-subject": "subject_desc",
        "attribute": "attribute_asc", "-attribute": "attribute_desc", "confidence": "confidence_asc",
        "-confidence": "confidence_desc",
    }  # fmt: skip
    if sort not in orders:
        raise InvalidInput(f"unknown order {sort!r}", place="sort", advice=f"use {', '.join(orders)}")
    return orders[sort]
