"""The body of a request, read once to know it again, and handed on as it came."""

import tempfile
from hashlib import blake2b
from typing import IO, Any

from litestar.concurrency import sync_to_thread
from litestar.datastructures import Headers
from litestar.types import HTTPReceiveMessage, Receive, Scope

from core.errors import TooLarge

_IN_MEMORY = 1_000_000
_PIECE = 1 << 18
# What makes it another request, beside address and body.
_HEADERS = ("accept", "if-match", "if-none-match", "prefer")


class SentBody:
    """A body that was read; ``receive`` gives it to the application, piece by piece.

    ``digest`` is the same for the same request sent again, though a client divides multipart bodies by another
    boundary each time.
    """

    def __init__(self, kept: IO[bytes], digest: str, receive: Receive) -> None:
        self.digest = digest
        self._kept = kept
        self._rest = receive
        self._done = False

    async def receive(self) -> HTTPReceiveMessage:
        """Return the next message of the request."""
        if self._done:
            message: Any = await self._rest()
            return message  # type: ignore[no-any-return]
        piece = await sync_to_thread(self._kept.read, _PIECE)
        self._done = len(piece) < _PIECE
        return {"type": "http.request", "body": piece, "more_body": not self._done}

    def close(self) -> None:
        """Forget the body."""
        self._kept.close()


async def read_body(scope: Scope, receive: Receive, limit: int | None) -> SentBody | None:
    """Read the body of a request; ``None`` when whoever sent it left before its end.

    Raises:
        TooLarge: It is larger than ``limit`` bytes.
    """
    headers = Headers.from_scope(scope)
    digest = _Digest(scope, headers)
    # Closed by whoever gets the body.
    kept = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
    size, more = 0, True
    while more:
        message: Any = await receive()
        if message["type"] == "http.disconnect":
            kept.close()
            return None
        piece = message.get("body", b"")
        size += len(piece)
        if limit is not None and size > limit:
            kept.close()
            raise TooLarge(f"the request is larger than {limit} bytes", place="body")
        await sync_to_thread(kept.write, piece)
        digest.add(piece)
        more = message.get("more_body", False)
    kept.seek(0)
    return SentBody(kept, digest.value(), receive)


class _Digest:
    """Of method, address, headers that matter, and body, the boundary of a multipart body taken out of it."""

    def __init__(self, scope: Scope, headers: Headers) -> None:
        kind, _, parameters = headers.get("content-type", "").partition(";")
        head = [
            str(scope.get("method")),
            scope["path"],
            scope.get("query_string", b"").decode("latin-1"),
            kind.strip().lower(),
        ]
        head += [headers.get(name, "") for name in _HEADERS]
        self._hash = blake2b("\0".join(head).encode(), digest_size=20)
        self._boundary = _boundary(parameters) if kind.strip().lower() == "multipart/form-data" else b""
        self._tail = b""

    def add(self, piece: bytes) -> None:
        if not self._boundary:
            self._hash.update(piece)
            return
        *whole, rest = (self._tail + piece).split(self._boundary)
        for part in whole:
            self._hash.update(part + b"\0")
        # The boundary may begin in this piece and end in the next.
        held = len(self._boundary) - 1
        self._hash.update(rest[:-held] if held else rest)
        self._tail = rest[-held:] if held else b""

    def value(self) -> str:
        self._hash.update(self._tail)
        return self._hash.hexdigest()


def _boundary(parameters: str) -> bytes:
    for parameter in parameters.split(";"):
        name, _, value = parameter.strip().partition("=")
        if name.lower() == "boundary":
            return value.strip('"').encode("latin-1")
    return b""
