"""The point layer's search: exact facts first, by name and value, in SQL."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from core.answer import Candidate
from core.fact import Fact, FactState
from core.question import AnalysedQuestion
from retrieval.fact_match import FactMatch, match
from retrieval.lexical import WeightedTerms
from store import facts as fact_store
from store.facts import FactFilter
from store.session import Session

_NAMED_LIMIT = 400


def named_facts(
    session: Session,
    kb_id: int,
    question: AnalysedQuestion,
    states: tuple[FactState, ...] = fact_store.LIVE,
    documents: Collection[str] | None = None,
) -> list[Fact]:
    """Return facts whose attribute or subject the question names; both when it names both and some fact has both.

    A name only seen in facts may stand in a question by chance (属于 is some thing's attribute): what it names is then
    read beside the rest of its subject, and never instead of it.
    """
    attributes = _names(question, "attribute")
    subjects = _names(question, "subject")
    if not attributes and not subjects:
        return []
    within = None if documents is None else tuple(documents)
    both = FactFilter(subjects=subjects, attributes=attributes, states=states, document_ids=within, limit=_NAMED_LIMIT)
    found = fact_store.select(session, kb_id, both)
    observed = tuple(m.canonical for m in question.mentions if m.kind == "subject" and not m.curated)
    if attributes and observed:
        found += fact_store.select(session, kb_id, replace(both, subjects=observed, attributes=()))
    if not found and attributes and subjects:
        found = fact_store.select(session, kb_id, replace(both, subjects=()))
    return list(found)


def holds(session: Session, kb_id: int, subject: str, attribute: str) -> bool:
    """Return whether some fact gives ``subject`` this ``attribute``."""
    found = fact_store.select(session, kb_id, FactFilter(subjects=(subject,), attributes=(attribute,), limit=1))
    return bool(list(found))


def ranked(
    found: Iterable[Fact],
    question: AnalysedQuestion,
    terms: WeightedTerms,
    surroundings: Mapping[str, str],
    passage_scores: Mapping[str, float],
) -> list[FactMatch]:
    """Hold facts against the question, best first.

    Args:
        surroundings: Chunk id → document title and headings.
        passage_scores: Chunk id → fused score of the chunk searches.
    """
    matches = {
        fact.id: match(
            fact,
            question,
            terms,
            around=surroundings.get(fact.chunk_id, ""),
            passage_score=passage_scores.get(fact.chunk_id, 0.0),
        )
        for fact in found
    }
    return sorted(matches.values(), key=lambda item: (-item.score, item.fact.id))


def candidates(matches: Sequence[FactMatch]) -> tuple[Candidate, ...]:
    """Return one candidate per chunk: its best fact."""
    best: dict[str, FactMatch] = {}
    for item in matches:
        best.setdefault(item.fact.chunk_id, item)
    return tuple(
        Candidate("structured", chunk_id, rank, item.score, item.fact.id, item.why)
        for rank, (chunk_id, item) in enumerate(best.items(), start=1)
    )


def _names(question: AnalysedQuestion, kind: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mention.canonical for mention in question.mentions if mention.kind == kind))
