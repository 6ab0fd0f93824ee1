"""An answer before it is numbered and rendered: a headline and the quotes that carry it."""

from dataclasses import dataclass

from core.answer import Grade, Route
from core.fact import Fact
from retrieval.quotes import Quote


@dataclass(frozen=True, slots=True)
class DraftAnswer:
    """``headline`` is the direct answer (empty when the quotes speak for themselves)."""

    headline: str
    quotes: tuple[Quote, ...]
    route: Route
    grade: Grade
    confidence: float
    facts: tuple[Fact, ...] = ()
    conflicts: tuple[str, ...] = ()
    refused: bool = False
    reason: str = ""


def grade_of(facts: tuple[Fact, ...]) -> Grade:
    """Return the grade of an answer that states ``facts``."""
    if not facts:
        return "quoted"
    return "exact_approved" if all(fact.state == "approved" for fact in facts) else "exact_candidate"
