"""The point layer's search: exact facts first, by name and value, in SQL."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from core.answer import Candidate
from core.fact import Fact, FactState
from core.question import AnalysedQuestion
from retrieval.fact_match import FactMatch, match
from retrieval.lexical import WeightedTerms
from store import facts as fact_store
from store.facts import FactFilter
from store.reach import Reach
from store.session import Session

_NAMED_LIMIT = 400
# Measured on public tables: more right ones come first from 0.1 to 0.6, and none is lost up to 0.4.
_WHOLE_NAMES = 0.3
# Weak matches put wrong paragraphs of two reading sets first; from 0.25 on some weak but right ones are missed.
_FLOOR = 0.2


def named_facts(
    session: Session,
    kb_id: int,
    question: AnalysedQuestion,
    states: tuple[FactState, ...] = fact_store.LIVE,
    within: Reach | None = None,
) -> list[Fact]:
    """Return facts whose attribute or subject the question names; both when it names both and some fact has both.

    A name only seen in facts may stand in a question by chance (属于 is some thing's attribute): what it names is then
    read beside the rest of its subject, and never instead of it.
    """
    attributes = _names(question, "attribute")
    subjects = _names(question, "subject")
    if not attributes and not subjects:
        return []
    everywhere = FactFilter(subjects=subjects, attributes=attributes, states=states, limit=_NAMED_LIMIT)
    both = limited(everywhere, within)
    found = fact_store.select(session, kb_id, both)
    observed = tuple(m.canonical for m in question.mentions if m.kind == "subject" and not m.curated)
    if attributes and observed:
        found += fact_store.select(session, kb_id, replace(both, subjects=observed, attributes=()))
    if not found and attributes and subjects:
        found = fact_store.select(session, kb_id, replace(both, subjects=()))
    return list(found)


def limited(wanted: FactFilter, within: Reach | None) -> FactFilter:
    """Return ``wanted`` limited to what a search may look in."""
    if within is None:
        return wanted
    chunks = None if within.chunks is None else tuple(within.chunks)
    return replace(wanted, document_ids=tuple(within.documents), chunk_ids=chunks)


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
    of_aspect = terms.restricted(question.aspect)
    matches = {
        fact.id: match(
            fact,
            question,
            terms,
            around=surroundings.get(fact.chunk_id, ""),
            passage_score=passage_scores.get(fact.chunk_id, 0.0),
            of_aspect=of_aspect,
        )
        for fact in found
    }
    return sorted(matches.values(), key=lambda item: (-item.score, item.fact.id))


def candidates(matches: Sequence[FactMatch]) -> tuple[Candidate, ...]:
    """Return one candidate per chunk, best first: its best fact.

    A chunk that holds the row and the column the question names whole counts more, be they of another fact.
    """
    best: dict[str, FactMatch] = {}
    whole: dict[str, float] = {}
    for item in matches:
        chunk_id = item.fact.chunk_id
        best.setdefault(chunk_id, item)
        whole[chunk_id] = max(whole.get(chunk_id, 0.0), item.whole)
    scores = {name: round(min(item.score + _WHOLE_NAMES * whole[name], 1.0), 4) for name, item in best.items()}
    ordered = sorted(best, key=lambda name: -scores[name])
    return tuple(
        Candidate("structured", name, rank, _weight_of(scores[name]), best[name].fact.id, best[name].why)
        for rank, name in enumerate(ordered, start=1)
    )


def _weight_of(score: float) -> float:
    """Return what a match of ``score`` counts in fusion, 0–1: facts that hardly fit say nothing of their passage."""
    return round(max(score - _FLOOR, 0.0) / (1 - _FLOOR), 4)


def _names(question: AnalysedQuestion, kind: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mention.canonical for mention in question.mentions if mention.kind == kind))
