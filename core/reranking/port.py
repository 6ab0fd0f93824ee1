"""What every reranker offers, wherever it runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Scores:
    """One score, 0–1, for each passage in the order given; ``None`` for one that has none. ``missed`` says why."""

    values: tuple[float | None, ...]
    missed: str = ""


class Reranker(Protocol):
    """Reads the question together with each passage. Making one is cheap. May be called from several threads."""

    @property
    def name(self) -> str:
        """The model's name."""
        ...

    def warm_up(self) -> None:
        """Load the model, so that the first question need not wait. A remote one needs nothing.

        Raises:
            ConfigurationError: The model cannot be used as configured.
        """
        ...

    def score(self, question: str, passages: Sequence[str]) -> Scores:
        """Score ``passages``, given best first, in that order until the time set is over.

        Raises:
            ConfigurationError: The model or service cannot be used as configured.
            UpstreamFailed: It failed, or sent what cannot be read.
            RateLimited: A remote service refuses more calls for now.
        """
        ...
