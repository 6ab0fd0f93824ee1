"""Whether a knowledge base speaks of what an absent question asks: in its facts, in its text, in its own answer."""

import re
from collections.abc import Callable, Iterable, Iterator

from core.answer import Answer
from core.chunk import Chunk
from core.document import DocumentSummary
from core.knowledge_base import KnowledgeBase
from core.text import fold
from evals.drafting.absence import Absent
from evals.drafting.material import Material
from retrieval.conditions import holds_at
from store import chunks as chunk_store
from store import documents as document_store
from store.session import Session

_AT_MOST = re.compile(r"不(?:超过|满|大于|高于|多于)|未满|(?:not|no)(?:more|over|above)")


def unspoken(session: Session, kb: KnowledgeBase, candidates: Iterable[Absent], material: Material) -> list[Absent]:
    """Return the candidates that no fact and no piece of text of the whole knowledge base speaks of, in their order."""
    left = [candidate for candidate in candidates if not _has_fact(candidate, material)]
    for document in _documents(session, kb):
        for chunk in chunk_store.of_document(session, kb.id, document.id):
            whole = _text(chunk, document.title)
            rows = [fold(line) for line in chunk.text.splitlines()] if chunk.table is not None else [whole]
            left = [one for one in left if not any(_spoken(one, text) for text in (rows if one.by_line else [whole]))]
    return left


def _documents(session: Session, kb: KnowledgeBase) -> Iterator[DocumentSummary]:
    after: str | None = None
    while page := document_store.listing(session, kb.id, after):
        yield from page
        after = page[-1].source_name


def _text(chunk: Chunk, title: str) -> str:
    return fold(" ".join((title, *chunk.heading_path, chunk.embedding_text, chunk.text)))


def _spoken(candidate: Absent, text: str) -> bool:
    groups = candidate.together
    if candidate.stated is not None:
        # 不超过30kg is no word about what is more.
        text = _AT_MOST.sub("", text)
    return bool(groups) and all(any(word in text for word in group) for group in groups)


def _has_fact(candidate: Absent, material: Material) -> bool:
    if candidate.stated is None:
        return False
    found = material.of_subject.get((fold(candidate.subject), fold(candidate.attribute)), ())
    intervals = (c.quantity for fact in found for c in fact.conditions if c.quantity is not None)
    return any(one.comparable(candidate.stated) and holds_at(one, candidate.stated) for one in intervals)


def verdict_of(candidate: Absent, ask: Callable[[str], Answer], material: Material) -> str:
    """Ask the product itself.

    Returns:
        ``refused``; ``answered`` by a fact of this very subject and attribute, so that it is not absent; or
        ``other``, when something else is said, which a person has to look at.
    """
    answer = ask(candidate.question)
    if answer.refused:
        return "refused"
    return "answered" if _agrees(candidate, answer, material) else "other"


def _agrees(candidate: Absent, answer: Answer, material: Material) -> bool:
    if candidate.stated is not None or not answer.headline:
        return False
    names, words = material.spellings.of(candidate.subject), material.spellings.of(candidate.attribute)
    return any(fold(fact.subject) in names and fold(fact.attribute) in words for fact in answer.facts)
