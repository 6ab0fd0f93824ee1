"""Passages and what one search found, as the doors show them."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from core.answer import Channel, Passage
from core.wire import to_builtins
from retrieval.findings import Findings
from service.views.chunk import ChunkView, chunk_view
from service.views.fact import FactView, fact_view


class PassageView(Struct, frozen=True):
    """A chunk after fusion, with the document it comes from."""

    document_id: str
    document: Annotated[str, Meta(description="Name of the file.", examples=["退款政策2025版.md"])]
    title: str
    version: str
    superseded: Annotated[bool, Meta(description="A later version of the document is in force.")]
    score: Annotated[float, Meta(description="Final score, 0 to 1.")]
    channels: Annotated[dict[Channel, int], Meta(description="Rank in each search that found it, from 1.")]
    chunk: ChunkView
    facts: list[FactView]
    rerank_score: float | None = None
    context: Annotated[str, Meta(description="Text of the larger chunk around it, empty when there is none.")] = ""


class SearchResult(Struct, frozen=True):
    """Passages, best first. A smaller limit gives the head of the same list."""

    question: str
    passages: list[PassageView]
    evidence: Annotated[float, Meta(description="0 to 1: whether the documents speak of this at all.")]
    degraded: Annotated[list[str], Meta(description="What was skipped and why.")]
    timings: Annotated[dict[str, float], Meta(description="Milliseconds per stage.")]
    trace: Annotated[dict[str, Any], Meta(description="The analysed question and each search's hits.")]
    reason: Annotated[str, Meta(description="Why the filter left nothing to search, where it did.")] = ""


def passage_view(passage: Passage) -> PassageView:
    """Return ``passage`` as the doors show it."""
    source = passage.source
    return PassageView(
        document_id=source.document_id,
        document=source.source_name,
        title=source.title,
        version=source.version,
        superseded=source.superseded,
        score=passage.score,
        channels=dict(passage.channels),  # type: ignore[arg-type]
        chunk=chunk_view(passage.chunk),
        facts=[fact_view(fact) for fact in passage.facts],
        rerank_score=passage.rerank_score,
        context=passage.parent.text if passage.parent else "",
    )


def search_result(findings: Findings, limit: int) -> SearchResult:
    """Return the best ``limit`` passages of ``findings``."""
    return SearchResult(
        question=findings.question.text,
        passages=[passage_view(passage) for passage in findings.passages[:limit]],
        evidence=findings.evidence,
        degraded=list(findings.degraded),
        timings=dict(findings.timings),
        trace=to_builtins(findings.trace),
        reason=findings.unreached,
    )
