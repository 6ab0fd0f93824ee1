"""Documents over HTTP: upload, list, read, delete."""

from dataclasses import dataclass
from typing import Annotated, Any, BinaryIO, cast
from urllib.parse import quote

from litestar import Controller, Response, delete, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, MultipartBody, QueryParameter
from litestar.status_codes import (
    HTTP_200_OK,
    HTTP_201_CREATED,
    HTTP_202_ACCEPTED,
    HTTP_413_REQUEST_ENTITY_TOO_LARGE,
)

from core.knowledge_base import KnowledgeBase
from core.settings import Settings
from service.access.quota import check_upload
from service.document_pages import document_page, document_shown
from service.http.parameters import After, App, DocumentId, KbName, PageLimit, Parser, Text
from service.http.preconditions import IfMatch, check_document
from service.http.problems import problems
from service.http.scope import TAGGED, WRITE
from service.jobs.submitting import submit
from service.uploads import Upload, load_uploads, sizes_of
from service.views.chunk import ChunkList, chunk_list
from service.views.document import DocumentPage, DocumentView
from service.views.job import JobView, job_view
from service.views.upload import UploadResult, failure_of, upload_result
from service.wiring import Application
from store import chunks as chunk_store
from store import documents as document_store
from store import knowledge_bases
from store.session import Session

_UNCHANGED = ResponseSpec(
    UploadResult, description="内容未变 These bytes are there already; nothing changed.", generate_examples=False
)
_TAKEN = ResponseSpec(JobView, description="已受理 Kept as a job; `Location` is its address.", generate_examples=False)
_Wait = Annotated[bool, QueryParameter(description="等待完成 Whether to answer only when the files are searchable.")]
_Prefer = Annotated[
    str | None,
    HeaderParameter(name="Prefer", description="`respond-async`: answer at once, with a job.", max_length=500),
]
_Ordinal = Annotated[int | None, QueryParameter(description="上一页的 next：`next` of the page before.", ge=0)]
_ASYNC = "respond-async"


@dataclass(frozen=True, slots=True)
class UploadForm:
    """One or more files, in the field ``files``."""

    files: list[UploadFile]


class DocumentController(Controller):
    """The documents of a knowledge base."""

    path = "/v1/kbs/{kb:str}/documents"
    tags = ("documents",)

    @post(
        summary="上传文档 Upload documents",
        opt=WRITE,
        response_description="已加载 Loaded and searchable.",
        responses={
            HTTP_200_OK: _UNCHANGED,
            HTTP_202_ACCEPTED: _TAKEN,
            **problems(400, 404, 409, 413, 415, 422, 502),
        },
        sync_to_thread=True,
    )
    def upload(
        self,
        application: App,
        kb: KbName,
        data: MultipartBody[UploadForm],
        parser: Parser = None,
        wait: _Wait = True,
        prefer: _Prefer = None,
    ) -> Response[UploadResult]:
        """Load one or more files and answer when they are searchable.

        With `wait=false` or `Prefer: respond-async` the answer comes at once, `202` with a job, and a worker loads the
        files; see `/v1/kbs/{kb}/jobs`.

        `parser` says who reads them: `local`, or the `remote` service that is set; else what the knowledge base or
        the settings say.

        A file of the same name replaces the former one; the same bytes change nothing. One bad file does not stop
        the others: it is reported under `failures`. When every file is bad the answer is a problem.
        """
        uploads = [_upload(file, application.settings) for file in data.files]
        with application.database.session() as session:
            check_upload(session, application.settings, knowledge_bases.get(session, kb).id, sizes_of(uploads))
        if not wait or _ASYNC in (part.strip().lower() for part in (prefer or "").split(",")):
            return _taken(application, kb, uploads, parser)
        report = load_uploads(application, kb, uploads, parser=parser)
        if len(report.failures) == len(uploads):
            raise failure_of(report.failures[0])
        with application.database.session() as session:
            result = upload_result(session, knowledge_bases.get(session, kb), report)
        return Response(result, status_code=HTTP_201_CREATED if report.loaded else HTTP_200_OK)

    @get(summary="列出文档 List documents", opt=TAGGED, responses=problems(400, 404, 422), sync_to_thread=True)
    def listing(
        self, application: App, kb: KbName, text: Text = "", after: After = None, limit: PageLimit = 100
    ) -> DocumentPage:
        """Return one page of documents, by name; `text` stands in name or title."""
        with application.database.session() as session:
            return document_page(
                session, knowledge_bases.get(session, kb), application.settings, after=after, limit=limit, words=text
            )

    @get(
        "/{document:str}",
        summary="查看文档 Show a document",
        opt=TAGGED,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def show(self, application: App, kb: KbName, document: DocumentId) -> DocumentView:
        """Return a document with its canonical Markdown and its blocks."""
        with application.database.session() as session:
            return document_shown(session, knowledge_bases.get(session, kb), application.settings, document)

    @get(
        "/{document:str}/chunks",
        summary="文档的分块 The chunks of a document",
        opt=TAGGED,
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def chunks(
        self,
        application: App,
        kb: KbName,
        document: DocumentId,
        after: _Ordinal = None,
        limit: Annotated[int | None, QueryParameter(description="每页几条 Entries per page.", ge=1, le=1000)] = None,
    ) -> ChunkList:
        """Return the chunks of a document in order: all, or a page of `limit`."""
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            found = document_store.get(session, base.id, document)
            pieces = chunk_store.of_document(session, base.id, found.id)
        return chunk_list(found.id, pieces, after, limit)

    @delete(
        "/{document:str}",
        summary="删除文档 Delete a document",
        opt=WRITE,
        responses=problems(400, 404, 409, 412, 422),
        sync_to_thread=True,
    )
    def remove(self, application: App, kb: KbName, document: DocumentId, if_match: IfMatch = None) -> None:
        """Delete a document with its chunks, vectors and facts; no route shows any of it afterwards."""

        def check(session: Session, base: KnowledgeBase) -> None:
            check_document(session, base, application.settings, document, if_match)

        application.loader.delete(kb, document, check=check)


def _taken(application: Application, kb: str, uploads: list[Upload], parser: str | None) -> Response[Any]:
    with application.database.session() as session:
        base = knowledge_bases.get(session, kb)
    job, _ = submit(application, base, uploads, parser=parser)
    place = f"/v1/kbs/{quote(base.name, safe='')}/jobs/{job.id}"
    headers = {"Location": place, "Preference-Applied": _ASYNC}
    return Response(job_view(base.name, job), status_code=HTTP_202_ACCEPTED, headers=headers)


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
