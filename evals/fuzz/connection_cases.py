"""Bad HTTP."""

from dataclasses import replace

from evals.fuzz.drawing import CANARY, Case, Drawing
from evals.fuzz.wire import request_bytes

_METHODS = ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "QUERY", "PROPFIND", "get", "BREW")


class ConnectionCases(Drawing):
    """Methods, headers and bytes."""

    def header(self) -> Case:
        """Headers with odd values, and bytes no header may have."""
        operation = self.operation(lambda one: one.looks and not one.takes_files)
        name = self.random.choice(
            (
                "Accept",
                "Accept-Language",
                "Authorization",
                "X-API-Key",
                "X-Request-ID",
                "Origin",
                "Cookie",
                "Prefer",
                "If-Match",
                "If-None-Match",
                "Idempotency-Key",
                "X-Forwarded-For",
                "Range",
                "traceparent",
                "X-HTTP-Method-Override",
                "Expect",
                "Content-Encoding",
                "Host",
                "Last-Event-ID",
                "Transfer-Encoding",
                "Content-Length",
                "baggage",
            )
        )
        value = self.random.choice(
            (self.odd.word()[:20_000], f"Bearer dm_{CANARY}", "text/event-stream", "*", '"', "0-", "bytes=0-99999")
        )
        sent = self.sent(
            "header",
            operation,
            body=self.fitting(operation),
            headers={**self.media_type(operation), name: value},
            plain=True,
        )
        # A request that lies about its length is never whole.
        return replace(sent, ends=name not in ("Content-Length", "Transfer-Encoding", "Expect"))

    def method(self) -> Case:
        """A method the route does not have."""
        operation = self.operation(lambda _: True)
        known = {one.method for one in self.operations if one.path == operation.path}
        method = self.random.choice([one for one in _METHODS if one not in known])
        target = operation.target(self.values(operation))
        return Case("method", request_bytes(method, target, {}), method.upper(), chat=operation.is_chat, plain=True)

    def unfinished(self) -> Case:
        """A body that says it goes on, and does not."""
        operation = self.operation(lambda one: one.takes_json or one.takes_files)
        headers, body = self.random.choice(
            (
                ({"Transfer-Encoding": "chunked"}, b'5\r\n{"que\r\n'),
                ({"Content-Length": "1000"}, b'{"question":"'),
                ({"Transfer-Encoding": "chunked"}, b"zz\r\nx\r\n"),
                ({"Content-Length": "-5"}, b"x"),
                ({"Content-Length": "9" * 30}, b"x"),
            )
        )
        sent = self.sent(
            "unfinished", operation, body=body, headers={**self.media_type(operation), **headers}, plain=True
        )
        return replace(sent, ends=False)

    def upgrade(self) -> Case:
        """A request to speak another protocol."""
        operation = self.operation(lambda one: one.method == "GET")
        headers = self.random.choice(
            (
                {
                    "Upgrade": "websocket",
                    "Connection": "Upgrade",
                    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
                    "Sec-WebSocket-Version": "13",
                },
                {
                    "Upgrade": "h2c",
                    "Connection": "Upgrade, HTTP2-Settings",
                    "HTTP2-Settings": "AAMAAABkAAQAoAAAAAIAAAAA",
                },
            )
        )
        return self.sent("upgrade", operation, headers=headers, plain=True)

    def crowd(self) -> Case:
        """Very many parameters or headers."""
        operation = self.operation(lambda one: one.method == "GET")
        number = self.random.choice((100, 1500))
        if self.random.random() < 0.5:
            return self.sent(
                "crowd", operation, query="&".join(f"where=a{n}=b&tag=t{n}" for n in range(number)), plain=True
            )
        return self.sent("crowd", operation, headers={f"X-{n}": "x" * 20 for n in range(number)}, plain=True)

    def no_http(self) -> Case:
        """Bytes that are no request."""
        sent = self.random.choice(
            (
                b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
                b"GET\r\n\r\n",
                b"\x00" * 200,
                b"GET / HTTP/9.9\r\n\r\n",
                b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                b"GET /v1/kbs HTTP/1.1\r\nHost: a\r\nX: \x00\r\n\r\n",
                b"GET /v1/kbs HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
                b"GET " + b"/a" * 40_000 + b" HTTP/1.1\r\n\r\n",
                b"GET /v1/kbs\xff\xfe HTTP/1.1\r\nHost: a\r\n\r\n",
                b"GET http://127.0.0.2/v1/kbs HTTP/1.1\r\nHost: a\r\n\r\n",
                b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
                b"GET /v1/kbs HTTP/1.1\r\n\r\n",
                b"POST /v1/kbs HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            )
        )
        return Case("no http", sent, ends=False, plain=True)
