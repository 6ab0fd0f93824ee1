"""What the store holds for a question: which of its gold texts stand in blocks and chunks, which facts are there."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.chunk import Chunk
from core.document import Document
from core.fact import Fact
from core.knowledge_base import KnowledgeBase
from core.text import fold
from evals.layers.normalised import misread
from evals.places import at_place
from evals.suite import Case, GoldFact
from extraction.extractor import extract
from service.names import naming_of
from store import chunks as chunk_store
from store import documents as document_store
from store import facts as fact_store
from store.session import Session


@dataclass(frozen=True, slots=True)
class Stored:
    """One loaded document with everything that was made of it."""

    document: Document
    chunks: tuple[Chunk, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Holding:
    """What the store holds for one question.

    Attributes:
        missing: Gold documents that are not loaded.
        unparsed: Groups of gold text that stand together in no block, each with the words that were found nowhere;
            none of them when the words are there but apart.
        cut: Groups that stand together in a block but in no chunk, each with the words one chunk holds at most.
        held: Gold chunks that wait for review and are served to nobody.
        chunk_ids: Chunks at a gold place or holding a whole group.
        facts: Each gold fact with the answering facts of the right documents that state it in the source's words.
        misread: What of those facts is not stored as their chunks are read now; see ``normalised``.
    """

    missing: tuple[str, ...]
    unparsed: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    cut: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    held: tuple[str, ...]
    chunk_ids: frozenset[str]
    facts: tuple[tuple[GoldFact, tuple[Fact, ...]], ...]
    misread: tuple[str, ...]


class Shelf:
    """The documents of one knowledge base that a suite asks about, each read once."""

    def __init__(self, session: Session, kb: KnowledgeBase) -> None:
        self._session = session
        self._kb = kb
        self._naming, _ = naming_of(session, kb)
        self._known: dict[str, Stored | None] = {}
        self._readings: dict[str, tuple[Fact, ...]] = {}

    def holding(self, case: Case) -> Holding:
        """Return what is held for ``case``."""
        names = tuple(dict.fromkeys(gold.document for gold in case.golds))
        stored = [found for name in names if (found := self._stored(name)) is not None]
        blocks = [block for item in stored for block in _blocks(item.document)]
        chunks = [chunk for item in stored for chunk in item.chunks]
        texts = {chunk.id: _chunk_text(chunk) for chunk in chunks}
        unparsed = tuple(_apart(case.texts, blocks))
        parsed = [group for group in case.texts if group not in {group for group, _ in unparsed}]
        gold = frozenset(_gold_chunks(case, stored, texts))
        facts = tuple((fact, tuple(_stating(fact, stored))) for fact in case.facts)
        return Holding(
            tuple(name for name in names if self._stored(name) is None),
            unparsed,
            tuple((group, _most(group, texts.values())) for group, _ in _apart(parsed, texts.values())),
            tuple(chunk.id for chunk in chunks if chunk.id in gold and chunk.needs_review),
            gold,
            facts,
            tuple(told for _, found in facts for fact in found if (told := misread(fact, self._read_again(fact)))),
        )

    def _read_again(self, fact: Fact) -> tuple[Fact, ...]:
        """Return what the extractor reads from the chunk of ``fact`` now."""
        if fact.chunk_id not in self._readings:
            ((chunk, info),) = chunk_store.with_documents(self._session, self._kb.id, [fact.chunk_id])
            self._readings[fact.chunk_id] = extract(chunk, info, self._naming).facts
        return self._readings[fact.chunk_id]

    def _stored(self, name: str) -> Stored | None:
        if name not in self._known:
            self._known[name] = self._read(name)
        return self._known[name]

    def _read(self, name: str) -> Stored | None:
        document = document_store.find(self._session, self._kb.id, name)
        if document is None:
            return None
        chunks = [c for c in chunk_store.of_document(self._session, self._kb.id, document.id) if c.kind != "parent"]
        facts = fact_store.by_chunks(self._session, self._kb.id, [chunk.id for chunk in chunks], _ANSWERING)
        return Stored(document, tuple(chunks), tuple(facts))


# A superseded fact still answers a question that names its version.
_ANSWERING = (*fact_store.LIVE, "superseded")


def same_statement(fact: Fact, gold: GoldFact) -> bool:
    """Return whether ``fact`` states ``gold`` in the source's words; its normalised value is not looked at."""
    pairs = ((fact.subject, gold.subject), (fact.attribute, gold.attribute), (fact.value, gold.value))
    return all(fold(one) == fold(other) for one, other in pairs)


def _blocks(document: Document) -> Iterator[str]:
    """Yield the text of each block alone: a heading that happens to say a column's name is no header."""
    for block in document.blocks:
        yield fold(block.text)


def _chunk_text(chunk: Chunk) -> str:
    return fold(" ".join((chunk.embedding_text, *chunk.heading_path, chunk.text)))


def _apart(
    groups: Iterable[tuple[str, ...]], texts: Iterable[str]
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the groups that no text holds whole, with the words that stand in none."""
    known = list(texts)
    for group in groups:
        if not any(_holds(text, group) for text in known):
            yield group, tuple(part for part in group if not any(fold(part) in text for text in known))


def _most(group: Sequence[str], texts: Iterable[str]) -> tuple[str, ...]:
    found = (tuple(part for part in group if fold(part) in text) for text in texts)
    return max(found, key=len, default=())


def _holds(text: str, group: Sequence[str]) -> bool:
    return all(fold(part) in text for part in group)


def _gold_chunks(case: Case, stored: Iterable[Stored], texts: dict[str, str]) -> Iterator[str]:
    for item in stored:
        for chunk in item.chunks:
            placed = at_place(chunk, item.document.source_name, case.golds)
            if placed or any(_holds(texts[chunk.id], group) for group in case.texts):
                yield chunk.id


def _stating(gold: GoldFact, stored: Iterable[Stored]) -> Iterator[Fact]:
    for item in stored:
        yield from (fact for fact in item.facts if same_statement(fact, gold))
