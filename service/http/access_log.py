"""One log line per request: what was asked for and how it ended, never a body, a query or a header."""

from time import perf_counter

import structlog
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

_log = structlog.get_logger("dianmian.http")


class AccessLog(ASGIMiddleware):
    """Logs method, route template, status and milliseconds."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass the request on and log how it ended."""
        started = perf_counter()
        status = 500

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await next_app(scope, receive, watch)
        finally:
            # The template, not the path: names of knowledge bases and documents are the users' own.
            _log.info(
                "request",
                method=scope.get("method"),
                route=scope.get("path_template") or "",
                status=status,
                ms=round((perf_counter() - started) * 1000, 1),
            )
