"""What drafting from facts reads: the facts in force with their chunks, documents and the names in use."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from core.answer import Source
from core.chunk import Chunk
from core.fact import Fact
from core.knowledge_base import KnowledgeBase
from core.text import fold
from evals.drafting.spelling import Spellings, read_spellings
from store import chunks as chunk_store
from store import documents as document_store
from store import facts as fact_store
from store.facts import FactFilter
from store.session import Session

_MOST_FACTS = 20_000


@dataclass(frozen=True, slots=True)
class Material:
    """Facts that answer today, by no document that is superseded and no chunk that waits for review.

    Attributes:
        usual: Folded attribute → the dimension its values mostly have.
        spread: Folded subject → in how many documents it has facts.
        of_subject, of_document: Facts by folded subject and attribute, and by document and attribute.
    """

    facts: tuple[Fact, ...]
    chunks: Mapping[str, Chunk]
    sources: Mapping[str, Source]
    spellings: Spellings
    usual: Mapping[str, str]
    spread: Mapping[str, int]
    of_subject: Mapping[tuple[str, str], tuple[Fact, ...]]
    of_document: Mapping[tuple[str, str], tuple[Fact, ...]]


def read_material(session: Session, kb: KnowledgeBase) -> Material:
    """Read the facts of ``kb`` and what belongs to them."""
    found = fact_store.select(session, kb.id, FactFilter(limit=_MOST_FACTS))
    chunks = chunk_store.by_ids(session, kb.id, {fact.chunk_id for fact in found})
    sources = document_store.sources(session, kb.id, {fact.document_id for fact in found})
    facts = tuple(fact for fact in found if _answers(fact, chunks, sources))
    return arranged(facts, chunks, sources, read_spellings(session, kb))


def arranged(
    facts: tuple[Fact, ...], chunks: Mapping[str, Chunk], sources: Mapping[str, Source], spellings: Spellings
) -> Material:
    """Return ``facts`` with what is counted over all of them."""
    dimensions: dict[str, Counter[str]] = defaultdict(Counter)
    documents: dict[str, set[str]] = defaultdict(set)
    of_subject: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    of_document: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        dimensions[fold(fact.attribute)][fact.quantity.dimension if fact.quantity else ""] += 1
        documents[fold(fact.subject)].add(fact.document_id)
        of_subject[fold(fact.subject), fold(fact.attribute)].append(fact)
        of_document[fact.document_id, fold(fact.attribute)].append(fact)
    return Material(
        facts, chunks, sources, spellings,
        {name: counted.most_common(1)[0][0] for name, counted in dimensions.items()},
        {name: len(found) for name, found in documents.items()},
        {key: tuple(found) for key, found in of_subject.items()},
        {key: tuple(found) for key, found in of_document.items()},
    )  # fmt: skip


def _answers(fact: Fact, chunks: Mapping[str, Chunk], sources: Mapping[str, Source]) -> bool:
    chunk, source = chunks.get(fact.chunk_id), sources.get(fact.document_id)
    return chunk is not None and source is not None and not chunk.needs_review and not source.superseded
