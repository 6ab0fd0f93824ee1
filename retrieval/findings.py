"""What the searches found for one question: the input of every answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.answer import Passage
from core.question import AnalysedQuestion
from retrieval.fact_match import FactMatch
from retrieval.lexical import WeightedTerms


@dataclass(frozen=True, slots=True)
class Findings:
    """Passages and fact matches, best first. ``evidence`` (0–1) says whether the knowledge base speaks of it."""

    question: AnalysedQuestion
    terms: WeightedTerms
    passages: tuple[Passage, ...]
    matches: tuple[FactMatch, ...]
    evidence: float
    degraded: tuple[str, ...] = ()
    timings: Mapping[str, float] = field(default_factory=dict)
    trace: Mapping[str, Any] = field(default_factory=dict)

    def passage_of(self, chunk_id: str) -> Passage | None:
        """Return the passage of a chunk, if it is among the passages."""
        return next((passage for passage in self.passages if passage.chunk.id == chunk_id), None)
