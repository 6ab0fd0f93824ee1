"""CSV and TSV: encoding and delimiter found by looking."""

import csv
from io import StringIO
from pathlib import PurePath

from core.document import Cell, Span, Table
from core.errors import InvalidInput
from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.encoding import decode
from ingestion.parsed import Parsed

_DELIMITERS = ",;\t|，"
_SAMPLE_ROWS = 50
_LARGEST_FIELD = 10_000_000


def parse(data: bytes, source_name: str, settings: Settings) -> Parsed:  # noqa: ARG001  one signature for all parsers
    """Read a delimited file as one table whose first row names the columns.

    Raises:
        UnreadableFile: The encoding is not recognised.
        InvalidInput: A quoted cell is not closed; the place names the row.
    """
    text, encoding = decode(data, source_name)
    builder = DocumentBuilder("csv")
    delimiter = "\t" if PurePath(source_name).suffix.lower() == ".tsv" else find_delimiter(text)
    rows = [(number, row) for number, row in enumerate(read_rows(text, delimiter, source_name), 1) if any(row)]
    if rows:
        builder.table(_table(rows, builder), Span(row=rows[0][0]))
    if encoding not in ("utf-8", "utf-8-sig"):
        builder.warn(f"read as {encoding}")
    return builder.finish()


def read_rows(text: str, delimiter: str, place: str) -> list[list[str]]:
    """Return all rows, cells stripped of outer blank space and otherwise as written."""
    csv.field_size_limit(_LARGEST_FIELD)
    reader = csv.reader(StringIO(text.replace("\x00", "")), delimiter=delimiter, strict=True)
    rows: list[list[str]] = []
    try:
        rows.extend([cell.strip() for cell in row] for row in reader)
    except csv.Error as error:
        raise InvalidInput(
            f"the row cannot be read: {error}", place=f"{place} row {len(rows) + 1}", advice="check its quotation marks"
        ) from error
    return rows


def find_delimiter(text: str) -> str:
    """Return the delimiter that splits the first rows into the same number of columns most often."""
    best, best_score = ",", (0.0, 0)
    for delimiter in _DELIMITERS:
        try:
            sample = csv.reader(StringIO(text[:100_000]), delimiter=delimiter)
            widths = [len(row) for row, _ in zip(sample, range(_SAMPLE_ROWS), strict=False) if row]
        except csv.Error:
            continue
        common = max(set(widths), key=lambda width: (widths.count(width), width), default=1)
        score = (widths.count(common) / max(len(widths), 1), common) if common > 1 else (0.0, 0)
        if score > best_score:
            best, best_score = delimiter, score
    return best


def _table(rows: list[tuple[int, list[str]]], builder: DocumentBuilder) -> Table:
    width = max(len(row) for _, row in rows)
    uneven = [number for number, row in rows if len(row) != width]
    if uneven:
        listed = ", ".join(str(number) for number in uneven[:5])
        builder.warn(
            f"{len(uneven)} rows have fewer than {width} cells (row {listed}{' …' if len(uneven) > 5 else ''})"
        )
    cells = tuple(
        Cell(text, at, col)
        for at, (_, row) in enumerate(rows)
        for col, text in enumerate(row + [""] * (width - len(row)))
    )
    header = 1 if len(rows) > 1 else 0
    return Table(cells, header_rows=header, source_rows=tuple(number for number, _ in rows))
