"""Tables as Markdown: one header line, the delimiter line, one line per row."""

import re

from core.document import Block, Span, Table

_DELIMITER = re.compile(r"^[\s>]*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")


def _line(cells: list[str]) -> str:
    escaped = (cell.replace("|", "\\|").replace("\n", "<br>") for cell in cells)
    return "| " + " | ".join(escaped) + " |"


def table_markdown(table: Table) -> str:
    """Return ``table`` as GFM Markdown, header rows joined into one line and merged values repeated."""
    body = table.grid()[table.header_rows :]
    columns = table.columns() if table.header_rows else [""] * table.column_count
    lines = [_line(columns), "|" + " --- |" * table.column_count]
    return "\n".join(lines + [_line(row) for row in body])


def row_span(block: Block, row: int) -> Span:
    """Return the place of table row ``row`` (0 = first row) of ``block``: its line, or the block when unclear."""
    table = block.table
    span = block.span
    if table is None:
        return span
    source_row = table.source_rows[row] if row < len(table.source_rows) else span.row
    lines = block.text.split("\n")
    line = row - table.header_rows + 2
    aligned = len(lines) == table.row_count - table.header_rows + 2 and bool(_DELIMITER.match(lines[1]))
    if not aligned or line < 2:
        return Span(span.char_start, span.char_end, span.page, span.bbox, span.sheet, source_row, span.slide)
    start = span.char_start + sum(len(text) + 1 for text in lines[:line])
    return Span(start, start + len(lines[line]), span.page, span.bbox, span.sheet, source_row, span.slide)
