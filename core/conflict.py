"""Contradictions between facts: what is known of their sources, and how a contradiction was settled."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

ResolutionRule = Literal["newer_version", "source_priority"]
Outcome = Literal["left", "right", "both"]
ConflictState = Literal["open", "resolved"]
RULES: tuple[ResolutionRule, ...] = ("newer_version", "source_priority")


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a document stands among the others.

    Attributes:
        superseded_by: Documents in force that replace it: a newer version of its series, or one that repeals it.
        awaited: Documents that will replace it, but are not in force yet.
        priority: Metadata ``priority``; the larger number is the weightier source, 0 when none is given.
    """

    document_id: str
    superseded_by: frozenset[str] = frozenset()
    awaited: frozenset[str] = frozenset()
    priority: float = 0.0

    def succeeds(self, other: "Standing") -> bool:
        """Return whether this document is in force in place of ``other``."""
        return self.document_id in other.superseded_by

    def will_succeed(self, other: "Standing") -> bool:
        """Return whether this document is going to replace ``other`` on a day to come."""
        return self.document_id in other.awaited


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two facts that contradict each other, ``left_id`` being the smaller id.

    ``outcome`` names the fact that holds, ``both`` when a person found no contradiction, ``None`` while undecided.
    ``rule`` says who decided: a resolution rule or ``person``. ``open``: it is undecided and both facts are live.
    """

    id: str
    left_id: str
    right_id: str
    outcome: Outcome | None = None
    rule: str = ""
    decided_by: str = ""
    decided_at: datetime | None = None
    note: str = ""
    open: bool = True

    @property
    def winner_id(self) -> str | None:
        """The fact that holds, when one of the two does not."""
        return {"left": self.left_id, "right": self.right_id}.get(self.outcome or "")

    @property
    def loser_id(self) -> str | None:
        """The fact that gives way, when one does."""
        return {"left": self.right_id, "right": self.left_id}.get(self.outcome or "")
