"""What was answered, taken down while it is sent, and sent again."""

from collections.abc import Awaitable, Callable

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Send
from msgspec import Struct

from core.wire import to_json
from store.kept_responses import Kept

LARGEST = 65_536
_HEADERS = ("location", "etag", "preference-applied")
_OMITTED = "idempotent-body-omitted"
_JSON = "application/json"


class Omitted(Struct, frozen=True):
    """Stands for an answer that was given and is not kept."""

    detail: str
    replayed: bool = True


class Recorder:
    """Sends messages on, and hands the whole answer to ``settle`` before its last byte is out.

    Whoever has the answer may at once ask again, and must find it kept. ``settle`` gets ``None`` for an answer that is
    no success. A ``secret`` answer is kept without its body.
    """

    def __init__(self, send: Send, settle: Callable[[Kept | None], Awaitable[None]], *, secret: bool = False) -> None:
        self._send = send
        self._settle = settle
        self._secret = secret
        self._status = 500
        self._headers: dict[str, str] = {}
        self._body = bytearray()
        self._size = 0
        self.settled = False

    async def send(self, message: Message) -> None:
        """Take ``message`` down and send it on."""
        if message["type"] == "http.response.start":
            self._status = message["status"]
            self._headers = {key.decode().lower(): value.decode("latin-1") for key, value in message["headers"]}
        elif message["type"] == "http.response.body":
            piece = message.get("body", b"")
            self._size += len(piece)
            if self._size <= LARGEST and not self._secret:
                self._body += piece
            if not message.get("more_body", False):
                self.settled = True
                await self._settle(self._answer())
        await self._send(message)

    def _answer(self) -> Kept | None:
        if not 200 <= self._status < 300:
            return None
        kept = {name: self._headers[name] for name in _HEADERS if name in self._headers}
        if self._secret:
            return _without_body(self._status, kept, "it holds a secret that is shown once")
        if self._size > LARGEST:
            return _without_body(self._status, kept, f"it has more than {LARGEST} bytes")
        return Kept("", self._status, self._headers.get("content-type", ""), kept, bytes(self._body))


async def replay(known: Kept, send: Send) -> None:
    """Send what is kept, marked as a repetition."""
    start: Message = {"type": "http.response.start", "status": known.status or 200, "headers": []}
    headers = MutableScopeHeaders.from_message(start)
    headers.update(known.headers)
    headers["idempotent-replayed"] = "true"
    if known.media_type:
        headers["content-type"] = known.media_type
    if known.status != 204:
        headers["content-length"] = str(len(known.body))
    await send(start)
    await send({"type": "http.response.body", "body": known.body, "more_body": False})


def _without_body(status: int, headers: dict[str, str], why: str) -> Kept:
    note = Omitted(f"this was done before; its answer is not kept, for {why}")
    return Kept("", status, _JSON, {**headers, _OMITTED: "true"}, to_json(note))
