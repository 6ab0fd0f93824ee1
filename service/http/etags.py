"""Entity tags: what was shown has a name, by which it is asked for again, or changed only if it is still so."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

_WITHOUT_BODY = ("content-length", "content-type")


class Etags(ASGIMiddleware):
    """Gives what a route with the option ``etag`` shows its tag, and answers 304 to who has it already."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass the request on; the answer is held back until its tag is known."""
        if not is_tagged(scope["route_handler"].opt):
            await next_app(scope, receive, send)
            return
        answer = _Answer(Headers.from_scope(scope).get("if-none-match", ""), send)
        await next_app(scope, receive, answer.send)


class _Answer:
    def __init__(self, known: str, send: Send) -> None:
        self._known = known
        self._send = send
        self._start: Message | None = None
        self._body = bytearray()

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 200:
            self._start = message
        elif self._start is None or message["type"] != "http.response.body":
            await self._send(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._tagged(self._start)

    async def _tagged(self, start: Message) -> None:
        tag = etag_of(bytes(self._body))
        headers = MutableScopeHeaders.from_message(start)
        headers.update({"etag": tag, "cache-control": "private, no-cache"})
        if is_named(tag, self._known):
            for name in _WITHOUT_BODY:
                if name in headers:
                    del headers[name]
            unchanged: Any = {**start, "status": 304}
            await self._send(unchanged)
            self._body.clear()
        else:
            await self._send(start)
        await self._send({"type": "http.response.body", "body": bytes(self._body), "more_body": False})


def is_tagged(options: Mapping[str, Any]) -> bool:
    """Return whether a route with these options shows its tag."""
    return bool(options.get("etag"))


def etag_of(body: bytes) -> str:
    """Return the strong tag of what is shown as ``body``."""
    return f'"{blake2b(body, digest_size=16).hexdigest()}"'


def is_named(tag: str, header: str, *, weak: bool = True) -> bool:
    """Return whether ``header`` (``If-Match``, ``If-None-Match``) names ``tag``; ``*`` names any.

    A tag marked as weak (``W/``) counts only where ``weak``.
    """
    names = [name.strip() for name in header.split(",")]
    return "*" in names or tag in names or (weak and f"W/{tag}" in names)
