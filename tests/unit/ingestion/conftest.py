"""Shared fixtures: settings, a reader that checks every span, and the optional folder of public data."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from core.document import Document
from core.settings import Settings
from ingestion.parse import parse_bytes

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data"


@pytest.fixture(scope="session")
def settings() -> Settings:
    return Settings(_env_file=None)  # type: ignore[call-arg]


@pytest.fixture(scope="session")
def check_spans() -> Callable[[Document], Document]:
    def check(document: Document) -> Document:
        previous = 0
        for block in document.blocks:
            span = block.span
            assert document.markdown[span.char_start : span.char_end] == block.text
            assert block.text.strip()
            assert span.char_start >= previous, "blocks must not overlap"
            previous = span.char_end
        return document

    return check


@pytest.fixture(scope="session")
def read(settings: Settings, check_spans: Callable[[Document], Document]) -> Callable[[str | bytes, str], Document]:
    """Return a function that parses text or bytes under a name and checks that every span slices back."""

    def parse(data: str | bytes, name: str) -> Document:
        raw = data.encode() if isinstance(data, str) else data
        return check_spans(parse_bytes(raw, source_name=name, settings=settings))

    return parse


@pytest.fixture(scope="session")
def shared_data() -> Path:
    if not SHARED.is_dir():
        pytest.skip("the public data folder ../shared/data is not here")
    return SHARED


@dataclass
class StandIn:
    """A service on loopback: answers each request from its script, by method and path, and remembers it."""

    url: str = ""
    script: dict[str, list[tuple[int, bytes]]] = field(default_factory=dict)
    requests: list[tuple[str, str, bytes]] = field(default_factory=list)
    pause: float = 0.0

    def answer(self, call: str, *replies: object, status: int = 200) -> None:
        """Script what ``call`` (``POST /tasks``) gets; the last reply is repeated."""
        bodies = [reply if isinstance(reply, bytes) else json.dumps(reply).encode() for reply in replies]
        self.script.setdefault(call, []).extend((status, body) for body in bodies)


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    service = StandIn()

    class Handler(BaseHTTPRequestHandler):
        def _reply(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            service.requests.append((f"{self.command} {self.path}", self.headers.get("Authorization") or "", body))
            time.sleep(service.pause)
            script = service.script.get(f"{self.command} {self.path}") or [(404, b'{"detail": "no such route"}')]
            status, reply = script.pop(0) if len(script) > 1 else script[0]
            self.send_response(status)
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        do_GET = do_POST = _reply

        def log_message(self, format: str, *arguments: object) -> None:
            """Stay quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    service.url = f"http://127.0.0.1:{server.server_address[1]}"
    yield service
    server.shutdown()
    server.server_close()
