"""One log line per request: what was asked for and how it ended, never a body, a query or a header."""

import structlog
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from service.http.sent_status import SentStatus

_log = structlog.get_logger("dianmian.http")


class AccessLog(ASGIMiddleware):
    """Logs method, route template, status and milliseconds."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass the request on and log how it ended."""
        sent = SentStatus(send)
        try:
            await next_app(scope, receive, sent.send)
        finally:
            # The template, not the path: names of knowledge bases and documents are the users' own.
            _log.info(
                "request",
                method=scope.get("method"),
                route=scope.get("path_template") or "",
                status=sent.status,
                ms=round(sent.seconds * 1000, 1),
            )
