"""Bad requests of every kind, drawn from one seed."""

from collections.abc import Callable
from urllib.parse import quote

from evals.fuzz.body_cases import BodyCases
from evals.fuzz.connection_cases import ConnectionCases
from evals.fuzz.drawing import CANARY, Case
from evals.fuzz.form_cases import FormCases
from evals.fuzz.wire import request_bytes


class Cases(BodyCases, FormCases, ConnectionCases):
    """Draws cases of all kinds."""

    def draw(self) -> Case:
        """Return the next case."""
        kinds, weights = zip(*self._kinds(), strict=True)
        chosen: Callable[[], Case] = self.random.choices(kinds, weights)[0]
        return chosen()

    def address(self) -> Case:
        """An address that names things that are not, or are no names."""
        operation = self.operation(lambda one: bool(one.parameters("path")))
        values = self.values(operation)
        values[self.random.choice(list(values))] = self.odd.word()
        return self.sent("address", operation, values, body=self.fitting(operation))

    def path(self) -> Case:
        """A path that would like to leave its folder."""
        begin = self.random.choice(
            ("/static/", "/v1/kbs/", "/v1/kbs/books/documents/", "/", "/docs/", "/v1/models/", "/mcp/")
        )
        name = self.odd.name()
        raw = "".join(char if 32 < ord(char) < 127 else quote(char, errors="replace") for char in name)
        written = self.random.choice(
            (raw, quote(name, safe="", errors="replace"), quote(quote(name, safe="", errors="replace")))
        )
        return Case("path", request_bytes("GET", begin + written, {}), plain=True)

    def query(self) -> Case:
        """Parameters with odd values, repeated, or unknown."""
        operation = self.operation(lambda one: bool(one.parameters("query")))
        names = self.random.sample(operation.parameters("query"), 1)
        if self.random.random() < 0.3:
            names += [self.random.choice((*operation.parameters("query"), "q", "_method", "$where", "limit[]"))]
        asked = "&".join(f"{quote(name)}={self.escaped(self.odd.word())}" for name in names)
        if "question" in operation.parameters("query") and "question" not in names:
            asked += f"&question={quote(CANARY)}"
        return self.sent("query", operation, query=asked, body=self.fitting(operation))

    def _kinds(self) -> list[tuple[Callable[[], Case], int]]:
        """Return every kind, and how often it comes."""
        return [
            (self.address, 14),
            (self.query, 18),
            (self.body, 22),
            (self.raw_body, 10),
            (self.header, 6),
            (self.method, 5),
            (self.form, 5),
            (self.cut_form, 3),
            (self.unfinished, 3),
            (self.nested, 2),
            (self.huge, 1),
            (self.packed, 2),
            (self.upgrade, 1),
            (self.crowd, 2),
            (self.no_http, 2),
            (self.tool, 6),
            (self.path, 5),
        ]
