"""An embedder that embeds every text once, so that the same documents can be loaded many times over."""

from collections.abc import Sequence

import numpy as np

from core.embedding import Embedder, OnBatch, Vectors
from evals.tune.trial import Remembering


class RememberingAll(Remembering):
    """Remembers passages as well as questions."""

    def __init__(self, embedder: Embedder) -> None:
        super().__init__(embedder)
        self._passages: dict[str, Vectors] = {}

    def embed_passages(self, texts: Sequence[str], on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector a text; only those not seen before are embedded."""
        new = [text for text in dict.fromkeys(texts) if text not in self._passages]
        if new:
            vectors = self._embedder.embed_passages(new, on_batch)
            self._passages.update(zip(new, vectors, strict=True))
        return np.stack([self._passages[text] for text in texts]) if texts else self._embedder.embed_passages(texts)
