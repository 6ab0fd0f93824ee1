"""One bad request, and what drawing any kind of them needs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote

from evals.fuzz.odd_values import OddValues, encoded
from evals.fuzz.operations import Operation
from evals.fuzz.wire import request_bytes

# Stands in questions, files and keys; no line of the log may hold it.
CANARY = "机密暗语青鸟七九三"
READ, WRITTEN = "books", "spare"
JSON = {"Content-Type": "application/json"}
BOUNDARY = "fuzz-7f3a"
FORM = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
_LEAST_LIMIT = 1_000_000


@dataclass(frozen=True, slots=True)
class Case:
    """One request. ``chat``: errors have OpenAI's shape too; ``plain``: it may be no HTTP at all, or a page."""

    kind: str
    request: bytes
    method: str = "GET"
    ends: bool = True
    chat: bool = False
    plain: bool = False
    mcp: bool = False


@dataclass
class Drawing:
    """Draws from a service with ``operations``; ``known`` has ids that exist, by the name of their parameter."""

    operations: Sequence[Operation]
    known: Mapping[str, Sequence[str]]
    random: Random
    odd: OddValues = field(init=False)

    def __post_init__(self) -> None:
        """Let odd values come from the same seed."""
        self.odd = OddValues(self.random)

    def operation(self, wanted: Callable[[Operation], bool]) -> Operation:
        return self.random.choice([one for one in self.operations if wanted(one)])

    def values(self, operation: Operation) -> dict[str, str]:
        """Return values for the path: what only looks looks at what must stay, what changes has its own place."""
        known = {**self.known, "kb": [READ if operation.looks else WRITTEN]}
        return {name: self.random.choice(known.get(name) or ["x"]) for name in operation.parameters("path")}

    def fitting(self, operation: Operation) -> bytes:
        return encoded(harmless(operation, operation.good_body(self.random))) if operation.takes_json else b""

    def media_type(self, operation: Operation) -> dict[str, str]:
        return JSON if operation.takes_json else FORM if operation.takes_files else {}

    def escaped(self, text: str) -> str:
        """Return ``text`` for an address, now and then with bytes that are no UTF-8."""
        if self.random.random() < 0.05:
            return "%ff%fe%c3%28"
        return quote(text[:20_000].encode("utf-8", "surrogatepass"), safe="")

    def sent(
        self,
        kind: str,
        operation: Operation,
        values: dict[str, str] | None = None,
        *,
        query: str = "",
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
        plain: bool = False,
    ) -> Case:
        values = values or self.values(operation)
        # What everything else is about is never deleted.
        if not operation.looks and values.get("kb") == READ:
            values["kb"] = WRITTEN
        target = operation.target(values) + (f"?{query}" if query else "")
        sent = request_bytes(
            operation.method, target, headers if headers is not None else self.media_type(operation), body
        )
        return Case(kind, sent, operation.method, chat=operation.is_chat, plain=plain)


def harmless(operation: Operation, body: Any) -> Any:
    """Return ``body``, spoilt where it would end the run: a low limit holds from the next request on."""
    if operation.path != "/v1/limits" or not isinstance(body, dict):
        return body
    low = any(isinstance(value, int | float) and value < _LEAST_LIMIT for value in body.values())
    return {**body, "no such limit": 1} if low else body
