"""An embedder that is timed while it works."""

from collections.abc import Sequence
from time import perf_counter

from core.embedding import Embedder, OnBatch, Space, Vectors


class Timed:
    """Passes everything on to ``embedder`` and adds up how long it takes; warming up is not counted."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._seconds = {"passage": 0.0, "question": 0.0}
        self._texts = {"passage": 0, "question": 0}

    @property
    def space(self) -> Space:
        return self._embedder.space

    @property
    def passage_milliseconds(self) -> float | None:
        """Mean time of a passage, ``None`` before the first."""
        return self._mean("passage")

    @property
    def question_milliseconds(self) -> float | None:
        """Mean time of a question, ``None`` before the first."""
        return self._mean("question")

    def warm_up(self) -> None:
        """Load the model."""
        self._embedder.warm_up()

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question."""
        started = perf_counter()
        vector = self._embedder.embed_query(text)
        self._add("question", 1, started)
        return vector

    def embed_passages(self, texts: Sequence[str], on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector a text."""
        started = perf_counter()
        vectors = self._embedder.embed_passages(texts, on_batch)
        self._add("passage", len(texts), started)
        return vectors

    def _add(self, kind: str, texts: int, started: float) -> None:
        self._seconds[kind] += perf_counter() - started
        self._texts[kind] += texts

    def _mean(self, kind: str) -> float | None:
        return 1000 * self._seconds[kind] / self._texts[kind] if self._texts[kind] else None
