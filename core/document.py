"""A parsed document: a sequence of typed blocks, each tied to its place in the source."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

BlockKind = Literal["title", "paragraph", "list", "table", "record", "code", "formula", "image", "footnote", "notice"]


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a document.

    ``char_start``/``char_end`` are character offsets (end exclusive) in the document's canonical Markdown.
    ``page`` and ``row`` count from 1 as a person would; ``bbox`` is (x0, top, x1, bottom) in PDF points.
    """

    char_start: int = 0
    char_end: int = 0
    page: int | None = None
    bbox: tuple[float, float, float, float] | None = None
    sheet: str | None = None
    row: int | None = None
    slide: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table as the source has it; a merged cell stands once, with its spans.

    ``head`` is set on a cell that names a row, a column or a part of the table instead of holding a value.
    """

    text: str
    row: int
    col: int
    row_span: int = 1
    col_span: int = 1
    head: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table with merged cells kept; ``grid`` repeats a merged value in every place it covers.

    Rows and columns count from 0, header rows first. ``source_rows`` holds, for every row, the row number a
    person sees in the source (spreadsheets), else it is empty.
    """

    cells: tuple[Cell, ...]
    header_rows: int = 1
    caption: str = ""
    unit_hint: str = ""
    source_rows: tuple[int, ...] = ()

    @property
    def row_count(self) -> int:
        return max((cell.row + cell.row_span for cell in self.cells), default=0)

    @property
    def column_count(self) -> int:
        return max((cell.col + cell.col_span for cell in self.cells), default=0)

    def grid(self) -> list[list[str]]:
        """Return all rows (header rows first) as text, merged values repeated; shape row_count × column_count."""
        width = self.column_count
        rows = [[""] * width for _ in range(self.row_count)]
        for cell in self.cells:
            for row in range(cell.row, cell.row + cell.row_span):
                for col in range(cell.col, cell.col + cell.col_span):
                    rows[row][col] = cell.text
        return rows

    def columns(self) -> list[str]:
        """Return one name per column: its header texts from top to bottom, equal neighbours said once.

        A header cell over all columns names none of them; it is part of the caption.
        """
        names: list[str] = []
        titles = {cell.row for cell in self.cells if cell.head and cell.col_span >= self.column_count > 1}
        header = [row for number, row in enumerate(self.grid()[: self.header_rows]) if number not in titles]
        for col in range(self.column_count):
            parts: list[str] = []
            for row in header:
                if row[col] and (not parts or parts[-1] != row[col]):
                    parts.append(row[col])
            names.append(" ".join(parts))
        return names


@dataclass(frozen=True, slots=True)
class ListItem:
    """One item of a list with its marker (``1.``, ``（一）``, ``-``) and nesting depth from 0."""

    marker: str
    text: str
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Block:
    """One typed piece of a document.

    ``text`` is exactly ``document.markdown[span.char_start:span.char_end]``. ``heading_path`` lists the titles
    the block stands under, outermost first, without the document title. ``fields`` is set on records, and on turns
    of a conversation (speaker, date).
    """

    kind: BlockKind
    text: str
    span: Span
    heading_path: tuple[str, ...] = ()
    level: int | None = None
    table: Table | None = None
    items: tuple[ListItem, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    needs_review: bool = False


@dataclass(frozen=True, slots=True)
class Health:
    """How well a document was read; every share is 0–1, ``None`` where it does not apply.

    ``faults`` say which thresholds it fell short of; its chunks then wait for review.
    """

    pages: int | None = None
    pages_read: float | None = None
    garbled: float = 0.0
    ocr_confidence: float | None = None
    tables: int = 0
    tables_whole: float | None = None
    metadata_present: float = 0.0
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """One source file, parsed. ``markdown`` is the canonical text that every span points into."""

    id: str
    title: str
    source_name: str
    media_type: str
    sha256: str
    markdown: str
    blocks: tuple[Block, ...]
    version: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    parser: str = ""
    warnings: tuple[str, ...] = ()
    health: Health = field(default_factory=Health)


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """A document's name and metadata without its text: what extraction and answers need to know of it."""

    id: str
    title: str
    source_name: str
    version: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DocumentSummary:
    """One line of a list of documents. ``chunks`` counts its chunks; ``updated_at`` is when it last changed."""

    id: str
    title: str
    source_name: str
    media_type: str
    version: str
    sha256: str
    chunks: int
    warnings: tuple[str, ...]
    health: Health
    updated_at: datetime
