"""What became of uploaded files."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from core import errors
from core.errors import DianmianError, InvalidInput
from core.knowledge_base import KnowledgeBase
from service.loading import Failure, LoadReport
from service.views.model_work import ModelReportView, report_view
from store import documents as document_store
from store.session import Session


class UploadedDocument(Struct, frozen=True):
    """A file that is now a document, or was one already."""

    source_name: Annotated[str, Meta(examples=["无理由退货规则.md"])]
    id: str
    state: Annotated[
        Literal["loaded", "unchanged", "duplicate"],
        Meta(description="duplicate: the same bytes are there under another name; `id` is that document."),
    ]


class FailedFile(Struct, frozen=True):
    """A file that could not be loaded, and why."""

    source_name: str
    error: Annotated[str, Meta(examples=["UnreadableFile"])]
    message: str


class UploadResult(Struct, frozen=True):
    """What one upload did; when it is answered everything loaded is searchable."""

    kb: str
    documents: list[UploadedDocument]
    failures: list[FailedFile]
    warnings: Annotated[list[str], Meta(description="What could not be read well.")]
    chunks_added: int
    chunks_kept: int
    chunks_removed: int
    embedded: int
    facts: Annotated[int, Meta(description="Facts read from the new chunks.")]
    seconds: Annotated[dict[str, float], Meta(description="Per stage.")]
    model: ModelReportView


def upload_result(session: Session, kb: KnowledgeBase, report: LoadReport) -> UploadResult:
    """Return what ``report`` says, with the id of every document."""
    twins = [tuple(pair.split(" = ", 1)) for pair in report.duplicates]
    named: list[tuple[str, str, Literal["loaded", "unchanged", "duplicate"]]] = [
        *((name, name, "loaded") for name in report.loaded),
        *((name, name, "unchanged") for name in report.unchanged),
        *((name, twin, "duplicate") for name, twin in twins),
    ]
    found = [(name, document_store.find(session, kb.id, stored), state) for name, stored, state in named]
    return UploadResult(
        kb=kb.name,
        documents=[UploadedDocument(name, document.id, state) for name, document, state in found if document],
        failures=[FailedFile(failure.source_name, failure.error, failure.message) for failure in report.failures],
        warnings=list(report.warnings),
        chunks_added=report.chunks_added,
        chunks_kept=report.chunks_kept,
        chunks_removed=report.chunks_removed,
        embedded=report.embedded,
        facts=report.facts,
        seconds=report.seconds,
        model=report_view(report.model),
    )


def failure_of(failure: Failure) -> DianmianError:
    """Return the error a failed file was refused with."""
    kind = getattr(errors, failure.error, InvalidInput)
    return kind(failure.message.removeprefix(f"{failure.source_name}: "), place=failure.source_name)
