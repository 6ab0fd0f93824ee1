"""Tables on slides, with merged cells."""

from typing import Any

from core.document import Cell, Table
from ingestion.parsers.table_header import header_count


def slide_table(table: Any) -> Table:
    """Return a table of python-pptx as a table value."""
    cells: list[Cell] = []
    rows = list(table.rows)
    for number, row in enumerate(rows):
        for col, cell in enumerate(row.cells):
            if not cell.is_spanned:
                text = cell.text_frame.text.replace("\x0b", "\n").strip()
                height, width = (cell.span_height, cell.span_width) if cell.is_merge_origin else (1, 1)
                cells.append(Cell(text, number, col, height, width))
    marked = 1 if table.first_row else 0
    return Table(tuple(cells), header_rows=max(header_count(cells, len(rows)), marked) if len(rows) > 1 else 0)
