"""Bad JSON."""

import gzip
from typing import Any

from evals.fuzz.drawing import CANARY, JSON, READ, Case, Drawing, harmless
from evals.fuzz.odd_values import encoded
from evals.fuzz.wire import request_bytes


class BodyCases(Drawing):
    """Bodies that nearly fit, and such that never could."""

    def body(self) -> Case:
        """A body that fits but for one value, or one value more."""
        operation = self.operation(lambda one: one.takes_json)
        body = operation.good_body(self.random)
        if isinstance(body, dict):
            keys = [*body, self.odd.word()] if self.random.random() < 0.2 or not body else list(body)
            body[self.random.choice(keys)] = self.odd.json()
        return self.sent("body", operation, body=encoded(harmless(operation, body)), headers=JSON)

    def raw_body(self) -> Case:
        """Bytes that are no JSON, or of another media type, or JSON said twice."""
        operation = self.operation(lambda one: one.takes_json)
        good = encoded(harmless(operation, operation.good_body(self.random)))
        body = self.random.choice(
            (
                good[:-1],
                good[:-1] + b',"question":1,"question":"a"}',
                b"\xef\xbb\xbf" + good,
                good.decode().encode("utf-16"),
                b"\xff\xfe\x00",
                b"{'question': 1}",
                b'{"question":"\xc3\x28"}',
                b'{"question":"\\ud800"}',
                b"NaN",
                b"",
                b"null",
                b'"' + CANARY.encode() + b'"',
                b'{"question": NaN}',
                b'{"a":1}' * 2,
                b'{"__proto__":{"x":1}}',
                b"\x00" * 100,
                encoded(self.odd.json()),
            )
        )
        kinds = (
            "application/json",
            "text/plain",
            "application/xml",
            "application/x-www-form-urlencoded",
            "application/msgpack",
            "multipart/form-data",
            "",
            "a/b/c",
            "application/json; charset=utf-16",
            "application/yaml",
            "*/*",
        )
        return self.sent("raw body", operation, body=body, headers={"Content-Type": self.random.choice(kinds)})

    def nested(self) -> Case:
        """JSON as deep as it is long."""
        operation = self.operation(lambda one: one.takes_json)
        depth = self.random.choice((100, 2000, 20_000, 100_000 if operation.is_chat else 30_000))
        inside = b"[" * depth + b"]" * depth if self.random.random() < 0.5 else b'{"a":' * depth + b"1" + b"}" * depth
        body = inside if self.random.random() < 0.5 else b'{"question":' + inside + b"}"
        return self.sent("nested", operation, body=body, headers=JSON)

    def huge(self) -> Case:
        """A question of ten million bytes."""
        operation = self.operation(lambda one: one.takes_json)
        body = b'{"question":"' + b"a" * 10_000_000 + b'"}'
        return self.sent("huge", operation, body=body, headers=JSON)

    def packed(self) -> Case:
        """A body that is packed, or says so."""
        operation = self.operation(lambda one: one.takes_json)
        good = gzip.compress(encoded(harmless(operation, operation.good_body(self.random))), mtime=0)
        body = self.random.choice((good, good[:20], gzip.compress(b"a" * 5_000_000, mtime=0)))
        encoding = self.random.choice(("gzip", "br", "deflate", "gzip, gzip"))
        return self.sent("packed", operation, body=body, headers={**JSON, "Content-Encoding": encoding})

    def tool(self) -> Case:
        """A call of a tool over MCP with arguments that do not fit."""
        name = self.random.choice(("search", "ask", "facts", "sources", "knowledge_bases", self.odd.word()))
        arguments: dict[str, Any] = {"kb": READ, "question": CANARY}
        arguments[self.random.choice(("kb", "question", "limit", "filter", "history", "subject", "document", "x"))] = (
            self.odd.json()
        )
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
        if self.random.random() < 0.2:
            message[self.random.choice(("jsonrpc", "id", "method", "params"))] = self.odd.json()
        headers = {**JSON, "Accept": "application/json, text/event-stream"}
        return Case("tool", request_bytes("POST", "/mcp", headers, encoded(message)), "POST", plain=True, mcp=True)
