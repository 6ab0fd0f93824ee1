"""Documents as the doors show them."""

from typing import Annotated

from msgspec import Meta, Struct

from core.document import BlockKind, Document, DocumentSummary
from service.views.conversion import view
from service.views.model_work import ModelWorkView
from service.views.place import SpanView


class HealthView(Struct, frozen=True):
    """How well a document was read; shares are 0 to 1, null where they do not apply."""

    pages: int | None = None
    pages_read: float | None = None
    garbled: Annotated[float, Meta(description="Share of characters that are garbled.")] = 0.0
    ocr_confidence: float | None = None
    tables: int = 0
    tables_whole: float | None = None
    metadata_present: float = 0.0
    faults: Annotated[list[str], Meta(description="Thresholds it fell short of; its chunks wait for review.")] = []


class DocumentSummaryView(Struct, frozen=True):
    """One document without its text."""

    id: str
    title: Annotated[str, Meta(examples=["退款政策"])]
    source_name: Annotated[str, Meta(description="The file's name, its identity.", examples=["退款政策2025版.md"])]
    media_type: Annotated[str, Meta(examples=["text/markdown"])]
    version: str
    sha256: Annotated[str, Meta(description="Of the file's bytes, 64 hex digits.")]
    chunks: Annotated[int, Meta(description="How many chunks it was cut into.")]
    warnings: Annotated[list[str], Meta(description="What could not be read well.")]
    health: HealthView
    updated_at: Annotated[str, Meta(description="When it last changed, ISO 8601.")]
    model: Annotated[ModelWorkView | None, Meta(description="What language models did; null when none was asked.")] = (
        None
    )


class DocumentPage(Struct, frozen=True):
    """One page of documents by name. Pass `next` as `after` to get the next page; null on the last."""

    documents: list[DocumentSummaryView]
    total: Annotated[int, Meta(description="How many documents there are, on all pages together.")]
    next: str | None = None


class BlockView(Struct, frozen=True):
    """One typed piece: its text is `markdown[span.char_start:span.char_end]` of the document."""

    kind: BlockKind
    text: str
    span: SpanView
    heading_path: list[str] = []
    level: Annotated[int | None, Meta(description="Of a title, from 1.")] = None
    needs_review: bool = False


class DocumentView(Struct, frozen=True):
    """A document with its canonical Markdown and its blocks."""

    id: str
    title: str
    source_name: str
    media_type: str
    version: str
    sha256: str
    parser: str
    metadata: dict[str, str]
    warnings: list[str]
    health: HealthView
    markdown: str
    blocks: list[BlockView]
    model: Annotated[ModelWorkView | None, Meta(description="What language models did; null when none was asked.")] = (
        None
    )


def document_view(document: Document, model: ModelWorkView | None = None) -> DocumentView:
    """Return ``document`` as the doors show it."""
    return view(document, DocumentView, model=model)


def summary_view(summary: DocumentSummary, model: ModelWorkView | None = None) -> DocumentSummaryView:
    """Return one line of a list of documents as the doors show it."""
    return view(summary, DocumentSummaryView, model=model)
