"""What the searches found for one question: the input of every answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.answer import Candidate, Passage
from core.question import AnalysedQuestion
from retrieval.fact_match import FactMatch
from retrieval.lexical import WeightedTerms
from retrieval.sets.selection import Selection


@dataclass(frozen=True, slots=True)
class Findings:
    """Passages and fact matches, best first.

    ``evidence`` (0–1) says whether the knowledge base speaks of what is asked. ``beyond`` holds the passages that
    diversity left out of the ranking: a fact of theirs may still be stated and then has its proof. ``agreed`` are
    pairs of facts that a person found not to contradict each other. ``cosines`` are the similarities of the vector
    search, best first. ``candidates`` is what each search found, before fusion. ``tuned`` are the settings of search
    that the knowledge base has of its own. ``unreached`` says why a filter left nothing to search, where it did.
    ``fused`` are chunk ids in fused order, before reranking and diversity.
    """

    question: AnalysedQuestion
    terms: WeightedTerms
    passages: tuple[Passage, ...]
    matches: tuple[FactMatch, ...]
    evidence: float
    degraded: tuple[str, ...] = ()
    timings: Mapping[str, float] = field(default_factory=dict)
    trace: Mapping[str, Any] = field(default_factory=dict)
    beyond: tuple[Passage, ...] = ()
    agreed: frozenset[frozenset[str]] = frozenset()
    cosines: tuple[float, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    tuned: Mapping[str, float] = field(default_factory=dict)
    selection: Selection | None = None
    fused: tuple[str, ...] = ()
    unreached: str = ""

    def passage_of(self, chunk_id: str) -> Passage | None:
        """Return the passage of a chunk that some search found."""
        found = (passage for group in (self.passages, self.beyond) for passage in group if passage.chunk.id == chunk_id)
        return next(found, None)
