"""What every embedding model offers, wherever it runs."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from core.embedding.space import Space

Vectors = npt.NDArray[np.float32]
OnBatch = Callable[[int], None]


class Embedder(Protocol):
    """Turns text into vectors of length 1, so that a dot product is the cosine.

    Making one is cheap; the model is loaded by ``warm_up`` or by the first call that needs it. All methods may
    be called from several threads. NUL and lone surrogates in a text are replaced, everything else is embedded
    as it stands.
    """

    @property
    def space(self) -> Space:
        """The identity of the vectors; free after ``warm_up``, may load the model before.

        Raises:
            ConfigurationError: The model cannot be used as configured.
            UpstreamFailed: A remote model did not answer.
        """
        ...

    def warm_up(self) -> None:
        """Load or reach the model, so that a wrong setting shows at start and not at the first question.

        Raises:
            ConfigurationError: The model cannot be used as configured.
            UpstreamFailed: A remote model did not answer.
            RateLimited: A remote model refuses more calls for now.
        """
        ...

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question, float32, shape (d,).

        Raises:
            InvalidInput: The text is blank.
            UpstreamFailed: The model failed or sent vectors that cannot be used.
            RateLimited: A remote model refuses more calls for now.
        """
        ...

    def embed_passages(self, texts: Sequence[str], on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector per passage in the order given, float32, shape (n, d); (0, d) for no texts.

        Args:
            texts: Passages, none of them blank.
            on_batch: Called after every batch with the number of passages done so far.

        Raises:
            InvalidInput: A passage is blank; the place names its position, counted from 0.
            UpstreamFailed: The model failed or sent vectors that cannot be used.
            RateLimited: A remote model refuses more calls for now.
        """
        ...
