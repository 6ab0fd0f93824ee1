"""Values of review: what a person decided, what waits, what changed, and how precise extraction is."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from core.fact import Fact, Origin

Verdict = Literal["approved", "corrected", "rejected", "merged"]
ReviewReason = Literal["conflict", "low_confidence", "sample"]
REASONS: tuple[ReviewReason, ...] = ("conflict", "low_confidence", "sample")


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided of one fact. ``target_id`` is the fact a correction made, or a merge kept."""

    fact: Fact
    verdict: Verdict
    decided_by: str
    sampled: bool
    target_id: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A fact that waits for review, and why."""

    fact: Fact
    reasons: tuple[ReviewReason, ...]


@dataclass(frozen=True, slots=True)
class WaitingPage:
    """One page of facts that wait, where the next begins (``None`` after the last), and the number on all pages."""

    items: tuple[Waiting, ...]
    next: str | None
    total: int


@dataclass(frozen=True, slots=True)
class FactEvent:
    """One change of a fact by a person: who, when, what it was, what it became (``None`` where there was nothing)."""

    id: str
    fact_id: str
    document_id: str
    at: datetime
    actor: str
    action: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """How many facts of one attribute and rule a person judged, and how many of them were right as extracted."""

    attribute: str
    rule: str
    origin: Origin
    right: int
    judged: int


@dataclass(frozen=True, slots=True)
class Precision:
    """An estimated share of right facts with its 95 % interval, all 0–1; ``None`` while nothing is judged."""

    right: int
    judged: int
    estimate: float | None
    low: float
    high: float
