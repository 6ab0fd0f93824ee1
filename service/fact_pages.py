"""Facts by filter, page by page, for every door."""

from dataclasses import dataclass
from typing import Literal

from core.errors import InvalidInput
from core.knowledge_base import KnowledgeBase
from core.quantity import Quantity, parse
from service.document_pages import document_named
from service.views.fact import FactPage, fact_view
from store import facts as fact_store
from store.fact_filter import FactFilter
from store.session import Session

Sort = Literal["value", "-value"]
MOST_FACTS = 1000


@dataclass(frozen=True, slots=True)
class FactQuery:
    """Which facts: all conditions hold; ``value`` is written as a person would (``>=7天``, ``3至5个工作日``).

    ``document`` is an id or a file's name. ``sort`` is ``value`` (smallest first) or ``-value``; facts without a
    quantity come last. ``after`` is ``next`` of the page before.
    """

    subjects: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    document: str = ""
    value: str = ""
    text: str = ""
    sort: Sort | None = None
    after: str | None = None
    limit: int = 50


def fact_page(session: Session, kb: KnowledgeBase, query: FactQuery) -> FactPage:
    """Return one page of the facts that ``query`` describes, with the number on all pages.

    Raises:
        InvalidInput: The value holds no quantity, or the limit is out of range.
        NotFound: No such document.
    """
    if not 1 <= query.limit <= MOST_FACTS:
        raise InvalidInput(f"a page has 1 to {MOST_FACTS} facts", place="limit")
    wanted = _filter(session, kb, query)
    found = fact_store.select(session, kb.id, wanted)
    more = len(found) > query.limit
    page = found[: query.limit]
    return FactPage(
        [fact_view(fact) for fact in page], fact_store.count(session, kb.id, wanted), page[-1].id if more else None
    )


def fact_count(session: Session, kb: KnowledgeBase, query: FactQuery) -> int:
    """Count the facts that ``query`` describes. Errors are those of ``fact_page``."""
    return fact_store.count(session, kb.id, _filter(session, kb, query))


def _filter(session: Session, kb: KnowledgeBase, query: FactQuery) -> FactFilter:
    document = (document_named(session, kb.id, query.document).id,) if query.document else None
    return FactFilter(
        subjects=query.subjects,
        attributes=query.attributes,
        overlaps=_quantity(query.value) if query.value else None,
        document_ids=document,
        text=query.text,
        order_by={"value": "value_asc", "-value": "value_desc", None: None}[query.sort],
        after=query.after,
        limit=query.limit + 1,
    )


def _quantity(text: str) -> Quantity:
    quantity = parse(text)
    if quantity is None:
        raise InvalidInput(
            f"{text!r} is no quantity",
            place="value",
            advice="write a number with its unit, such as >=7天 or 3至5个工作日",
        )
    return quantity
