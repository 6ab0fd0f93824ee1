"""Chunk search by words: BM25 over characters' uni- and bigrams and segmented words."""

from collections.abc import Sequence

from core.answer import Candidate
from core.question import AnalysedQuestion
from core.text import query_tokens
from retrieval.scale import to_unit
from store import keywords
from store.reach import Reach
from store.session import Session
from store.word_counts import WordCounts

_EXPANSION_WEIGHT = 0.5


def keyword_search(
    session: Session,
    kb_id: int,
    question: AnalysedQuestion,
    limit: int,
    within: Reach | None = None,
    counts: WordCounts | None = None,
) -> tuple[Candidate, ...]:
    """Return the chunks that share the question's words, best first; scores stretched to 0–1.

    Args:
        within: Where to look; ``None`` means everywhere.
        counts: What is known of the words at this revision, if the caller keeps it.
    """
    weights = token_weights(question.text, _added(question))
    documents, chunks = (None, None) if within is None else (within.documents, within.chunks)
    hits = keywords.search(session, kb_id, weights, limit, documents, chunks, counts)
    scores = to_unit([score for _, score in hits])
    return tuple(
        Candidate("keyword", chunk_id, rank, score, why=f"bm25 {bm25:.2f}")
        for rank, ((chunk_id, bm25), score) in enumerate(zip(hits, scores, strict=True), start=1)
    )


def _added(question: AnalysedQuestion) -> tuple[str, ...]:
    forms = (form for found in question.written_forms.values() for form in found)
    return tuple(dict.fromkeys((*question.expansions, *forms)))


def token_weights(text: str, expansions: Sequence[str] = ()) -> dict[str, float]:
    """Return token → weight for a question and its expansions; expansions count half."""
    weights = query_tokens(text)
    for expansion in expansions:
        for token, weight in query_tokens(expansion).items():
            weights.setdefault(token, weight * _EXPANSION_WEIGHT)
    return weights
