"""Errors in the shape that clients of chat completions read."""

from typing import Annotated

from msgspec import Meta, Struct

from core.errors import DianmianError
from service.views.problem import Problem, problem_of

_KINDS = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "invalid_request_error",
    429: "rate_limit_error",
}
_CODES = {"not-identified": "invalid_api_key", "rate-limited": "rate_limit_exceeded"}


class ChatError(Struct, frozen=True):
    """What went wrong."""

    message: str
    type: Annotated[str, Meta(examples=["invalid_request_error"])]
    param: Annotated[str | None, Meta(description="The parameter at fault.", examples=["model"])]
    code: Annotated[str | None, Meta(examples=["model_not_found"])]


class ChatProblem(Problem, frozen=True, kw_only=True):
    """A problem with the member `error` that clients of chat completions read."""

    error: ChatError


def failure_of(error: DianmianError) -> ChatError:
    """Return ``error`` in that shape."""
    return chat_problem(problem_of(error)).error


def chat_problem(problem: Problem) -> ChatProblem:
    """Return ``problem`` with that member; what is wrong in a request is always 400, as clients expect."""
    status = 400 if problem.status == 422 else problem.status
    advice = f" ({problem.advice})" if problem.advice else ""
    error = ChatError(
        f"{problem.detail}{advice}",
        _KINDS.get(status, "server_error" if status >= 500 else "invalid_request_error"),
        problem.place.removeprefix("body ") or None,
        _code(problem),
    )
    return ChatProblem(problem.type, problem.title, status, problem.detail, problem.place, problem.advice, error=error)


def _code(problem: Problem) -> str:
    if problem.type == "not-found" and problem.place == "model":
        return "model_not_found"
    return _CODES.get(problem.type, problem.type.replace("-", "_"))
