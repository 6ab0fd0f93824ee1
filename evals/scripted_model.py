"""A language model that says what it is told to, over real HTTP: ``/v1/chat/completions`` on loopback."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Request = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer. ``body`` replaces the whole response, ``hang_up`` closes the connection, ``pause`` is in seconds.

    A request for a stream gets ``text`` in pieces of ``piece`` characters; after ``stall`` of them the model says
    nothing more, and goes away ``pause`` seconds later. ``gap`` seconds lie between two pieces.
    """

    text: str | None = ""
    status: int = 200
    finish: str = "stop"
    refusal: str | None = None
    counted: bool = True
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    pause: float = 0.0
    hang_up: bool = False
    piece: int = 3
    stall: int | None = None
    gap: float = 0.0


Mind = Callable[[Request], Reply]


@dataclass
class ScriptedModel:
    """The running server. ``mind`` makes every reply; ``requests`` and ``keys`` are what has come in."""

    mind: Mind
    url: str = ""
    requests: list[Request] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def answer(self, path: str, request: Request) -> tuple[Reply, bytes]:
        """Return the reply to ``request`` and its body."""
        self.requests.append(request)
        if path != "/v1/chat/completions":
            return Reply(status=404), b'{"error": {"message": "no such route"}}'
        reply = self.mind(request)
        return reply, _body(request, reply) if reply.body is None else reply.body


def shown(request: Request) -> dict[str, Any]:
    """Return the material a request shows: the JSON object in its first message of the user."""
    message = next(m["content"] for m in request["messages"] if m["role"] == "user")
    found: dict[str, Any] = json.JSONDecoder().raw_decode(message)[0]
    return found


def as_reply(entries: list[dict[str, Any]], holder: str = "facts") -> Reply:
    """Return ``entries`` as a well-behaved model writes them."""
    return Reply(json.dumps({holder: entries}, ensure_ascii=False))


@contextmanager
def scripted_model(mind: Mind) -> Iterator[ScriptedModel]:
    """Run the server on a free port of loopback until the block ends."""
    model = ScriptedModel(mind)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(model))
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    model.url = f"http://127.0.0.1:{server.server_port}/v1"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()


def _body(request: Request, reply: Reply) -> bytes:
    message = {"role": "assistant", "content": reply.text, "refusal": reply.refusal}
    asked = sum(len(str(m["content"])) for m in request["messages"])
    answer: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": request.get("model", ""),
        "choices": [{"index": 0, "message": message, "finish_reason": reply.finish}],
    }
    if reply.counted:
        answered = len(reply.text or "")
        answer["usage"] = {
            "prompt_tokens": asked,
            "completion_tokens": answered,
            "total_tokens": asked + answered,
        }
    return json.dumps(answer).encode()


def _events(request: Request, reply: Reply) -> Iterator[str]:
    text = reply.text or ""
    pieces = [text[at : at + reply.piece] for at in range(0, len(text), reply.piece)]
    deltas: list[tuple[dict[str, Any], str | None]] = [({"role": "assistant"}, None)]
    deltas += [({"content": piece}, None) for piece in pieces[: reply.stall]]
    if reply.stall is None:
        deltas.append(({"refusal": reply.refusal} if reply.refusal else {}, reply.finish))
    for delta, finish in deltas:
        chunk = {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": request.get("model", ""),
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
        }
        yield json.dumps(chunk, ensure_ascii=False)
    if reply.stall is None:
        yield "[DONE]"


def _handler(model: ScriptedModel) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Head and body leave in two writes; unasked, the second would wait 40 ms for the first to be acknowledged.
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            model.keys.append(self.headers.get("Authorization", ""))
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            reply, body = model.answer(self.path, request)
            if request.get("stream") and reply.body is None and reply.status == 200 and not reply.hang_up:
                self._stream(request, reply)
                return
            time.sleep(reply.pause)
            if reply.hang_up:
                self.close_connection = True
                return
            self.send_response(reply.status)
            for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def _stream(self, request: Request, reply: Reply) -> None:
            """Send events and close the connection, which is how they end."""
            self.close_connection = True
            if reply.stall is None:
                time.sleep(reply.pause)
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for event in _events(request, reply):
                self.wfile.write(f"data: {event}\n\n".encode())
                self.wfile.flush()
                time.sleep(reply.gap)
            if reply.stall is not None:
                time.sleep(reply.pause)

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    return Handler
