"""Chunks made from plain text and plain grids, and the facts read from them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pytest

from core.chunk import Chunk
from core.document import Cell, DocumentInfo, Table
from core.fact import Fact
from core.identity import content_hash, stable_id
from core.quantity import Quantity
from extraction.extractor import Extraction, extract
from extraction.naming import Naming

Grid = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Reader:
    """Reads facts from text as the loader would, and checks every one of them."""

    def chunk(self, text: str, kind: str = "prose", **changes: object) -> Chunk:
        values: dict[str, object] = {
            "id": stable_id("chk", text), "document_id": "doc_1", "ordinal": 0, "kind": kind, "text": text,
            "embedding_text": text, "heading_path": (), "spans": (), "sha256": content_hash(text),
            "splitter_version": "1",
        }  # fmt: skip
        return Chunk(**(values | changes))  # type: ignore[arg-type]

    def extraction(
        self, chunk: Chunk, title: str, naming: Naming | None = None, version: str = "", **metadata: str
    ) -> Extraction:
        read = extract(chunk, DocumentInfo("doc_1", title, f"{title}.md", version, metadata), naming or Naming())
        for fact in read.facts:
            self.check(fact, chunk)
        return read

    def prose(
        self, text: str, title: str = "说明", headings: Sequence[str] = (), naming: Naming | None = None
    ) -> tuple[Fact, ...]:
        return self.extraction(self.chunk(text, heading_path=tuple(headings)), title, naming).facts

    def table(
        self, rows: Grid, *, header_rows: int = 1, unit_hint: str = "", naming: Naming | None = None
    ) -> tuple[Fact, ...]:
        return self.extraction(self.table_chunk(rows, header_rows, unit_hint), "价目表", naming).facts

    def table_chunk(self, rows: Grid, header_rows: int = 1, unit_hint: str = "") -> Chunk:
        cells = (Cell(text, row, col) for row, texts in enumerate(rows) for col, text in enumerate(texts))
        table = Table(tuple(cells), header_rows, unit_hint=unit_hint)
        lines = [table.columns(), ["---"] * table.column_count, *table.grid()[header_rows:]]
        text = "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
        return self.chunk(text, "table", table=table)

    def record(self, fields: Mapping[str, str], title: str = "常见问题") -> tuple[Fact, ...]:
        text = "\n".join(f"{name}：{value}" for name, value in fields.items())
        return self.extraction(self.chunk(text, "record", fields=tuple(fields.items())), title).facts

    def check(self, fact: Fact, chunk: Chunk) -> None:
        """What holds of every fact, whatever it says."""
        assert fact.quote == chunk.text[fact.quote_start : fact.quote_end]
        assert fact.value in fact.quote.replace("\\|", "|")
        assert fact.chunk_id == chunk.id
        assert fact.document_id == chunk.document_id
        assert fact.subject
        assert fact.attribute
        assert 0 < fact.confidence <= 1
        assert (fact.origin, fact.state) == ("rule", "candidate")


@pytest.fixture(scope="session")
def read() -> Reader:
    return Reader()


def interval(quantity: Quantity | None) -> str:
    """Return ``[10,20)年`` for 满10年不满20年."""
    if quantity is None:
        return ""
    low = "" if quantity.low is None else f"{quantity.low:f}"
    high = "" if quantity.high is None else f"{quantity.high:f}"
    opening = "(" if quantity.low_open or quantity.low is None else "["
    closing = ")" if quantity.high_open or quantity.high is None else "]"
    return f"{opening}{low},{high}{closing}{quantity.unit}"


@pytest.fixture(scope="session")
def said() -> Callable[[Fact], tuple[str, str, str, list[str]]]:
    """Return a function that says a fact in short: subject, attribute, value, intervals of its conditions."""

    def short(fact: Fact) -> tuple[str, str, str, list[str]]:
        held = [interval(condition.quantity) for condition in fact.conditions if condition.quantity]
        return fact.subject, fact.attribute, fact.value, held

    return short
