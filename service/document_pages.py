"""Documents by name, page by page, for every door."""

from core.document import Document
from core.errors import InvalidInput, NotFound
from core.knowledge_base import KnowledgeBase
from core.settings import Settings
from service.views.document import DocumentPage, DocumentView, document_view, summary_view
from service.views.model_work import work_view
from store import documents as document_store
from store import model_replies
from store.session import Session

MOST_DOCUMENTS = 1000


def document_page(
    session: Session,
    kb: KnowledgeBase,
    settings: Settings,
    *,
    after: str | None = None,
    limit: int = 100,
    words: str = "",
) -> DocumentPage:
    """Return one page of documents in the order of their names, those with ``words`` in name or title.

    Raises:
        InvalidInput: The limit is out of range.
    """
    if not 1 <= limit <= MOST_DOCUMENTS:
        raise InvalidInput(f"a page has 1 to {MOST_DOCUMENTS} documents", place="limit")
    found = document_store.listing(session, kb.id, after, limit + 1, words)
    page = found[:limit]
    following = page[-1].source_name if len(found) > limit else None
    work = model_replies.work_of(session, kb.id, [item.id for item in page])
    views = [summary_view(item, work_view(work.get(item.id), settings)) for item in page]
    return DocumentPage(views, document_store.count(session, kb.id, words), following)


def document_shown(session: Session, kb: KnowledgeBase, settings: Settings, document_id: str) -> DocumentView:
    """Return a document with its text, and what language models did for it.

    Raises:
        NotFound: There is none with this id.
    """
    found = document_store.get(session, kb.id, document_id)
    work = model_replies.work_of(session, kb.id, [found.id])
    return document_view(found, work_view(work.get(found.id), settings))


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
