"""Knowledge bases as the doors show them."""

from typing import Annotated, Any

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
    settings: Annotated[
        dict[str, Any], Meta(description="Its own settings, where it has them; the service's hold for the others.")
    ] = {}


class KnowledgeBaseList(Struct, frozen=True):
    """One page of knowledge bases, by name. Pass `next` as `after` to get the next page; null on the last."""

    kbs: list[KnowledgeBaseView]
    total: Annotated[int, Meta(description="How many there are on all pages together.")]
    next: str | None = None


def knowledge_base_view(session: Session, kb: KnowledgeBase) -> KnowledgeBaseView:
    """Return ``kb`` with its counts."""
    counts = knowledge_bases.statistics(session, kb)
    return KnowledgeBaseView(kb.name, kb.mode, kb.revision, kb.space_id, **counts, settings=dict(kb.settings))


def knowledge_base_list(session: Session, after: str | None = None, limit: int | None = None) -> KnowledgeBaseList:
    """Return the knowledge bases of the session's tenant with their counts: all, or a page behind ``after``."""
    found = sorted(knowledge_bases.list_all(session), key=lambda kb: kb.name)
    rest = [kb for kb in found if after is None or kb.name > after]
    page = rest[:limit]
    following = page[-1].name if len(rest) > len(page) else None
    return KnowledgeBaseList([knowledge_base_view(session, kb) for kb in page], len(found), following)
