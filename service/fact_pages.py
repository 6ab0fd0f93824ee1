"""Facts by query, page by page, for every door."""

from core.knowledge_base import KnowledgeBase
from service.fact_query import MOST_FACTS, FactQuery, Sort, filter_of
from service.views.fact import FactCount, FactPage, FactSubjects, SubjectCountView, fact_view
from store import facts as fact_store
from store.session import Session

__all__ = ["MOST_FACTS", "FactQuery", "Sort", "fact_count", "fact_page", "fact_subjects"]


def fact_page(session: Session, kb: KnowledgeBase, query: FactQuery) -> FactPage:
    """Return one page of the facts that ``query`` describes, with the number on all pages.

    Raises:
        InvalidInput: The query is wrong; the place names the part. ``after`` belongs to another order.
        NotFound: No such document.
    """
    page = fact_store.page(session, kb.id, filter_of(session, kb, query))
    return FactPage([fact_view(fact) for fact in page.facts], page.total, page.next)


def fact_count(session: Session, kb: KnowledgeBase, query: FactQuery) -> FactCount:
    """Count the facts that ``query`` describes. Errors are those of ``fact_page``."""
    return FactCount(fact_store.count(session, kb.id, filter_of(session, kb, query)))


def fact_subjects(session: Session, kb: KnowledgeBase, query: FactQuery) -> FactSubjects:
    """Return every subject with such a fact: the whole set, counted, not a page. Errors are those of ``fact_page``."""
    found = fact_store.subjects(session, kb.id, filter_of(session, kb, query))
    return FactSubjects([SubjectCountView(item.subject, item.count) for item in found], len(found))
