"""Any sentence-transformers CrossEncoder, by name or from a folder."""

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from core.errors import ConfigurationError, UpstreamFailed
from core.reranking.loading import load
from core.reranking.port import Scores
from core.settings import Settings

# Small, because a batch that has begun cannot be stopped when the time is over.
_BATCH = 4
_SECONDS_BETWEEN_TRIES = 60.0


class CrossEncoderReranker:
    """Runs a model in this process. Its output is taken as a logit, whatever the model itself would make of it.

    Args:
        settings: Name the model, and the seconds that scoring may take; loading is not counted.
        clock: Seconds that only grow.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = monotonic) -> None:
        if not settings.rerank_model:
            raise ConfigurationError(
                "a CrossEncoder needs a model",
                place="DIANMIAN_RERANK_MODEL",
                advice="give a model name or a folder",
            )
        self._settings = settings
        self._clock = clock
        # Tokenizers keep padding state between calls and fail when two threads use one at once.
        self._lock = Lock()
        self._model: Any = None
        self._failure: tuple[float, ConfigurationError] | None = None

    @property
    def name(self) -> str:
        """The model's name, or that of its folder."""
        return Path(self._settings.rerank_model).name

    def warm_up(self) -> None:
        """Load the model.

        Raises:
            ConfigurationError: There is no such model, or it gives more than one score.
        """
        with self._lock:
            self._loaded()

    def score(self, question: str, passages: Sequence[str]) -> Scores:
        """Score ``passages`` in their order, a few at a time, until the time is over. See ``Reranker.score``."""
        self.warm_up()
        end = self._clock() + self._settings.rerank_timeout
        found: list[float | None] = []
        while len(found) < len(passages) and self._clock() < end:
            batch = passages[len(found) : len(found) + _BATCH]
            # Another question may hold the model: waiting for it takes of our time too.
            if not self._lock.acquire(timeout=max(end - self._clock(), 0.0)):
                break
            try:
                found += self._scored(question, batch)
            finally:
                self._lock.release()
        left = len(passages) - len(found)
        missed = f"{left} of {len(passages)} passages not scored within {self._settings.rerank_timeout:g} s"
        return Scores((*found, *[None] * left), missed if left else "")

    def _scored(self, question: str, batch: Sequence[str]) -> list[float]:
        from torch.nn import Sigmoid

        pairs = [(question, passage) for passage in batch]
        try:
            raw = self._loaded().predict(pairs, batch_size=len(pairs), show_progress_bar=False, activation_fn=Sigmoid())
        except (RuntimeError, MemoryError, IndexError) as error:
            raise UpstreamFailed(f"the reranker failed: {error}", place=self.name) from error
        found = [float(value) for value in raw]
        # A model with broken weights gives NaN, which cannot be put in order.
        if len(found) != len(batch) or any(not 0 <= value <= 1 for value in found):
            raise UpstreamFailed("the reranker gave scores that are no numbers", place=self.name)
        return found

    def _loaded(self) -> Any:
        """Return the model; a failure is remembered for a minute, so that not every question waits for the hub."""
        if self._failure and self._clock() < self._failure[0] + _SECONDS_BETWEEN_TRIES:
            raise self._failure[1]
        if self._model is None:
            try:
                self._model = load(self._settings.rerank_model)
            except ConfigurationError as error:
                self._failure = (self._clock(), error)
                raise
            self._failure = None
        return self._model
