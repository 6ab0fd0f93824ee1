"""Knowledge bases as the doors show them."""

from typing import Annotated

from msgspec import Meta, Struct

from core.knowledge_base import KnowledgeBase, Mode
from store import knowledge_bases
from store.session import Session


class KnowledgeBaseView(Struct, frozen=True):
    """A knowledge base and what it holds."""

    name: Annotated[str, Meta(examples=["shop"])]
    mode: Annotated[Mode, Meta(description="Whether attributes outside the vocabulary are used (open) or wait.")]
    revision: Annotated[int, Meta(description="Grows with every change of facts or words.")]
    space_id: Annotated[str | None, Meta(description="The embedding space searched; null while empty.")]
    documents: int
    chunks: int
    embedded: Annotated[int, Meta(description="Chunks with a vector in the present space.")]
    facts: int
    pending: Annotated[int, Meta(description="Chunks that still lack a vector or were not read for facts.")]


class KnowledgeBaseList(Struct, frozen=True):
    """All knowledge bases, by name."""

    kbs: list[KnowledgeBaseView]


def knowledge_base_view(session: Session, kb: KnowledgeBase) -> KnowledgeBaseView:
    """Return ``kb`` with its counts."""
    counts = knowledge_bases.statistics(session, kb)
    return KnowledgeBaseView(kb.name, kb.mode, kb.revision, kb.space_id, **counts)


def knowledge_base_list(session: Session) -> KnowledgeBaseList:
    """Return all knowledge bases of the session's tenant with their counts."""
    return KnowledgeBaseList([knowledge_base_view(session, kb) for kb in knowledge_bases.list_all(session)])
