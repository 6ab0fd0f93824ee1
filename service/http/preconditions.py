"""Changes on condition: ``If-Match`` names what the caller saw, and nothing is changed that is no longer so.

Each check holds the row until the transaction ends and looks at it only then, so that of several who saw the same one
changes it, and the others learn that it has changed.
"""

from typing import Annotated

import msgspec
from litestar.params import HeaderParameter

from core.errors import NotFound, PreconditionFailed
from core.knowledge_base import KnowledgeBase
from core.settings import Settings
from core.vocabulary import TermKind
from service.document_pages import document_shown
from service.http.etags import etag_of, is_named
from service.review.queue import conflict_view, fact_detail
from service.views.knowledge_base import knowledge_base_view
from service.views.review_results import rule_list
from service.views.words import synonym_view
from service.word_pages import term_shown
from store import holding, knowledge_bases, synonyms, vocabulary
from store.session import Session

IfMatch = Annotated[
    str | None,
    HeaderParameter(
        name="If-Match",
        description="看到时的 ETag `ETag` of what you saw: it is changed only if it is still so.",
        max_length=1000,
    ),
]


def check_document(session: Session, kb: KnowledgeBase, settings: Settings, document: str, tag: str | None) -> None:
    """Check that a document is what ``tag`` names.

    Raises:
        NotFound: There is none.
        PreconditionFailed: It has changed.
    """
    if tag is not None:
        holding.hold_document(session, kb.id, document)
        _check(tag, document_shown(session, kb, settings, document))


def check_fact(session: Session, kb: KnowledgeBase, settings: Settings, fact: str, tag: str | None) -> None:
    """Check that a fact with its history is what ``tag`` names. Errors are those of ``check_document``."""
    if tag is not None:
        holding.hold_fact(session, kb.id, fact)
        _check(tag, fact_detail(session, kb, settings, fact))


def check_conflict(session: Session, kb: KnowledgeBase, conflict: str, tag: str | None) -> None:
    """Check that a conflict is what ``tag`` names. Errors are those of ``check_document``."""
    if tag is not None:
        holding.hold_conflict(session, kb.id, conflict)
        _check(tag, conflict_view(session, kb, conflict))


def check_knowledge_base(session: Session, kb: KnowledgeBase, tag: str | None) -> KnowledgeBase:
    """Return a knowledge base as it is now, after checking that ``tag`` names it, with its counts.

    Errors are those of ``check_document``.
    """
    if tag is None:
        return kb
    held = _held(session, kb)
    _check(tag, knowledge_base_view(session, held))
    return held


def check_rules(session: Session, kb: KnowledgeBase, tag: str | None) -> KnowledgeBase:
    """Do the same for its rules of conflicts."""
    if tag is None:
        return kb
    held = _held(session, kb)
    _check(tag, rule_list(held))
    return held


def check_term(session: Session, kb: KnowledgeBase, kind: TermKind, name: str, tag: str | None) -> None:
    """Check that a term is what ``tag`` names; one that is not there is not.

    Raises:
        PreconditionFailed: It has changed, or is gone.
    """
    if tag is None:
        return
    try:
        holding.hold_term(session, kb.id, kind, vocabulary.get(session, kb.id, kind, name).name)
        _check(tag, term_shown(session, kb, kind, name))
    except NotFound as error:
        raise _changed() from error


def check_synonym(session: Session, kb: KnowledgeBase, kind: TermKind, alias: str, scope: str, tag: str | None) -> None:
    """Do the same for an alias."""
    if tag is None:
        return
    try:
        known = synonyms.get(session, kb.id, kind, alias, scope)
        holding.hold_synonym(session, kb.id, kind, known.alias, scope)
        _check(tag, synonym_view(synonyms.get(session, kb.id, kind, alias, scope)))
    except NotFound as error:
        raise _changed() from error


def _held(session: Session, kb: KnowledgeBase) -> KnowledgeBase:
    holding.hold_knowledge_base(session, kb.id)
    return knowledge_bases.by_id(session, kb.id)


def _check(tag: str, shown: msgspec.Struct) -> None:
    if not is_named(etag_of(msgspec.json.encode(shown)), tag, weak=False):
        raise _changed()


def _changed() -> PreconditionFailed:
    return PreconditionFailed(
        "it has changed since you saw it", place="If-Match", advice="look at it again, then decide anew"
    )
