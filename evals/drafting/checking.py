"""Whether the gold of a suite is in a knowledge base: a typing error in a suite must not look like a lost layer."""

from collections.abc import Iterator, Sequence

from core.chunk import Chunk
from core.knowledge_base import KnowledgeBase
from core.text import fold
from evals.layers.holding import Holding, Shelf, same_statement
from evals.places import at_place
from evals.suite import Case, Gold, GoldFact
from evals.values import states
from service.wiring import Application
from store import chunks as chunk_store
from store import documents as document_store
from store import facts as fact_store
from store import knowledge_bases
from store.facts import FactFilter
from store.session import Session


def gold_faults(cases: Sequence[Case], kb: str, application: Application) -> Iterator[tuple[str, str]]:
    """Yield (case id, what is wrong) for every gold document, place, text, fact and value that the store does not hold.

    Every place is tested alone: a wrong anchor is told also where the text is found by other words.

    Raises:
        NotFound: No such knowledge base.
    """
    with application.database.session() as session:
        check = _Check(session, knowledge_bases.get(session, kb))
        for case in cases:
            if not case.absent:
                yield from ((case.id, fault) for fault in check.faults(case))


class _Check:
    """Looks into one knowledge base; each document is read once."""

    def __init__(self, session: Session, kb: KnowledgeBase) -> None:
        self._session = session
        self._kb = kb
        self._shelf = Shelf(session, kb)
        self._chunks: dict[str, tuple[Chunk, ...]] = {}

    def faults(self, case: Case) -> Iterator[str]:
        holding = self._shelf.holding(case)
        yield from (f"document {name} is not loaded" for name in holding.missing)
        for gold in case.golds:
            if gold.document not in holding.missing and not self._is_place(gold):
                yield f"no chunk is at {gold.document} · {gold.anchor}"
        yield from _texts(holding)
        for named, found in holding.facts:
            if not found:
                yield self._lost(named)
        yield from self._values(case, holding)

    def _is_place(self, gold: Gold) -> bool:
        return any(at_place(chunk, gold.document, [gold]) for chunk in self._of_document(gold.document))

    def _of_document(self, name: str) -> tuple[Chunk, ...]:
        if name not in self._chunks:
            document_id = document_store.ids_of(self._session, self._kb.id, [name]).get(name)
            found = chunk_store.of_document(self._session, self._kb.id, document_id) if document_id else []
            self._chunks[name] = tuple(chunk for chunk in found if chunk.kind != "parent")
        return self._chunks[name]

    def _lost(self, named: GoldFact) -> str:
        told = f"no fact {named.subject} · {named.attribute} · {named.value}"
        wanted = FactFilter(subject_text=named.subject, attribute_text=named.attribute, limit=None)
        found = fact_store.select(self._session, self._kb.id, wanted)
        ids = {fact.document_id for fact in found if same_statement(fact, named)}
        names = sorted(
            source.source_name for source in document_store.sources(self._session, self._kb.id, ids).values()
        )
        return f"{told} in its document; it is one of {', '.join(names)}" if names else told

    def _values(self, case: Case, holding: Holding) -> Iterator[str]:
        right = chunk_store.by_ids(self._session, self._kb.id, holding.chunk_ids).values()
        for value in case.expect if right else ():
            if not any(_says(chunk, value) for chunk in right):
                yield f"expected {value!r} stands in no right piece of text, neither so nor as the same value"


def _texts(holding: Holding) -> Iterator[str]:
    for group, words in holding.unparsed:
        lacking = f"“{words[0]}” stands in no block" if words else "they stand in different blocks"
        yield f"text {' '.join(group)}: {lacking}"
    yield from (f"text {' '.join(group)}: no chunk holds it whole" for group, _ in holding.cut)


def _says(chunk: Chunk, value: str) -> bool:
    text = " ".join((*chunk.heading_path, chunk.text, *(cell for _, cell in chunk.fields)))
    return fold(value) in fold(text) or states(text, value)
