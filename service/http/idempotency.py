"""Requests with an ``Idempotency-Key``: sent again, they are answered as before and do nothing again."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from litestar.concurrency import sync_to_thread
from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from core.errors import DianmianError, InProgress, InvalidInput
from core.wire import to_json
from service.http.problems import send_error
from service.http.recording import Recorder, replay
from service.http.sent_body import SentBody, read_body
from service.wiring import Application
from store import kept_responses
from store.kept_responses import Hold, Kept

HEADER = "idempotency-key"
LONGEST_KEY = 255
_RENEWALS = 4
_log = structlog.get_logger("dianmian.http")


class Idempotency(ASGIMiddleware):
    """Lets a request with a key through once, keeps its answer if it is a good one, and gives it to the next.

    A request that fails changes nothing, so it gives its key back. One whose process dies loses it after ``lease``
    seconds.
    """

    scopes = (ScopeType.HTTP,)

    def __init__(self, application: Application, *, lease: float = 60.0) -> None:
        self._database = application.database
        self._hours = application.settings.idempotency_hours
        self._lease = lease

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass the request on, or answer it from what is kept."""
        key = Headers.from_scope(scope).get(HEADER)
        if key is None or not takes_key(scope["route_handler"]):
            await next_app(scope, receive, send)
            return
        try:
            await self._once(key, scope, receive, send, next_app)
        except DianmianError as error:
            await send_error(error, scope, receive, send)

    async def _once(self, key: str, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        _check_key(key)
        handler: Any = scope["route_handler"]
        body = await read_body(scope, receive, handler.resolve_request_max_body_size())
        if body is None:
            return
        try:
            hold = Hold(key, body.digest, secrets.token_hex(8))
            known = await sync_to_thread(self._claim, hold)
            if known is None:
                secret = bool(handler.opt.get("secret"))
                await self._work(hold, body, scope, send, next_app, secret=secret)
                return
        finally:
            body.close()
        if known.request != body.digest:
            raise InvalidInput(
                "this key came with another request before",
                place="Idempotency-Key",
                advice="use a new key for each request that is not a repetition",
            )
        if known.status is None:
            raise InProgress("the same request is being worked on", place="Idempotency-Key", advice="ask again soon")
        await replay(known, send)

    async def _work(
        self, hold: Hold, body: SentBody, scope: Scope, send: Send, next_app: ASGIApp, *, secret: bool
    ) -> None:
        recorder = Recorder(send, lambda answer: sync_to_thread(self._settle, hold, answer), secret=secret)
        try:
            async with self._renewing(hold):
                await next_app(scope, body.receive, recorder.send)
        except Exception:
            if not recorder.settled:
                await sync_to_thread(self._settle, hold, None)
            raise

    @asynccontextmanager
    async def _renewing(self, hold: Hold) -> AsyncIterator[None]:
        """Say while the block runs that ``hold`` is worked on."""

        async def renew() -> None:
            while True:
                await asyncio.sleep(self._lease / _RENEWALS)
                # The database may be away for a moment; the next time may be in time.
                with suppress(DianmianError):
                    await sync_to_thread(self._renew, hold)

        renewal = asyncio.create_task(renew())
        try:
            yield
        finally:
            renewal.cancel()
            with suppress(asyncio.CancelledError):
                await renewal

    def _claim(self, hold: Hold) -> Kept | None:
        with self._database.session() as session:
            return kept_responses.claim(session, hold, hours=self._hours, lease=self._lease)

    def _renew(self, hold: Hold) -> None:
        with self._database.session() as session:
            kept_responses.renew(session, hold)

    def _settle(self, hold: Hold, answer: Kept | None) -> None:
        """Keep ``answer``, or give the key back where there is nothing to keep; the answer itself goes out anyhow."""
        try:
            with self._database.session() as session:
                if answer is None:
                    kept_responses.release(session, hold)
                else:
                    kept_responses.keep(session, hold, answer, to_json(answer.headers).decode())
        except DianmianError as error:
            _log.warning("answer not kept", error=type(error).__name__)


def takes_key(handler: Any) -> bool:
    """Return whether a route changes something by ``POST``: those that only look need no key, and take none."""
    if not isinstance(handler, HTTPRouteHandler) or "POST" not in handler.http_methods:
        return False
    return handler.opt.get("scope") in ("write", "review", "admin")


def _check_key(key: str) -> None:
    if not 1 <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise InvalidInput(
            f"a key has 1 to {LONGEST_KEY} printable ASCII characters",
            place="Idempotency-Key",
            advice="send a random UUID",
        )
