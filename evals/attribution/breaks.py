"""The ways one layer is broken, each with the layer that attribution should name."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from core.answer import Answer
from core.knowledge_base import KnowledgeBase
from core.reranking import Reranker
from evals.attribution.damage import cut_through, damage_units, delete_gold_facts, drop_headers, forget_aliases
from evals.attribution.faults import Guessing, garbled, no_facts, no_keywords, no_vectors, turned_fusion
from evals.attribution.loading import DamageChunks, DamageDocument
from evals.layers.layer import Layer
from evals.suite import Case
from store.session import Session

DamageStore = Callable[[Session, KnowledgeBase, Sequence[Case]], None]


@dataclass(frozen=True, slots=True)
class Break:
    """One way to break one layer.

    Attributes:
        name: What is done.
        layer: Whose work it spoils.
        document: Damage between parsing and cutting.
        chunks: Damage between cutting and storing.
        store: Damage to what is stored.
        fault: In force while questions are asked.
        reranker: In place of none.
        settings: Other settings while asking.
        answer: Damage to the finished answer.
    """

    name: str
    layer: Layer
    document: DamageDocument | None = None
    chunks: DamageChunks | None = None
    store: DamageStore | None = None
    fault: Callable[[], AbstractContextManager[None]] = nullcontext
    reranker: Reranker | None = None
    settings: tuple[tuple[str, float], ...] = ()
    answer: Callable[[Answer], Answer] | None = None

    @property
    def reloads(self) -> bool:
        """Whether a knowledge base of its own is needed."""
        return any(damage is not None for damage in (self.document, self.chunks, self.store))


def all_breaks(cases: Sequence[Case]) -> tuple[Break, ...]:
    """Return every break, for the gold of ``cases``."""
    return (
        Break("drop the headers of tables", "parse", document=drop_headers),
        Break("cut through the gold text", "chunk", chunks=cut_through(cases)),
        Break("delete the gold facts", "extract", store=delete_gold_facts),
        Break("put values in a wrong unit", "normalise", store=damage_units),
        Break("remove the aliases of the gold names", "synonym", store=forget_aliases),
        Break("refuse below evidence 0.95", "route", settings=(("refusal_threshold", 0.95),)),
        Break("structured search finds nothing", "structured", fault=no_facts),
        Break("vector search finds nothing", "vector", fault=no_vectors),
        Break("keyword search finds nothing", "keyword", fault=no_keywords),
        Break("fusion turns the order round", "fusion", fault=turned_fusion),
        Break("the reranker guesses", "rerank", reranker=Guessing(), settings=(("rerank_weight", 1.0),)),
        Break("garble the finished answer", "answer", answer=garbled),
    )
