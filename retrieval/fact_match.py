"""How well a fact answers a question: soft on names, exact on values and conditions."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from core.fact import Fact
from core.question import AnalysedQuestion, AskedQuantity
from core.text import fold
from retrieval.conditions import Verdict, goes_without_saying, verdict
from retrieval.headers import header_factor, header_said, is_tabled, said_whole
from retrieval.lexical import WeightedTerms
from retrieval.scoping import holds_elsewhere, holds_there, words_of

# Shares of the score; together 1.
_NAMES, _ASPECT, _ATTRIBUTE, _DIMENSION, _PASSAGE, _CONFIDENCE, _MET, _NAMED = (
    0.2,
    0.2,
    0.05,
    0.13,
    0.12,
    0.05,
    0.15,
    0.1,
)
_CONTRADICTED, _OTHER_KIND, _OTHER_SUBJECT, _UNNAMED_SUBJECT = 0.3, 0.5, 0.5, 0.85
_UNSTATED, _UNSTATED_NEGATION, _OTHER_FORM, _ANY_SCOPE = 0.85, 0.7, 0.75, 0.92
_STATED_SHARE = 0.4
_NEGATION = re.compile(r"未(?!满)|没|不(?!满|足|超过|少于|低于|得|同)|非|无(?!理由)")
_ANY_KIND, _SAME_MATTER = 0.5, 0.7
_NEVER_BARE = frozenset({"ratio", "date", "time_of_day"})
_SPANS_OF_TIME = frozenset({"duration", "business_days", "time_of_day"})


@dataclass(frozen=True, slots=True)
class FactMatch:
    """A fact held against a question. ``score`` is 0–1.

    ``names`` is the share of the question that the fact's names and surroundings cover, ``aspect`` the share of what
    is asked of the subject: the question without the subjects it names. ``whole`` is the share of a table's row and
    column names that the question says word for word.
    """

    fact: Fact
    score: float
    names: float
    aspect: float
    named: bool
    verdict: Verdict
    dimension_fits: bool
    whole: float = 0.0

    @property
    def why(self) -> str:
        fits = "fits" if self.dimension_fits else "does not fit"
        return f"names {self.names:.2f}, aspect {self.aspect:.2f}, dimension {fits}, condition {self.verdict}"


def match(
    fact: Fact,
    question: AnalysedQuestion,
    terms: WeightedTerms,
    *,
    around: str = "",
    passage_score: float = 0.0,
    quantities: Iterable[AskedQuantity] | None = None,
    of_aspect: WeightedTerms | None = None,
) -> FactMatch:
    """Score ``fact`` for ``question``.

    Args:
        around: Document title and headings the fact stands under; they count as part of its names.
        passage_score: Fused score (0–1) of the fact's chunk, 0 when no search found it.
        quantities: Circumstances to hold against the conditions; all of the question's when not given.
        of_aspect: ``terms`` restricted to the question's aspect, where the caller has them.
    """
    around = " ".join((around, *words_of(fact.scope)))
    text = " ".join((around, fact.subject, fact.attribute, fact.value, _conditions(fact)))
    names = terms.coverage(text)
    # Where the aspect is the question without its subject, the fact's own subject proves nothing of it.
    stripped = any(mention.kind == "subject" and mention.curated for mention in question.mentions)
    told = " ".join((around, "" if stripped else fact.subject, fact.attribute, fact.value, _conditions(fact)))
    aspect = (of_aspect or terms.restricted(question.aspect)).coverage(told)
    named = _named(fact, question)
    fit = _dimension_fit(fact, question)
    held = "contradicted" if holds_elsewhere(fact.scope, question) else verdict(fact, question, quantities)
    score = _NAMES * names + _ASPECT * aspect + _DIMENSION * fit + _PASSAGE * passage_score
    score += (
        _ATTRIBUTE * terms.coverage(fact.attribute)
        + _CONFIDENCE * fact.confidence
        + _MET * (held == "met")
        + _NAMED * named
    )
    score *= _subject_factor(fact, question, around) * header_factor(fact, question, around)
    if held == "contradicted":
        score *= _CONTRADICTED
    if held != "contradicted":
        score *= _condition_factor(open_conditions(fact, held), question, terms)
    if question.scope and not holds_there(fact.scope, question):
        score *= _ANY_SCOPE
    if (fact.rule.endswith("threshold")) != question.threshold:
        score *= _OTHER_FORM
    if fit == 0.0 and not header_said(fact, question):
        score *= _OTHER_KIND
    return FactMatch(fact, round(score, 4), names, aspect, named, held, fit > 0.0, said_whole(fact, question))


def _subject_factor(fact: Fact, question: AnalysedQuestion, around: str) -> float:
    """Return what is left of a score when the fact is about something the question does not name."""
    asked = [mention.canonical for mention in question.mentions if mention.kind == "subject" and mention.curated]
    own = fold(" ".join((fact.subject, _conditions(fact))))
    if asked and not any(fold(name) in own for name in asked):
        return _OTHER_SUBJECT if not any(fold(name) in fold(around) for name in asked) else _UNNAMED_SUBJECT
    named = any(part in question.normalised for part in pairs_of(fold(fact.subject)))
    return 1.0 if named else _UNNAMED_SUBJECT


def open_conditions(fact: Fact, held: Verdict) -> list[str]:
    """Return the conditions a question would have to state; an interval it lies in is stated."""
    open_ones = [c for c in fact.conditions if held != "met" or c.quantity is None]
    return [c.text for c in open_ones if not goes_without_saying(c.text)]


def _condition_factor(conditions: list[str], question: AnalysedQuestion, terms: WeightedTerms) -> float:
    """Return what is left of a score when the fact holds under a condition that the question does not state."""
    texts = [fold(text) for text in conditions]
    if not _NEGATION.search(question.text) and any(_NEGATION.search(text) for text in texts):
        return _UNSTATED_NEGATION
    stated = all(max(_said(text, question.normalised), terms.coverage(text)) >= _STATED_SHARE for text in texts)
    return 1.0 if stated else _UNSTATED


def _said(text: str, question: str) -> float:
    pairs = pairs_of(text)
    return sum(pair in question for pair in pairs) / len(pairs)


def pairs_of(text: str) -> list[str]:
    """Return the pairs of characters next to each other; a shorter text itself."""
    return [text[at : at + 2] for at in range(len(text) - 1)] or [text]


def _dimension_fit(fact: Fact, question: AnalysedQuestion) -> float:
    if not question.asks:
        return _ANY_KIND
    if fact.quantity is None:
        return 0.0
    if fact.quantity.dimension in question.asks:
        return 1.0
    # A cell's unit often stands where nobody reads it; the bare number may then be whatever is counted.
    if fact.quantity.dimension == "number" and is_tabled(fact) and not _NEVER_BARE.intersection(question.asks):
        return _ANY_KIND
    # 什么时候 is answered by a day as well as by how long after what.
    return _SAME_MATTER if "date" in question.asks and fact.quantity.dimension in _SPANS_OF_TIME else 0.0


def _named(fact: Fact, question: AnalysedQuestion) -> bool:
    wanted = {mention.canonical for mention in question.mentions if mention.kind == "attribute"}
    return fact.attribute in wanted


def _conditions(fact: Fact) -> str:
    return " ".join(condition.text for condition in fact.conditions)
