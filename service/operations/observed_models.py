"""Models as they are, every call counted and timed."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import TypeVar

from core.embedding import Embedder, OnBatch, Space, Vectors
from core.llm import Form, LanguageModel, Meter, Prompt
from core.reranking import Reranker, Scores
from service.operations.metrics import Metrics

F = TypeVar("F", bound=Form)


@contextmanager
def _counted(metrics: Metrics, model: str) -> Iterator[None]:
    started = perf_counter()
    try:
        yield
    except GeneratorExit:
        # Whoever listened has left; the model did nothing wrong.
        metrics.called(model, perf_counter() - started, None)
        raise
    except BaseException as error:
        metrics.called(model, perf_counter() - started, error)
        raise
    metrics.called(model, perf_counter() - started, None)


class ObservedEmbedder:
    """An embedder; see ``core.embedding.Embedder``."""

    def __init__(self, embedder: Embedder, metrics: Metrics) -> None:
        self._embedder = embedder
        self._metrics = metrics

    @property
    def space(self) -> Space:
        """The identity of the vectors."""
        return self._embedder.space

    def warm_up(self) -> None:
        """Load or reach the model."""
        self._embedder.warm_up()

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question, float32, shape (d,)."""
        with _counted(self._metrics, "embedding"):
            return self._embedder.embed_query(text)

    def embed_passages(self, texts: Sequence[str], on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector per passage, float32, shape (n, d)."""
        with _counted(self._metrics, "embedding"):
            return self._embedder.embed_passages(texts, on_batch)


class ObservedReranker:
    """A reranker; see ``core.reranking.Reranker``."""

    def __init__(self, reranker: Reranker, metrics: Metrics) -> None:
        self._reranker = reranker
        self._metrics = metrics

    @property
    def name(self) -> str:
        """The model's name."""
        return self._reranker.name

    def warm_up(self) -> None:
        """Load the model."""
        self._reranker.warm_up()

    def score(self, question: str, passages: Sequence[str]) -> Scores:
        """Score ``passages``."""
        with _counted(self._metrics, "rerank"):
            return self._reranker.score(question, passages)


class ObservedLanguageModel:
    """A language model; see ``core.llm.LanguageModel``."""

    def __init__(self, model: LanguageModel, metrics: Metrics) -> None:
        self._model = model
        self._metrics = metrics

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    def ask(self, prompt: Prompt, form: type[F], meter: Meter) -> F:
        """Return the answer as a filled ``form``."""
        with _counted(self._metrics, "llm"):
            return self._model.ask(prompt, form, meter)

    def write(self, prompt: Prompt, meter: Meter) -> Iterator[str]:
        """Yield running text piece by piece; the call ends with the last piece."""
        with _counted(self._metrics, "llm"):
            yield from self._model.write(prompt, meter)
