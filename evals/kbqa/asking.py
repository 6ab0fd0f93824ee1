"""Asking the structured layer one question, and saying where a wrong answer was lost."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from time import perf_counter

from core.knowledge_base import KnowledgeBase
from core.question import AnalysedQuestion
from core.text import fold
from evals.kbqa.triples import Triple
from retrieval.analyse import analyse
from retrieval.fact_match import FactMatch
from retrieval.knowledge import Knowledge, weighted_terms
from retrieval.structured import named_facts, ranked
from store.session import Session

RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, its best fact and the seconds both took. ``cause`` names the first step that lost the answer."""

    triple: Triple
    best: FactMatch | None
    subject_linked: bool
    attribute_right: bool
    cause: str
    seconds: float
    matching: float

    @property
    def right(self) -> bool:
        return self.cause == RIGHT


def ask(session: Session, kb: KnowledgeBase, knowledge: Knowledge, triple: Triple, stored: Collection[str]) -> Asked:
    """Ask ``triple.question`` of facts alone and score the best one.

    Args:
        stored: Folded ``subject attribute value`` of every stored fact.
    """
    started = perf_counter()
    question = analyse(triple.question, knowledge.matcher)
    matched = perf_counter() - started
    terms = weighted_terms(session, question, knowledge.counts)
    found = ranked(named_facts(session, kb.id, question), question, terms, {}, {})
    seconds = perf_counter() - started
    best = found[0] if found else None
    linked = any(m.kind == "subject" and fold(m.canonical) == fold(triple.subject) for m in question.mentions)
    attribute = best is not None and fold(best.fact.attribute) == fold(triple.attribute)
    return Asked(triple, best, linked, attribute, _cause(triple, question, found, stored), seconds, matched)


def key(subject: str, attribute: str, value: str) -> str:
    """Return what two statements are told apart by."""
    return "\t".join(map(fold, (subject, attribute, value)))


def _cause(triple: Triple, question: AnalysedQuestion, found: Sequence[FactMatch], stored: Collection[str]) -> str:
    if found and fold(found[0].fact.value) == fold(triple.value):
        return RIGHT
    if key(triple.subject, triple.attribute, triple.value) not in stored:
        return "not stored as a fact"
    if fold(triple.subject) not in question.normalised:
        return "the question writes the subject otherwise"
    if not any(m.kind == "subject" and fold(m.canonical) == fold(triple.subject) for m in question.mentions):
        return "the subject was not linked"
    if not any(fold(item.fact.value) == fold(triple.value) for item in found):
        return "linked, but its fact was not fetched"
    if fold(found[0].fact.subject) != fold(triple.subject):
        return "another subject ranked first"
    if fold(found[0].fact.attribute) == fold(triple.attribute):
        return "several values of one attribute"
    return "another attribute ranked first"
