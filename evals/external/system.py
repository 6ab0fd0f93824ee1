"""What a system that is measured has to do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing that was found: its text, the name of its document, and the system's own score.

    The score is kept, not compared: scales differ, and the order in which hits come is the ranking.
    """

    text: str
    document: str
    score: float = 0.0


class System(Protocol):
    """Anything that can be asked."""

    @property
    def name(self) -> str:
        """How it is called in tables."""
        ...

    def search(self, question: str, limit: int) -> Sequence[Hit]:
        """Return at most ``limit`` hits, best first; none says that there is no answer.

        Raises:
            DianmianError: The system failed; nothing is known then.
        """
        ...
