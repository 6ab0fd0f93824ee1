"""What is wrong with an answer, if anything is."""

import json
from typing import Any

from evals.fuzz.drawing import Case
from evals.fuzz.wire import CLOSED, HUNG, Reply

_PROBLEM = "application/problem+json"
_NOT_READY = 503
# What the server below the application takes for the lines before the body; beyond, it may hang up while we still send.
_LONGEST_HEAD = 60_000


def fault(case: Case, reply: Reply) -> str:
    """Return what is wrong with ``reply``, empty when nothing is."""
    if reply == HUNG:
        return "no answer in time"
    if reply == CLOSED:
        return "" if case.plain or not case.ends or _too_long(case) else "closed without an answer"
    if reply.status >= 500 and reply.status != _NOT_READY:
        return f"status {reply.status}"
    if reply.status < 400 or case.method == "HEAD":
        return ""
    return _fault_of_problem(case, reply)


def _too_long(case: Case) -> bool:
    return len(case.request.partition(b"\r\n\r\n")[0]) > _LONGEST_HEAD


def _fault_of_problem(case: Case, reply: Reply) -> str:
    if case.mcp and reply.media_type == "application/json":
        return "" if "jsonrpc" in _object(reply.body) else "an error over MCP that is none of its messages"
    if reply.media_type != _PROBLEM:
        # The server below the application speaks for itself when it was sent no HTTP.
        return (
            ""
            if case.plain and reply.status == 400 and reply.media_type == "text/plain"
            else f"{reply.status} as {reply.media_type}"
        )
    problem = _object(reply.body)
    if problem.get("status") != reply.status or not {"type", "title", "detail"} <= problem.keys():
        return "a problem that lacks something"
    if case.chat and not isinstance(problem.get("error"), dict):
        return "an error of the chat door without its member error"
    return ""


def _object(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
