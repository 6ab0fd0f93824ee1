"""Vectors for many chunks from the model's vectors of some."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from core.embedding import Embedder

_SEED = 7
# Two texts of the corpus are as near to each other as a vector and what is spread around it.
_NOISE = 0.6


def spread(
    embedder: Embedder, texts: Sequence[str], count: int, at_once: int
) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """Yield (first number, vectors of shape (n, d)) for ``count`` chunks, ``at_once`` at a time.

    The first ``len(texts)`` vectors are what the model makes of ``texts``. Embedding all would take an hour, so each
    of the others is the sum of one of these and of noise of 0.6 times its length, brought to length one. They fill
    the space about as densely as real ones; what they are near to says nothing of their chunk's text.
    """
    real = embedder.embed_passages(list(texts))
    choose = np.random.default_rng(_SEED)
    for first in range(0, count, at_once):
        numbers = np.arange(first, min(first + at_once, count))
        noise = choose.standard_normal((len(numbers), real.shape[1])).astype(np.float32)
        noise *= _NOISE / np.linalg.norm(noise, axis=1, keepdims=True)
        mixed = real[numbers % len(real)] + noise
        vectors = np.where((numbers < len(real))[:, None], real[numbers % len(real)], mixed)
        yield first, vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
