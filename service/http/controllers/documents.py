"""Documents over HTTP: upload, list, read, delete."""

from dataclasses import dataclass
from typing import BinaryIO, cast

from litestar import Controller, Response, delete, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import MultipartBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_413_REQUEST_ENTITY_TOO_LARGE

from core.settings import Settings
from service.document_pages import document_page, document_shown
from service.http.parameters import After, App, DocumentId, KbName, PageLimit, Parser
from service.http.problems import problems
from service.uploads import Upload, load_uploads
from service.views.chunk import ChunkList, chunk_view
from service.views.document import DocumentPage, DocumentView
from service.views.upload import UploadResult, failure_of, upload_result
from store import chunks as chunk_store
from store import documents as document_store
from store import knowledge_bases

_UNCHANGED = ResponseSpec(
    UploadResult, description="内容未变 These bytes are there already; nothing changed.", generate_examples=False
)


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
        response_description="已加载 Loaded and searchable.",
        responses={HTTP_200_OK: _UNCHANGED, **problems(400, 404, 409, 413, 415, 422, 502)},
        sync_to_thread=True,
    )
    def upload(
        self, application: App, kb: KbName, data: MultipartBody[UploadForm], parser: Parser = None
    ) -> Response[UploadResult]:
        """Load one or more files and answer when they are searchable.

        `parser` says who reads them: `local`, or the `remote` service that is set; else what the knowledge base or
        the settings say.

        A file of the same name replaces the former one; the same bytes change nothing. One bad file does not stop
        the others: it is reported under `failures`. When every file is bad the answer is a problem.
        """
        with application.database.session() as session:
            knowledge_bases.get(session, kb)
        uploads = [_upload(file, application.settings) for file in data.files]
        report = load_uploads(application, kb, uploads, parser=parser)
        if len(report.failures) == len(uploads):
            raise failure_of(report.failures[0])
        with application.database.session() as session:
            result = upload_result(session, knowledge_bases.get(session, kb), report)
        return Response(result, status_code=HTTP_201_CREATED if report.loaded else HTTP_200_OK)

    @get(summary="列出文档 List documents", responses=problems(400, 404, 422), sync_to_thread=True)
    def listing(self, application: App, kb: KbName, after: After = None, limit: PageLimit = 100) -> DocumentPage:
        """Return one page of documents, by name."""
        with application.database.session() as session:
            return document_page(
                session, knowledge_bases.get(session, kb), application.settings, after=after, limit=limit
            )

    @get("/{document:str}", summary="查看文档 Show a document", responses=problems(400, 404, 422), sync_to_thread=True)
    def show(self, application: App, kb: KbName, document: DocumentId) -> DocumentView:
        """Return a document with its canonical Markdown and its blocks."""
        with application.database.session() as session:
            return document_shown(session, knowledge_bases.get(session, kb), application.settings, document)

    @get(
        "/{document:str}/chunks",
        summary="文档的分块 The chunks of a document",
        responses=problems(400, 404, 422),
        sync_to_thread=True,
    )
    def chunks(self, application: App, kb: KbName, document: DocumentId) -> ChunkList:
        """Return all chunks of a document, in order."""
        with application.database.session() as session:
            base = knowledge_bases.get(session, kb)
            found = document_store.get(session, base.id, document)
            pieces = chunk_store.of_document(session, base.id, found.id)
        return ChunkList(found.id, [chunk_view(piece) for piece in pieces])

    @delete(
        "/{document:str}", summary="删除文档 Delete a document", responses=problems(400, 404, 422), sync_to_thread=True
    )
    def remove(self, application: App, kb: KbName, document: DocumentId) -> None:
        """Delete a document with its chunks, vectors and facts; no route shows any of it afterwards."""
        application.loader.delete(kb, document)


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
