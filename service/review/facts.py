"""One fact, found or missed, and its two-way link with the chunk it was read from."""

from dataclasses import dataclass

from core.chunk import Chunk
from core.errors import InvalidInput, NotFound
from core.fact import Fact
from core.knowledge_base import KnowledgeBase
from store import chunks as chunk_store
from store import facts as fact_store
from store.session import Session

LONGEST_ACTOR = 200
LONGEST_NOTE = 2000


@dataclass(frozen=True, slots=True)
class Reviewer:
    """Who decides, and the reason given."""

    name: str
    note: str = ""

    def __post_init__(self) -> None:
        if not self.name.strip() or len(self.name) > LONGEST_ACTOR:
            raise InvalidInput(f"who decides has 1 to {LONGEST_ACTOR} characters", place="by", advice="say who you are")
        if len(self.note) > LONGEST_NOTE:
            raise InvalidInput(f"a note has at most {LONGEST_NOTE} characters", place="note")


def fact_named(session: Session, kb: KnowledgeBase, fact_id: str) -> Fact:
    """Return the fact with ``fact_id``.

    Raises:
        NotFound: There is none; it may have gone with the text it was read from.
    """
    found = fact_store.by_ids(session, kb.id, [fact_id]).get(fact_id)
    if found is None:
        raise NotFound(
            f"there is no fact {fact_id}",
            place=fact_id,
            advice="it may have gone with the text it was read from; see: dianmian facts",
        )
    return found


def chunk_of(session: Session, kb: KnowledgeBase, fact: Fact) -> Chunk:
    """Return the chunk ``fact`` was read from."""
    return chunk_named(session, kb, fact.chunk_id)


def chunk_named(session: Session, kb: KnowledgeBase, chunk_id: str) -> Chunk:
    """Return the chunk with ``chunk_id``.

    Raises:
        NotFound: There is none.
    """
    found = chunk_store.by_ids(session, kb.id, [chunk_id]).get(chunk_id)
    if found is None:
        raise NotFound(f"there is no chunk {chunk_id}", place=chunk_id, advice="its text may have changed")
    return found


def facts_of(session: Session, kb: KnowledgeBase, chunk_id: str) -> list[Fact]:
    """Return all facts of a chunk in reading order, rejected and superseded ones included.

    Raises:
        NotFound: There is no such chunk.
    """
    return fact_store.by_chunks(session, kb.id, [chunk_named(session, kb, chunk_id).id], None)
