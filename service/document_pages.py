"""Documents by name, page by page, for every door."""

from core.document import Document
from core.errors import InvalidInput, NotFound
from core.knowledge_base import KnowledgeBase
from service.views.document import DocumentPage, summary_view
from store import documents as document_store
from store.session import Session

MOST_DOCUMENTS = 1000


def document_page(session: Session, kb: KnowledgeBase, *, after: str | None = None, limit: int = 100) -> DocumentPage:
    """Return one page of documents in the order of their names.

    Raises:
        InvalidInput: The limit is out of range.
    """
    if not 1 <= limit <= MOST_DOCUMENTS:
        raise InvalidInput(f"a page has 1 to {MOST_DOCUMENTS} documents", place="limit")
    found = document_store.listing(session, kb.id, after, limit + 1)
    page = found[:limit]
    following = page[-1].source_name if len(found) > limit else None
    return DocumentPage([summary_view(item) for item in page], document_store.count(session, kb.id), following)


def document_named(session: Session, kb_id: int, name: str) -> Document:
    """Return the document whose id or file name is ``name``.

    Raises:
        NotFound: There is none.
    """
    found = document_store.find(session, kb_id, name)
    if found is not None:
        return found
    try:
        return document_store.get(session, kb_id, name)
    except NotFound as error:
        raise NotFound(f"there is no document {name}", place=name, advice="see: dianmian documents") from error
