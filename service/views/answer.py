"""An answer as the doors show it."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from core.answer import Answer, Citation, Grade, Route
from core.wire import to_builtins
from service.views.conversion import view
from service.views.fact import FactView, fact_view
from service.views.passage import PassageView, passage_view
from service.views.place import SpanView, anchor_of


class CitationView(Struct, frozen=True):
    """A numbered source. `quote` is verbatim text of the chunk."""

    number: Annotated[int, Meta(description="The [1] in the answer's text.")]
    document: Annotated[str, Meta(description="Name of the file.", examples=["无理由退货规则.md"])]
    title: Annotated[str, Meta(description="Title of the document.", examples=["无理由退货规则"])]
    heading: Annotated[str, Meta(description="Innermost title it stands under.", examples=["会员的退货期限"])]
    anchor: Annotated[str, Meta(description="Heading, page, sheet and rows in one line.")]
    quote: str
    quote_start: Annotated[int, Meta(description="First character of the quote in the chunk, from 0.")]
    quote_end: Annotated[int, Meta(description="One past the last character.")]
    document_id: str
    chunk_id: str
    heading_path: list[str]
    spans: list[SpanView]
    fact_id: Annotated[str | None, Meta(description="The fact the quote carries, if any.")] = None


class AnswerView(Struct, frozen=True):
    """An answer with its sources, or a refusal that says why."""

    question: str
    answer: Annotated[str, Meta(description="The answer; sources are cited as [1].", examples=["15天（金卡会员）"])]
    headline: Annotated[
        str, Meta(description="The answer without its sources; empty when quotes speak for themselves.")
    ]
    route: Annotated[Route, Meta(description="Which layer answered.")]
    grade: Annotated[Grade, Meta(description="What the answer stands on.")]
    confidence: Annotated[float, Meta(description="0 to 1.")]
    refused: Annotated[bool, Meta(description="The documents do not answer this, or not under this condition.")]
    reason: Annotated[str, Meta(description="Why it was refused.")]
    citations: list[CitationView]
    facts: Annotated[list[FactView], Meta(description="The facts the answer states.")]
    passages: Annotated[list[PassageView], Meta(description="The best passages, whether cited or not.")]
    conflicts: Annotated[list[str], Meta(description="Sources that contradict each other.")]
    degraded: Annotated[list[str], Meta(description="What was skipped and why.")]
    timings: Annotated[dict[str, float], Meta(description="Milliseconds per stage.")]
    trace: Annotated[dict[str, Any], Meta(description="The analysed question and each search's hits.")]
    warnings: Annotated[list[str], Meta(description="What checks found in a text that a model wrote.")] = []
    route_reason: Annotated[
        str,
        Meta(description="Why this layer answered, in words.", examples=["1条事实与问题相符：金卡会员 无理由退货期限"]),
    ] = ""
    completed_question: Annotated[
        str,
        Meta(
            description="What a follow-up was understood as; empty when the question was complete.",
            examples=["金卡会员的退货期限是几天？"],
        ),
    ] = ""
    id: Annotated[
        str, Meta(description="Names the question when you say what you think of the answer; empty: no log is kept.")
    ] = ""


def answer_view(answer: Answer) -> AnswerView:
    """Return ``answer`` as the doors show it."""
    return AnswerView(
        question=answer.question,
        answer=answer.text,
        headline=answer.headline,
        route=answer.route,
        grade=answer.grade,
        confidence=answer.confidence,
        refused=answer.refused,
        reason=answer.reason,
        citations=[citation_view(citation) for citation in answer.citations],
        facts=[fact_view(fact) for fact in answer.facts],
        passages=[passage_view(passage) for passage in answer.passages],
        conflicts=list(answer.conflicts),
        degraded=list(answer.degraded),
        timings=dict(answer.timings),
        trace=to_builtins(answer.trace),
        warnings=list(answer.warnings),
        route_reason=answer.route_reason,
        completed_question=answer.completed_question,
        id=answer.id,
    )


def citation_view(citation: Citation) -> CitationView:
    """Return ``citation`` as the doors show it."""
    return view(
        citation,
        CitationView,
        document=citation.source_name,
        heading=citation.heading_path[-1] if citation.heading_path else "",
        anchor=anchor_of(citation.heading_path, citation.spans),
    )
