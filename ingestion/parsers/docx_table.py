"""DOCX tables with cells merged both ways."""

from typing import Any

from core.document import Cell, Table
from ingestion.parsers.docx_xml import attribute, child, child_value, name_of, run_text
from ingestion.parsers.table_header import header_count

_WRAPPERS = frozenset({"sdt", "sdtContent", "customXml", "ins", "smartTag"})


def inner_elements(element: Any, name: str) -> list[Any]:
    """Return the children called ``name``, looking through content controls."""
    found: list[Any] = []
    for inner in element:
        if name_of(inner) == name:
            found.append(inner)
        elif name_of(inner) in _WRAPPERS:
            found += inner_elements(inner, name)
    return found


def cell_text(cell: Any) -> str:
    """Return the text of a cell, one line per paragraph; an inner table reads as lines too."""
    lines = [run_text(element).strip() for element in cell.iter() if name_of(element) == "p"]
    return "\n".join(line for line in lines if line)


def _width(cell: Any) -> int:
    span = child_value(cell, "tcPr", "gridSpan") or "1"
    return max(int(span), 1) if span.isdigit() else 1


def _goes_on(cell: Any) -> bool:
    merge = child(cell, "tcPr", "vMerge")
    return merge is not None and attribute(merge, "val") in (None, "continue")


def _skipped(row: Any) -> int:
    before = child_value(row, "trPr", "gridBefore") or "0"
    return int(before) if before.isdigit() else 0


def read_docx_table(element: Any) -> Table:
    """Return a ``w:tbl`` element as a table value."""
    rows = inner_elements(element, "tr")
    cells: list[Cell] = []
    open_at: dict[int, int] = {}
    for number, row in enumerate(rows):
        col = _skipped(row)
        for cell in inner_elements(row, "tc"):
            width = _width(cell)
            above = open_at.get(col)
            if _goes_on(cell) and above is not None:
                old = cells[above]
                cells[above] = Cell(old.text, old.row, old.col, number - old.row + 1, old.col_span)
            else:
                open_at[col] = len(cells)
                cells.append(Cell(cell_text(cell), number, col, 1, width))
            col += width
    marked = 0
    while marked < len(rows) and child(rows[marked], "trPr", "tblHeader") is not None:
        marked += 1
    return Table(tuple(cells), header_rows=header_count(cells, len(rows), marked))
