"""Jobs over HTTP: list, show, follow, cancel, start again, remove."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

import structlog
from litestar import Controller, Request, Response, delete, get, post
from litestar.concurrency import sync_to_thread
from litestar.openapi.spec import Example
from litestar.params import PathParameter, QueryParameter
from litestar.response import ServerSentEvent, ServerSentEventMessage
from litestar.status_codes import HTTP_200_OK

from core.job import Job, JobState
from core.knowledge_base import KnowledgeBase
from service.http.contents import StreamedOperation
from service.http.parameters import After, App, KbName, PageLimit
from service.http.problems import problems
from service.http.scope import READ, WRITE
from service.http.streaming import STREAM_HEADERS, event_message, wants_stream
from service.jobs import control
from service.jobs.following import following
from service.views.events import failure_view
from service.views.job import JobPage, JobView, job_page, job_view
from service.wiring import Application
from store import jobs, knowledge_bases

JobId = Annotated[
    str, PathParameter(description="任务编号 Id of the job.", examples=[Example(value="job_5b1f0c9a2e7d4c3b8a61")])
]
_State = Annotated[
    JobState | None,
    QueryParameter(name="state", description="只列此状态 Only jobs in this state; `failed` wait for a person."),
]
_log = structlog.get_logger("dianmian.http")


class JobController(Controller):
    """Files that are loaded by workers."""

    path = "/v1/kbs/{kb:str}/jobs"
    tags = ("jobs",)
    request_max_body_size = 65_536

    @get(summary="列出任务 List jobs", opt=READ, responses=problems(400, 404, 422), sync_to_thread=True)
    def listing(
        self, application: App, kb: KbName, in_state: _State = None, after: After = None, limit: PageLimit = 100
    ) -> JobPage:
        """Return one page of jobs, the latest first. `state=failed` lists what waits for a person."""
        with application.database.session() as session:
            return job_page(session, knowledge_bases.get(session, kb), in_state, after, limit)

    @get(
        "/{job:str}",
        summary="查看任务 Show a job",
        opt=READ,
        operation_class=StreamedOperation,
        responses=problems(400, 404, 422),
    )
    async def show(
        self, application: App, kb: KbName, job: JobId, request: Request[Any, Any, Any]
    ) -> Response[JobView]:
        """Return a job with its stages.

        With `Accept: text/event-stream` it is followed: an event `job` at each change, the last one when it has ended.
        """
        base, found = await sync_to_thread(_found, application, kb, job)
        if wants_stream(request.headers.get("accept", "")):
            stream: Any = ServerSentEvent(_events(application, base, job), headers=STREAM_HEADERS)
            return stream  # type: ignore[no-any-return]
        return Response(job_view(base.name, found))

    @post(
        "/{job:str}/cancel",
        summary="取消任务 Cancel a job",
        opt=WRITE,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 422),
        sync_to_thread=True,
    )
    def cancel(self, application: App, kb: KbName, job: JobId) -> JobView:
        """End a job: at once while it waits, at its next safe point while it runs. What is loaded stays."""
        base, _ = _found(application, kb, job)
        return job_view(base.name, control.cancel(application.database, base, job))

    @post(
        "/{job:str}/retry",
        summary="重试任务 Start a job again",
        opt=WRITE,
        status_code=HTTP_200_OK,
        responses=problems(400, 404, 409, 422),
        sync_to_thread=True,
    )
    def retry(self, application: App, kb: KbName, job: JobId) -> JobView:
        """Start a failed or cancelled job again, from the stage it came to."""
        base, _ = _found(application, kb, job)
        return job_view(base.name, control.retry(application.database, base, job))

    @delete(
        "/{job:str}",
        summary="删除任务 Delete a job",
        opt=WRITE,
        responses=problems(400, 404, 409, 422),
        sync_to_thread=True,
    )
    def remove(self, application: App, kb: KbName, job: JobId) -> None:
        """Forget a job that does not run, with the files it still holds. What it has loaded stays."""
        base, _ = _found(application, kb, job)
        control.remove(application.database, base, job)


def _found(application: Application, kb: str, job_id: str) -> tuple[KnowledgeBase, Job]:
    with application.database.session() as session:
        base = knowledge_bases.get(session, kb)
        return base, jobs.get(session, base.id, job_id)


async def _events(application: Application, kb: KnowledgeBase, job_id: str) -> AsyncIterator[ServerSentEventMessage]:
    try:
        async for job in following(application.database, kb, job_id):
            yield event_message("job", job_view(kb.name, job))
    # The status is long sent: a failure now can only be told as an event.
    except Exception as error:
        _log.error("failed while streaming", error=type(error).__name__)
        yield event_message(*failure_view(error))
