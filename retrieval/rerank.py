"""The best passages read again, together with the question. Whatever fails here, the fused order is still there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.answer import Passage
from core.errors import DianmianError
from core.question import AnalysedQuestion
from core.reranking import Reranker, Scores
from core.settings import Settings
from retrieval.versions import version_factor

NONE_CONFIGURED = "reranker: none configured"


@dataclass(frozen=True, slots=True)
class Reranked:
    """Passages best first, and what was skipped; ``trace`` lists the scores given, best passage first."""

    passages: tuple[Passage, ...]
    degraded: tuple[str, ...] = ()
    trace: tuple[Mapping[str, object], ...] = ()


def rerank(
    passages: Sequence[Passage], question: AnalysedQuestion, reranker: Reranker | None, settings: Settings
) -> Reranked:
    """Order ``passages`` anew by reading the first ``rerank_top`` of them.

    How many are read does not depend on how many are wanted, so that fewer results are the head of more. The final
    score of a passage that was read is the weighted mean of what the reranker gives it (less for an outdated version)
    and its fused score. All others keep their order behind those, their fused score scaled down to lie below.
    """
    if reranker is None:
        return Reranked(tuple(passages), (NONE_CONFIGURED,))
    head = passages[: settings.rerank_top]
    try:
        scores = reranker.score(_clean(question.text), [_clean(passage.chunk.embedding_text) for passage in head])
    except DianmianError as error:
        return Reranked(tuple(passages), (f"reranker: {error.message}, fused order kept",))
    ordered = _ordered(passages, scores, question, settings.rerank_weight)
    degraded = (f"reranker: {scores.missed}, they keep their fused order",) if scores.missed else ()
    trace = tuple(
        {"chunk": passage.chunk.id, "rerank": passage.rerank_score, "score": passage.score}
        for passage in ordered
        if passage.rerank_score is not None
    )
    return Reranked(ordered, degraded, trace)


def _ordered(
    passages: Sequence[Passage], scores: Scores, question: AnalysedQuestion, weight: float
) -> tuple[Passage, ...]:
    given = dict(zip((passage.chunk.id for passage in passages), scores.values, strict=False))
    read: list[Passage] = []
    for passage in passages:
        value = given.get(passage.chunk.id)
        if value is not None:
            worth = value * version_factor(passage.source, question)
            final = weight * worth + (1 - weight) * passage.score
            read.append(replace(passage, score=round(final, 6), rerank_score=round(value, 6)))
    if not read:
        return tuple(passages)
    read.sort(key=lambda passage: (-passage.score, passage.chunk.id))
    lowest = read[-1].score
    unread = (passage for passage in passages if given.get(passage.chunk.id) is None)
    return (*read, *(replace(passage, score=round(lowest * passage.score, 6)) for passage in unread))


def _clean(text: str) -> str:
    """Return ``text`` without what no model can be given: NUL and lone surrogates."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
