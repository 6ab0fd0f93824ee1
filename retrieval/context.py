"""What is handed over with an answer: the passages that speak of the question, not a fixed number of them."""

from collections.abc import Iterable, Sequence

from core.answer import Passage


def context_of(
    passages: Sequence[Passage], cited: Iterable[Passage], *, limit: int, share: float
) -> tuple[Passage, ...]:
    """Return the passages that go with an answer, best first, and behind them those cited besides.

    Args:
        passages: All found, best first, scores 0–1.
        cited: What the answer quotes: a citation points only into the context.
        limit: At most so many of ``passages``.
        share: Passages scored below this share (0–1) of the best one are left out; 0 keeps all.
    """
    least = passages[0].score * share if passages else 0.0
    best = [passage for passage in passages[:limit] if passage.score >= least]
    known = {passage.chunk.id for passage in best}
    besides = {passage.chunk.id: passage for passage in cited if passage.chunk.id not in known}
    return (*best, *besides.values())
