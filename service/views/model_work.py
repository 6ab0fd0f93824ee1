"""What language models did for a document, and in one load, as the doors show it."""

from typing import Annotated

from msgspec import Meta, Struct

from core.llm import cost_of
from core.settings import Settings
from service.loading.model_report import ModelReport, ModelState
from service.views.conversion import view
from store.model_replies import ModelWork


class ModelWorkView(Struct, frozen=True):
    """What language models did for one document, over all loads."""

    facts: Annotated[int, Meta(description="Facts only a model found.")]
    confirmed: Annotated[int, Meta(description="Facts of the rules that a model found too.")]
    refused: Annotated[int, Meta(description="Statements the text does not bear out; they are not facts.")]
    read: Annotated[int, Meta(description="Chunks read.")]
    failed: Annotated[int, Meta(description="Chunks whose reading failed; the next load tries them again.")]
    tokens: int
    estimated: Annotated[bool, Meta(description="The service did not count tokens.")]
    cost: Annotated[str | None, Meta(description="In the currency of the prices set; null while none is set.")]


class ModelReportView(Struct, frozen=True):
    """What a language model did in one load."""

    state: Annotated[
        ModelState,
        Meta(description="none: no model is set, facts come from rules alone; off: not used by this knowledge base; "
             "stopped: it answers no more, the rest waits for the next load."),
    ]  # fmt: skip
    model: str
    read: int
    cached: int
    failed: int
    waiting: int
    facts: int
    confirmed: int
    refused: int
    requests: int
    retries: int
    prompt_tokens: int
    completion_tokens: int
    estimated: bool
    cost: str | None


def work_view(work: ModelWork | None, settings: Settings) -> ModelWorkView | None:
    """Return ``work`` as the doors show it, with its cost at the present prices."""
    if work is None:
        return None
    cost = cost_of(work.prompt_tokens, work.completion_tokens, settings)
    tokens = work.prompt_tokens + work.completion_tokens
    return ModelWorkView(
        work.added, work.confirmed, work.refused, work.read, work.failed, tokens, work.estimated,
        None if cost is None else f"{cost:f}",
    )  # fmt: skip


def report_view(report: ModelReport) -> ModelReportView:
    """Return ``report`` as the doors show it."""
    return view(report, ModelReportView)
