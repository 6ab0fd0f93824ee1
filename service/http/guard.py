"""The guard: who may pass, and for whom everything behind it then acts."""

from typing import Any

from litestar.concurrency import sync_to_thread
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

from core.errors import DianmianError
from service.access.admission import Admission, admit
from service.access.identity import acting_as
from service.access.rates import rate_headers
from service.http.problems import send_error
from service.wiring import Application


class Guard(ASGIMiddleware):
    """Asks for a key where the settings want one, and lets the request act for the tenant of the key.

    Streams are sent while it still stands around them, so what they read is of that tenant too. Who was let in is in
    ``scope["state"]["identity"]`` as well, for servers that answer in tasks of their own.
    """

    scopes = (ScopeType.HTTP,)

    def __init__(self, application: Application) -> None:
        self._application = application

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass the request on, or answer that it may not pass."""
        # A route that says nothing of its scope is for administrators alone.
        options: dict[str, Any] = {"scope": "admin", **scope["route_handler"].opt}
        if options["scope"] is None:
            await next_app(scope, receive, send)
            return
        try:
            admission = await sync_to_thread(self._admit, key_of(scope), options)
        except DianmianError as error:
            await send_error(error, scope, receive, send)
            return
        await self._pass(admission, scope, receive, send, next_app)

    def _admit(self, key: str | None, options: dict[str, Any]) -> Admission:
        application = self._application
        asked = bool(options.get("question"))
        return admit(application.database, application.settings, key, options["scope"], question=asked)

    async def _pass(self, admission: Admission, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        headers = rate_headers(admission.rate) if admission.rate else {}

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableScopeHeaders.from_message(message).update(headers)
            await send(message)

        scope["state"]["identity"] = admission.identity
        with acting_as(admission.identity), bound_contextvars(key=admission.identity.key):
            await next_app(scope, receive, counted)


def key_of(scope: Scope) -> str | None:
    """Return the key that came with a request, ``None`` for none."""
    headers = Headers.from_scope(scope)
    kind, _, value = headers.get("authorization", "").strip().partition(" ")
    if kind.lower() == "bearer" and value.strip():
        return value.strip()
    return headers.get("x-api-key", "").strip() or None
