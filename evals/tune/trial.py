"""Asking a suite under every choice of fusion weights."""

from collections.abc import Callable, Iterable, Sequence

from core.embedding import Embedder, OnBatch, Space, Vectors
from core.settings import Settings
from evals.answering import TOP, scored
from evals.suite import Case
from evals.tune.outcome import Outcome
from evals.tune.setting import SHARES, Setting, Weights
from retrieval.compose import compose
from retrieval.retriever import Retriever

Tick = Callable[[int, int], None]


class Remembering:
    """An embedder that embeds each question once, however often it is asked."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, Vectors] = {}

    @property
    def space(self) -> Space:
        return self._embedder.space

    def warm_up(self) -> None:
        """Load the model."""
        self._embedder.warm_up()

    def embed_passages(self, texts: Sequence[str], on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector a text."""
        return self._embedder.embed_passages(texts, on_batch)

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question."""
        if text not in self._known:
            self._known[text] = self._embedder.embed_query(text)
        return self._known[text]


def outcomes(
    cases: Sequence[Case],
    kb: str,
    retriever: Retriever,
    settings: Settings,
    present: Setting,
    tried: Iterable[Weights],
    tick: Tick,
) -> dict[Weights, list[Outcome]]:
    """Return weights → the outcome of each case; errors are those of ``Retriever.search``.

    Args:
        retriever: Searches; without a language model, whose words would differ from run to run.
        tick: Told how many choices of weights are done, of how many.
    """
    choices = list(tried)
    shares = tuple(dict.fromkeys((present.share, *SHARES)))
    found: dict[Weights, list[Outcome]] = {}
    for number, weights in enumerate(choices, start=1):
        chosen = settings.model_copy(update={**Setting(weights, 0.0, present.share).stored})
        view = retriever.fixed(chosen)
        found[weights] = [_outcome(case, kb, view, chosen, shares) for case in cases]
        tick(number, len(choices))
    return found


def _outcome(case: Case, kb: str, view: Retriever, chosen: Settings, shares: Sequence[float]) -> Outcome:
    findings = view.search(kb, case.question)
    results = {}
    for share in shares:
        # The threshold is 0 here: what would be answered is kept beside the evidence, and any threshold applied later.
        at_share = chosen.model_copy(update={"context_share": share, "refusal_threshold": 0.0})
        results[share] = scored(case, compose(findings, at_share, limit=max(TOP, 10)))
    return Outcome(findings.evidence, results)
