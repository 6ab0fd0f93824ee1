"""One request over one connection, byte for byte as it is given."""

import http.client
import io
import socket
from collections.abc import Mapping
from dataclasses import dataclass

_PATIENCE = 60.0
# More than this of an answer tells nothing new.
_MOST = 4_000_000


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: status 0 when the connection was closed without an answer, -1 when nothing came in time."""

    status: int
    media_type: str = ""
    body: bytes = b""


CLOSED = Reply(0)
HUNG = Reply(-1)


def request_bytes(method: str, target: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
    """Return a request as it goes over the wire; nothing is checked or escaped."""
    lines = [f"{method} {target} HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if body and "Transfer-Encoding" not in headers and "Content-Length" not in headers:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode("utf-8", "surrogatepass") + b"\r\n\r\n" + body


def exchange(address: tuple[str, int], request: bytes, *, ends: bool = True, method: str = "GET") -> Reply:
    """Send ``request`` and read the answer.

    Args:
        ends: Whether the request is whole. One that is not is left standing: the connection is closed on our side.
        method: How the answer is to be read; one to ``HEAD`` has no body.
    """
    try:
        with socket.create_connection(address, timeout=_PATIENCE) as connection:
            _send(connection, request)
            if not ends:
                connection.shutdown(socket.SHUT_WR)
            return _read(connection, method)
    except TimeoutError:
        return HUNG
    except OSError:
        return CLOSED


def _send(connection: socket.socket, request: bytes) -> None:
    try:
        connection.sendall(request)
    except (BrokenPipeError, ConnectionResetError):
        # Refused before it was read whole; the answer is there already.
        return


def _read(connection: socket.socket, method: str) -> Reply:
    answer = http.client.HTTPResponse(connection, method=method)
    try:
        answer.begin()
        if answer.status == http.client.SWITCHING_PROTOCOLS:
            return Reply(answer.status)
        body = b"" if method == "HEAD" else answer.read(_MOST)
    except TimeoutError:
        return HUNG
    except (http.client.HTTPException, ConnectionResetError, io.UnsupportedOperation):
        return CLOSED
    return Reply(answer.status, answer.headers.get_content_type(), body)
