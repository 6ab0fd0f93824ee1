"""Tables as Markdown: one header line, the delimiter line, one line per row."""

import re
from dataclasses import replace
from itertools import accumulate

from core.document import Block, Span, Table

_DELIMITER = re.compile(r"^[\s>]*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")


def row_line(cells: list[str]) -> str:
    """Return one row of a Markdown table; a bar or line break inside a cell is escaped."""
    escaped = (cell.replace("|", "\\|").replace("\n", "<br>") for cell in cells)
    return "| " + " | ".join(escaped) + " |"


def table_markdown(table: Table) -> str:
    """Return ``table`` as GFM Markdown, header rows joined into one line and merged values repeated."""
    body = table.grid()[table.header_rows :]
    columns = table.columns() if table.header_rows else [""] * table.column_count
    lines = [row_line(columns), "|" + " --- |" * table.column_count]
    return "\n".join(lines + [row_line(row) for row in body])


def row_spans(block: Block) -> list[Span]:
    """Return the place of every table row of ``block``: its line of Markdown, or the block where that is unclear."""
    table = block.table
    if table is None:
        return []
    lines = block.text.split("\n")
    count = table.row_count
    # A written table has a first line even where that is no header.
    header = 1 if not table.header_rows and len(lines) == count + 1 else table.header_rows
    aligned = len(lines) == count - header + 2 and bool(_DELIMITER.match(lines[1]))
    starts = list(accumulate((len(line) + 1 for line in lines), initial=block.span.char_start))
    spans: list[Span] = []
    for row in range(count):
        source_row = table.source_rows[row] if row < len(table.source_rows) else block.span.row
        line = row - header + 2 if row >= header else 0
        whole = not aligned or row < table.header_rows
        start = block.span.char_start if whole else starts[line]
        end = block.span.char_end if whole else starts[line] + len(lines[line])
        spans.append(replace(block.span, char_start=start, char_end=end, row=source_row))
    return spans
