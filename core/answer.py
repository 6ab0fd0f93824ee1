"""What asking returns: candidates from each search, fused passages, and an answer with its sources."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from core.chunk import Chunk
from core.document import Span
from core.fact import Fact

Channel = Literal["structured", "vector", "keyword"]
Route = Literal["structured", "assisted", "chunks", "none"]
Grade = Literal["exact_approved", "exact_candidate", "quoted", "written", "none"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One hit of one search. ``rank`` counts from 1; ``score`` is the channel's own, normalised to 0–1."""

    channel: Channel
    chunk_id: str
    rank: int
    score: float
    fact_id: str | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """The document behind a passage, as a person would name it."""

    document_id: str
    source_name: str
    title: str
    version: str = ""
    superseded: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk after fusion. ``score`` is the final score, 0–1; ``channels`` maps channel to its rank.

    ``parent`` is the larger chunk around it, where the knowledge base is cut into parents and children: the chunk is
    searched and cited, its parent is what a reader gets as context.
    """

    chunk: Chunk
    source: Source
    score: float
    channels: Mapping[str, int] = field(default_factory=dict)
    rerank_score: float | None = None
    facts: tuple[Fact, ...] = ()
    parent: Chunk | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """A numbered source of an answer. ``quote`` is verbatim text of the chunk."""

    number: int
    document_id: str
    source_name: str
    title: str
    heading_path: tuple[str, ...]
    chunk_id: str
    quote: str
    quote_start: int
    quote_end: int
    spans: tuple[Span, ...] = ()
    fact_id: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, or a refusal that says why.

    ``text`` is the whole answer as shown; ``headline`` its direct part, empty when only quotes answer.
    ``route_reason`` says in words why this layer answered. ``confidence`` is 0–1: the share of answers of this kind
    that were right where it was measured; ``timings`` are milliseconds per stage. ``warnings`` are what checks
    found in a text that a model wrote. ``completed_question`` is what a follow-up was understood as, empty when it
    was complete. ``id`` names the question in the log of questions, empty where none is kept.
    """

    question: str
    text: str
    route: Route
    grade: Grade
    confidence: float
    headline: str = ""
    refused: bool = False
    reason: str = ""
    citations: tuple[Citation, ...] = ()
    facts: tuple[Fact, ...] = ()
    passages: tuple[Passage, ...] = ()
    conflicts: tuple[str, ...] = ()
    degraded: tuple[str, ...] = ()
    timings: Mapping[str, float] = field(default_factory=dict)
    trace: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    completed_question: str = ""
    route_reason: str = ""
    id: str = ""
