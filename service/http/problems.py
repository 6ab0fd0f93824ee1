"""Every error as problem details (application/problem+json); what is inside stays inside and goes to the log."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import ExceptionHandlersMap, Receive, Scope, Send

from core.errors import DianmianError, InProgress, NotIdentified, RateLimited
from service.chat.failure import chat_problem
from service.views.problem import Problem, problem_of, title_of

PROBLEM_JSON = "application/problem+json"
_log = structlog.get_logger("dianmian.http")
_Request = Request[Any, Any, Any]

_MEANINGS = {
    400: "请求的格式有误 The request does not fit the schema.",
    401: "需要密钥 A key is needed, or the key is not valid.",
    403: "不允许 The key lacks the scope, a quota is used up, or the request comes from another website's page.",
    404: "未找到 No such knowledge base, document or route.",
    405: "方法不允许 The route has no such method.",
    409: "冲突 It exists already, or someone else changed it at the same moment.",
    412: "已被修改 It is no longer what `If-Match` names: look at it again.",
    413: "请求过大 The request is too large.",
    415: "文件无法读取 A file of a kind that cannot be read, or a body of the wrong media type.",
    422: "内容有误 The request is well formed, but its content is wrong.",
    429: "请求过多 Too many requests: `Retry-After` says when to come again.",
    500: "内部错误 An internal error.",
    502: "外部服务失败 A remote model failed.",
    503: "尚未就绪 Not ready: the database does not answer, or nothing is loaded yet.",
}
_ALWAYS = (403, 500, 503)
_GUARDED = (401, 429)
# It lets the errors of a text's charset through as they are.
_FORM_READER = "litestar._multipart"
_CHAT_PATHS = ("/v1/chat/", "/v1/models")
_CHALLENGE = 'Bearer realm="dianmian"'


def problems(*statuses: int, public: bool = False, shape: type[Problem] = Problem) -> dict[int, ResponseSpec]:
    """Return the documentation of error responses: ``statuses`` and those any route may give.

    A ``public`` route wants no key and counts no requests. ``shape`` is what its problems look like.
    """
    return {
        status: ResponseSpec(shape, description=_MEANINGS[status], media_type=PROBLEM_JSON, generate_examples=False)
        for status in sorted({*statuses, *_ALWAYS, *(() if public else _GUARDED)})
    }


def _respond(request: _Request, problem: Problem, headers: Mapping[str, str] | None = None) -> Response[Problem]:
    if _is_chat(request):
        problem = chat_problem(problem)
    return Response(problem, status_code=problem.status, media_type=PROBLEM_JSON, headers=dict(headers or {}))


def _is_chat(request: _Request) -> bool:
    handler = request.scope.get("route_handler")
    # A method or a path below these that does not exist has no handler to say so.
    return request.url.path.startswith(_CHAT_PATHS) if handler is None else bool(handler.opt.get("chat"))


def error_response(request: _Request, error: DianmianError) -> Response[Problem]:
    """Return the response that tells of ``error``."""
    problem = problem_of(error)
    if problem.status >= 500:
        _log.error("failed", kind=problem.type, detail=problem.detail, place=problem.place)
    return _respond(request, problem, _headers_of(error))


async def send_error(error: DianmianError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request with ``error`` where no route is there to raise it."""
    request: _Request = Request(scope, receive, send)
    await error_response(request, error).to_asgi_response(None, request)(scope, receive, send)


def _headers_of(error: DianmianError) -> Mapping[str, str]:
    match error:
        case NotIdentified():
            return {"WWW-Authenticate": _CHALLENGE}
        case RateLimited():
            return error.headers
        case InProgress():
            return {"Retry-After": "1"}
    return {}


def framework_response(request: _Request, error: HTTPException) -> Response[Problem]:
    """Return the response that tells of an error of the framework's own."""
    status = error.status_code
    if status >= 500:
        return _unexpected(request, error)
    if status == HTTPStatus.BAD_REQUEST and error.detail == HTTPStatus.REQUEST_ENTITY_TOO_LARGE.phrase:
        # The framework's answer to a form of more parts than it takes.
        status, error = 413, HTTPException("the form has more than 1000 parts", status_code=413)
    kind = {400: "invalid-input", 404: "not-found"}.get(status) or _slug(HTTPStatus(status).phrase)
    place, detail = _fault(error)
    problem = Problem(kind, title_of(kind, status), status, detail, place, "see /docs")
    return _respond(request, problem, error.headers)


def _unexpected(request: _Request, error: Exception) -> Response[Problem]:
    if _raised_in(error, _FORM_READER):
        detail = "the form cannot be read: a part without a file name is no text of its charset"
        return _respond(request, Problem("invalid-input", title_of("invalid-input", 400), 400, detail, "body", ""))
    _log.error("unexpected error", exc_info=error)
    return _respond(
        request, Problem("internal", title_of("internal", 500), 500, "something went wrong", "", "see the log")
    )


def _raised_in(error: Exception, module: str) -> bool:
    """Return whether ``error`` came from a function of ``module`` itself, not from one it called."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_globals.get("__name__") == module


def _fault(error: HTTPException) -> tuple[str, str]:
    """Return where a request does not fit and why; the framework's own sentence when it names no place."""
    extra = error.extra
    first = extra[0] if isinstance(extra, list) and extra else None
    if isinstance(first, dict):
        source = getattr(first.get("source"), "value", first.get("source"))
        place = " ".join(str(part) for part in (source, first.get("key")) if part)
        return place, str(first.get("message") or error.detail)
    return "", str(error.detail)


def _slug(phrase: str) -> str:
    return re.sub(r"[^a-z]+", "-", phrase.lower()).strip("-")


HANDLERS: ExceptionHandlersMap = {
    DianmianError: error_response,
    HTTPException: framework_response,
    Exception: _unexpected,
}
