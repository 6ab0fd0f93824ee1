"""How well a fact answers a question: soft on names, exact on values and conditions."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.fact import Fact
from core.question import AnalysedQuestion, AskedQuantity
from retrieval.conditions import Verdict, verdict
from retrieval.lexical import WeightedTerms

_NAMES, _DIMENSION, _PASSAGE, _CONFIDENCE = 0.5, 0.2, 0.2, 0.1
_MET_BONUS, _NAMED_BONUS, _CONTRADICTED_FACTOR = 0.25, 0.1, 0.3
_UNASKED_DIMENSION = 0.5
_OTHER_DIMENSION = 0.0


@dataclass(frozen=True, slots=True)
class FactMatch:
    """A fact held against a question. ``score`` is 0–1; ``names`` is the share of the question its names cover."""

    fact: Fact
    score: float
    names: float
    verdict: Verdict
    dimension_fits: bool

    @property
    def why(self) -> str:
        fits = "fits" if self.dimension_fits else "does not fit"
        return f"names {self.names:.2f}, dimension {fits}, condition {self.verdict}"


def match(
    fact: Fact,
    question: AnalysedQuestion,
    terms: WeightedTerms,
    *,
    around: str = "",
    passage_score: float = 0.0,
    quantities: Iterable[AskedQuantity] | None = None,
) -> FactMatch:
    """Score ``fact`` for ``question``.

    Args:
        around: Document title and headings the fact stands under; they count as part of its names.
        passage_score: Fused score (0–1) of the fact's chunk, 0 when no search found it.
        quantities: Circumstances to hold against the conditions; all of the question's when not given.
    """
    names = terms.coverage(" ".join((around, fact.subject, fact.attribute, fact.value, _conditions(fact))))
    fit = _dimension_fit(fact, question)
    held = verdict(fact, question, quantities)
    score = _NAMES * names + _DIMENSION * fit + _PASSAGE * passage_score + _CONFIDENCE * fact.confidence
    if held == "met":
        score += _MET_BONUS
    if _named(fact, question):
        score += _NAMED_BONUS
    if held == "contradicted":
        score *= _CONTRADICTED_FACTOR
    if question.asks and fit == _OTHER_DIMENSION:
        score *= _UNASKED_DIMENSION
    return FactMatch(fact, round(min(score, 1.0), 4), names, held, fit > _OTHER_DIMENSION)


def _dimension_fit(fact: Fact, question: AnalysedQuestion) -> float:
    if not question.asks:
        return _UNASKED_DIMENSION
    if fact.quantity is not None and fact.quantity.dimension in question.asks:
        return 1.0
    return _OTHER_DIMENSION


def _named(fact: Fact, question: AnalysedQuestion) -> bool:
    wanted = {mention.canonical for mention in question.mentions if mention.kind == "attribute"}
    return fact.attribute in wanted


def _conditions(fact: Fact) -> str:
    return " ".join(condition.text for condition in fact.conditions)
