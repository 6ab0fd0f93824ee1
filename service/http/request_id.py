"""Every request has an id, which its response, the log and the trail name."""

import re
import secrets

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

from service.access.identity import answering

_SANE = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)


class RequestId(ASGIMiddleware):
    """Takes ``X-Request-ID`` over where it is 1 to 64 letters, digits, dots, lines and underscores; else makes one."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass the request on, known by its id."""
        sent = Headers.from_scope(scope).get("x-request-id", "")
        # What came may be anything, and goes into logs and headers.
        request = sent if _SANE.fullmatch(sent) else secrets.token_hex(8)

        async def named(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableScopeHeaders.from_message(message)["X-Request-ID"] = request
            await send(message)

        with answering(request), bound_contextvars(request_id=request):
            await next_app(scope, receive, named)
