"""CSV and TSV: encoding and delimiter found by looking."""

import csv
import re
from io import StringIO
from pathlib import PurePath

from core.document import Cell, Span, Table
from core.errors import InvalidInput
from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.encoding import decode
from ingestion.parsed import Parsed
from ingestion.parsers.sheet_blocks import distinct_columns

_DELIMITERS = ",;\t|，"
_DECLARED = re.compile(r"sep=(.)[ \t]*\n", re.IGNORECASE)
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
    declared = _DECLARED.match(text)
    # The row that names the delimiter still counts for a person who looks at the file.
    first = 2 if declared else 1
    text = text[declared.end() :] if declared else text
    if declared:
        delimiter = declared.group(1)
    else:
        delimiter = "\t" if PurePath(source_name).suffix.lower() == ".tsv" else find_delimiter(text)
    read = read_rows(text, delimiter, source_name, builder)
    rows = [(number, row) for number, row in enumerate(read, first) if any(row)]
    if rows:
        builder.table(distinct_columns(_table(rows, builder), builder), Span(row=rows[0][0]))
    if encoding not in ("utf-8", "utf-8-sig"):
        builder.warn(f"read as {encoding}")
    return builder.finish()


def read_rows(text: str, delimiter: str, place: str, builder: DocumentBuilder) -> list[list[str]]:
    """Return all rows, cells stripped of outer blank space and otherwise as written.

    Text after a closing quotation mark is kept, as spreadsheet programs do, and reported.

    Raises:
        InvalidInput: A quotation is never closed.
    """
    csv.field_size_limit(_LARGEST_FIELD)
    source = text.replace("\x00", "")
    try:
        return _rows(source, delimiter, place, strict=True)
    except InvalidInput as error:
        if "expected after" not in error.message:
            raise
        builder.warn(f"引号用法不规范，已照常读取 / {error}")
        return _rows(source, delimiter, place, strict=False)


def _rows(source: str, delimiter: str, place: str, *, strict: bool) -> list[list[str]]:
    reader = csv.reader(StringIO(source, newline=""), delimiter=delimiter, strict=strict)
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
