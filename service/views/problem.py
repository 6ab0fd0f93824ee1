"""An error as the doors show it: RFC 9457 problem details, the same on the command line and over HTTP."""

from http import HTTPStatus
from typing import Annotated

from msgspec import Meta, Struct

from core.errors import DianmianError, outcome_of

TITLES: dict[str, str] = {
    "invalid-input": "输入有误 Invalid input",
    "unreadable-file": "文件无法读取 Unreadable file",
    "request-entity-too-large": "请求过大 Too large",
    "not-found": "未找到 Not found",
    "conflict": "与现有内容冲突 Conflict",
    "in-progress": "正在处理 In progress",
    "precondition-failed": "已被他人修改 Changed meanwhile",
    "not-identified": "身份未知 Not identified",
    "not-allowed": "不允许 Not allowed",
    "rate-limited": "请求过多 Too many requests",
    "upstream-failed": "外部服务失败 Upstream failed",
    "not-ready": "尚未就绪 Not ready",
    "configuration": "配置有误 Configuration error",
    "internal": "内部错误 Internal error",
    "usage": "命令用法有误 Wrong usage",
}


class Problem(Struct, frozen=True):
    """What went wrong, where, and what to do about it (application/problem+json)."""

    type: Annotated[str, Meta(description="Kind of problem; stable.", examples=["not-found"])]
    title: Annotated[str, Meta(description="The kind in words.", examples=["未找到 Not found"])]
    status: Annotated[int, Meta(description="HTTP status.", examples=[404])]
    detail: Annotated[str, Meta(description="What happened.", examples=["there is no knowledge base 云杉"])]
    place: Annotated[str, Meta(description="File, line, field … it happened at; may be empty.")] = ""
    advice: Annotated[str, Meta(description="What the reader can do; may be empty.")] = ""


def problem_of(error: DianmianError) -> Problem:
    """Return ``error`` as a problem."""
    outcome = outcome_of(error)
    return Problem(
        outcome.type, title_of(outcome.type, outcome.status), outcome.status, error.message, error.place, error.advice
    )


def title_of(kind: str, status: int) -> str:
    """Return the title of a kind of problem, or the words HTTP has for ``status``."""
    return TITLES.get(kind) or HTTPStatus(status).phrase
