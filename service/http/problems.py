"""Every error as problem details (application/problem+json); what is inside stays inside and goes to the log."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import ExceptionHandlersMap

from core.errors import DianmianError
from service.views.problem import Problem, problem_of, title_of

PROBLEM_JSON = "application/problem+json"
_log = structlog.get_logger("dianmian.http")
_Request = Request[Any, Any, Any]

_MEANINGS = {
    400: "请求的格式有误 The request does not fit the schema.",
    403: "来自其他网站 The request comes from another website's page.",
    404: "未找到 No such knowledge base, document or route.",
    405: "方法不允许 The route has no such method.",
    409: "冲突 It exists already, or someone else changed it at the same moment.",
    413: "请求过大 The request is too large.",
    415: "文件无法读取 A file of a kind that cannot be read, or a body of the wrong media type.",
    422: "内容有误 The request is well formed, but its content is wrong.",
    500: "内部错误 An internal error.",
    502: "外部服务失败 A remote model failed.",
    503: "尚未就绪 Not ready: the database does not answer, or nothing is loaded yet.",
}
_ALWAYS = (403, 500, 503)


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the documentation of error responses: ``statuses`` and those any route may give."""
    return {
        status: ResponseSpec(Problem, description=_MEANINGS[status], media_type=PROBLEM_JSON, generate_examples=False)
        for status in sorted({*statuses, *_ALWAYS})
    }


def _respond(problem: Problem, headers: Mapping[str, str] | None = None) -> Response[Problem]:
    return Response(problem, status_code=problem.status, media_type=PROBLEM_JSON, headers=dict(headers or {}))


def _known(_request: _Request, error: DianmianError) -> Response[Problem]:
    problem = problem_of(error)
    if problem.status >= 500:
        _log.error("failed", kind=problem.type, detail=problem.detail, place=problem.place)
    return _respond(problem)


def _framework(_request: _Request, error: HTTPException) -> Response[Problem]:
    status = error.status_code
    if status >= 500:
        return _unexpected(_request, error)
    kind = {400: "invalid-input", 404: "not-found"}.get(status) or _slug(HTTPStatus(status).phrase)
    place, detail = _fault(error)
    problem = Problem(kind, title_of(kind, status), status, detail, place, "see /docs")
    return _respond(problem, error.headers)


def _unexpected(_request: _Request, error: Exception) -> Response[Problem]:
    _log.error("unexpected error", exc_info=error)
    return _respond(Problem("internal", title_of("internal", 500), 500, "something went wrong", "", "see the log"))


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
    DianmianError: _known,
    HTTPException: _framework,
    Exception: _unexpected,
}
