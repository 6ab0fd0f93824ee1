"""Review and conflicts as the doors show them."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from core.conflict import ConflictState, Outcome
from core.review import ReviewReason
from core.vocabulary import TermKind
from service.views.chunk import ChunkView
from service.views.fact import FactView


class WaitingView(Struct, frozen=True):
    """A fact that waits for a person."""

    fact: FactView
    reasons: Annotated[list[ReviewReason], Meta(description="Why it waits.")]
    document: Annotated[str, Meta(description="Name of the file it was read from.")]


class ReviewPage(Struct, frozen=True):
    """One page of the queue. Pass `next` as `after` to get the next page; null on the last."""

    items: list[WaitingView]
    total: Annotated[int, Meta(description="How many facts wait, on all pages together.")]
    next: str | None = None


class EventView(Struct, frozen=True):
    """One change of a fact by a person."""

    id: str
    fact_id: str
    at: Annotated[str, Meta(description="ISO 8601 with time zone.")]
    actor: Annotated[str, Meta(description="Who did it.")]
    action: Annotated[str, Meta(description="approve, reject, correct, create, merge or resolve.")]
    before: Annotated[dict[str, Any] | None, Meta(description="What the fact said; null when it is new.")]
    after: Annotated[dict[str, Any] | None, Meta(description="What it says since.")]
    note: str = ""


class EventList(Struct, frozen=True):
    """The history of one fact, oldest first."""

    fact_id: str
    events: list[EventView]


class FactDetail(Struct, frozen=True):
    """A fact with everything that belongs to it."""

    fact: FactView
    document: Annotated[str, Meta(description="Name of the file it was read from.")]
    chunk: Annotated[ChunkView, Meta(description="The chunk it was read from.")]
    reasons: Annotated[list[ReviewReason], Meta(description="Why it waits, or would wait while undecided.")]
    superseded_by: Annotated[str | None, Meta(description="The fact it gave way to.")]
    superseded_rule: Annotated[str | None, Meta(description="newer_version, source_priority, person or merged.")]
    replaces: Annotated[list[str], Meta(description="Facts that gave way to it.")]
    conflicts: Annotated[list[str], Meta(description="Ids of the conflicts it stands in.")]
    events: Annotated[list[EventView], Meta(description="Its history, oldest first.")]


class FactList(Struct, frozen=True):
    """All facts of one chunk in reading order, rejected and superseded ones included."""

    chunk_id: str
    facts: list[FactView]


class ProposalView(Struct, frozen=True):
    """A name put forward as a synonym."""

    kind: TermKind
    alias: str
    canonical: str
    refused: Annotated[str, Meta(description="Why it was not put forward; empty when it was.")] = ""


class CorrectedView(Struct, frozen=True):
    """What a correction or a merge left."""

    fact: Annotated[FactView, Meta(description="The fact that stands now.")]
    replaced: Annotated[list[FactView], Meta(description="The facts it stands for.")]
    proposals: Annotated[list[ProposalView], Meta(description="Synonyms proposed from it.")]


class ConflictView(Struct, frozen=True):
    """Two facts that contradict each other."""

    id: str
    state: ConflictState
    left: FactView
    right: FactView
    left_document: Annotated[str, Meta(description="Name of the file of the left fact.")]
    right_document: Annotated[str, Meta(description="Name of the file of the right fact.")]
    outcome: Annotated[Outcome | None, Meta(description="Which holds; null while undecided.")] = None
    winner: Annotated[str | None, Meta(description="Id of the fact that holds, when one gave way.")] = None
    rule: Annotated[str, Meta(description="newer_version, source_priority or person.")] = ""
    decided_by: str = ""
    decided_at: str | None = None
    note: str = ""


class ConflictList(Struct, frozen=True):
    """One page of conflicts. Pass `next` as `after` to get the next page; null on the last."""

    conflicts: list[ConflictView]
    total: Annotated[int, Meta(description="How many there are, on all pages together.")]
    next: str | None = None


class RuleList(Struct, frozen=True):
    """The rules that settle conflicts, in order. What none of them decides is for a person."""

    rules: Annotated[list[str], Meta(description="newer_version, source_priority.", examples=[["newer_version"]])]
    available: Annotated[list[str], Meta(description="All there are.")]


class ScanView(Struct, frozen=True):
    """What comparing all facts found."""

    conflicts: int
    open: Annotated[int, Meta(description="Those that no rule decides.")]
    crowded: Annotated[list[str], Meta(description="Topics so common that not all their facts were compared.")]


class PrecisionView(Struct, frozen=True):
    """A share of right facts, with its 95 % interval after Wilson; all 0 to 1."""

    right: int
    judged: int
    estimate: Annotated[float | None, Meta(description="Null while nothing is judged.")]
    low: float
    high: float


class PrecisionReportView(Struct, frozen=True):
    """Estimated precision of extraction. Only facts of the random sample count, so that the estimate is unbiased."""

    overall: PrecisionView
    attributes: dict[str, PrecisionView]
    rules: dict[str, PrecisionView]
    sample_rate: Annotated[float, Meta(description="Share of all facts in the sample.")]
    waiting: Annotated[int, Meta(description="Facts of the sample that nobody has judged yet.")]
