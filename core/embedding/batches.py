"""Passages in batches of similar length, and the checks every vector passes before it leaves."""

from collections.abc import Callable, Sequence

import numpy as np

from core.embedding.port import OnBatch, Vectors
from core.errors import InvalidInput, UpstreamFailed

_SMALLEST_NORM = 1e-12


def readable(text: str, place: str) -> str:
    """Return ``text`` without what no model can be given (NUL, lone surrogates).

    Raises:
        InvalidInput: Nothing is left to embed.
    """
    # C code takes NUL as the end of the text, and UTF-8 has no bytes for a lone surrogate.
    clean = text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
    if not clean.strip():
        raise InvalidInput("blank text has no meaning to embed", place=place, advice="leave it out")
    return clean


def unit_vectors(raw: object, count: int, dimension: int, place: str) -> Vectors:
    """Return ``raw`` as float32 rows of length 1, shape (count, dimension).

    Raises:
        UpstreamFailed: Another shape, a value that is not a finite number, or a vector of zeros.
    """
    try:
        vectors = np.array(raw, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise UpstreamFailed("the model sent vectors of unequal length or not of numbers", place=place) from error
    if vectors.shape != (count, dimension):
        raise UpstreamFailed(
            f"expected {count} vectors of {dimension} numbers, got shape {vectors.shape}",
            place=place,
            advice="check the model and its dimension",
        )
    norms = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    if not np.isfinite(norms).all() or (norms < _SMALLEST_NORM).any():
        raise UpstreamFailed("the model sent a vector that is zero or not finite", place=place)
    unit: Vectors = (vectors / norms).astype(np.float32)
    return unit


def embed_in_batches(
    texts: Sequence[str],
    size: int,
    dimension: int,
    embed: Callable[[list[str]], Vectors],
    on_batch: OnBatch | None = None,
) -> Vectors:
    """Embed ``texts`` longest first, ``size`` at a time, and return rows in the order given, shape (n, dimension).

    Longest first: texts of like length waste no padding, and a batch too big for the memory fails at once.
    """
    clean = [readable(text, f"passages[{position}]") for position, text in enumerate(texts)]
    order = sorted(range(len(clean)), key=lambda position: -len(clean[position]))
    rows = np.empty((len(clean), dimension), dtype=np.float32)
    for start in range(0, len(order), size):
        batch = order[start : start + size]
        rows[batch] = embed([clean[position] for position in batch])
        if on_batch is not None:
            on_batch(start + len(batch))
    return rows
