"""Comparison of versions and knowledge lint over HTTP. Nothing that is sent is stored."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated, BinaryIO, cast

from litestar import Controller, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import HTTPException
from litestar.params import MultipartBody, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_413_REQUEST_ENTITY_TOO_LARGE

from core.settings import Settings
from extraction.diff import compare
from extraction.lint import Options, lint
from service.http.parameters import App, KbName
from service.http.problems import problems
from service.http.scope import READ
from service.inspection import read_document, read_documents, stored_document
from service.inspection.uploads import on_disk
from service.uploads import Upload
from service.views.difference import DifferenceView, difference_view
from service.views.finding import LintReport, lint_report
from store import knowledge_bases

OldId = Annotated[str, QueryParameter(description="旧版文档的编号 Id of the old version.")]
NewId = Annotated[str, QueryParameter(description="新版文档的编号 Id of the new version.")]
On = Annotated[date | None, QueryParameter(description="在哪一天使用 Day on which the documents are to answer.")]
Passage = Annotated[int, QueryParameter(description="重复段落的最短字数 Shortest duplicate passage.", ge=10, le=10_000)]


@dataclass(frozen=True, slots=True)
class TwoVersions:
    """Two versions of a document, in the fields ``old`` and ``new``."""

    old: UploadFile
    new: UploadFile


@dataclass(frozen=True, slots=True)
class FilesToLint:
    """One or more files, in the field ``files``."""

    files: list[UploadFile]


class DiffController(Controller):
    """What changed between two versions of a document."""

    tags = ("inspection",)

    @post(
        "/v1/diff",
        summary="比较两个文件 Compare two files",
        opt=READ,
        status_code=HTTP_200_OK,
        responses=problems(400, 413, 415, 422, 502),
        sync_to_thread=True,
    )
    def files(self, application: App, data: MultipartBody[TwoVersions]) -> DifferenceView:
        """Return every fact, sentence and number that changed from `old` to `new`; the files are not kept."""
        settings = application.settings
        with on_disk([_upload(each, settings) for each in (data.old, data.new)], one_name=True) as files:
            old, new = (read_document(file.path, file.name, settings) for file in files)
        return difference_view(compare(old, new))

    @get(
        "/v1/kbs/{kb:str}/diff",
        summary="比较两个文档 Compare two documents",
        opt=READ,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def documents(self, application: App, kb: KbName, old: OldId, new: NewId) -> DifferenceView:
        """Return what changed between two documents of a knowledge base, with the facts that answer from them."""
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            before, after = (stored_document(session, base.id, identity) for identity in (old, new))
        return difference_view(compare(before, after))


class LintController(Controller):
    """What is wrong in documents before they answer."""

    tags = ("inspection",)

    @post(
        "/v1/lint",
        summary="检查文件 Lint files",
        opt=READ,
        status_code=HTTP_200_OK,
        responses=problems(400, 413, 415, 422, 502),
        sync_to_thread=True,
    )
    def files(
        self, application: App, data: MultipartBody[FilesToLint], on: On = None, passage: Passage = 40
    ) -> LintReport:
        """Return contradictions, overlapping rules, gaps, broken references and the like, each with its place.

        The files are looked at together and not kept. One that cannot be read is listed under `unread`.
        """
        settings = application.settings
        with on_disk([_upload(each, settings) for each in data.files]) as files:
            reading = read_documents(files, settings)
        findings = lint(reading.documents, Options(on, passage))
        return lint_report(len(reading.documents), findings, reading.unread)


def _upload(file: UploadFile, settings: Settings) -> Upload:
    content = cast(BinaryIO, file.file)
    size = content.seek(0, 2)
    content.seek(0)
    if size > settings.max_upload_bytes:
        raise HTTPException(
            f"a file has {size} bytes, the limit is {settings.max_upload_bytes}",
            status_code=HTTP_413_REQUEST_ENTITY_TOO_LARGE,
        )
    return Upload(file.filename or "", content)
