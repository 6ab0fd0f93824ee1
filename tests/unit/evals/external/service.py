"""A search service of our own on loopback: it answers as it is told and keeps what it was asked."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Answer = tuple[int, bytes]


@dataclass
class Service:
    """``asked`` holds (method, path with its query, headers, body) of every request."""

    url: str
    asked: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)


def answers(*replies: Any) -> Callable[[], Answer]:
    """Return replies in order, the last one again and again; an int is a status, bytes are sent as they are."""
    left = list(replies)

    def answer() -> Answer:
        reply = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(reply, int):
            return reply, b"try later"
        return 200, reply if isinstance(reply, bytes) else json.dumps(reply).encode()

    return answer


@contextmanager
def serving(answer: Callable[[], Answer]) -> Iterator[Service]:
    """Serve until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            service.asked.append((self.command, self.path, dict(self.headers), body))
            status, content = answer()
            self.send_response(status)
            self.send_header("content-length", str(len(content)))
            self.send_header("location", "http://127.0.0.1:1/elsewhere")
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = Service(f"http://127.0.0.1:{server.server_port}/search")
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
