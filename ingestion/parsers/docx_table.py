"""DOCX tables with cells merged both ways, and the text of anything that holds paragraphs."""

from collections.abc import Callable, Iterator
from typing import Any

from core.document import Cell, Table
from ingestion.parsers.office_xml import attribute, child, child_value, name_of, run_text, text_boxes
from ingestion.parsers.table_header import header_count

WRAPPERS = frozenset({"sdt", "sdtContent", "customXml", "ins", "smartTag", "moveTo", "AlternateContent", "Choice"})
LineOf = Callable[[Any], str]


def inner_elements(element: Any, name: str) -> list[Any]:
    """Return the children called ``name``, looking through content controls."""
    found: list[Any] = []
    for inner in element:
        if name_of(inner) == name:
            found.append(inner)
        elif name_of(inner) in WRAPPERS:
            found += inner_elements(inner, name)
    return found


def text_lines(element: Any, line_of: LineOf = run_text) -> Iterator[str]:
    """Yield the lines of a cell, note or text box; an inner table reads row by row."""
    for inner in element:
        name = name_of(inner)
        if name == "p":
            yield line_of(inner).strip()
            for box in text_boxes(inner):
                yield from text_lines(box, line_of)
        elif name == "tbl":
            for row in table_rows(inner):
                yield " ".join(cell_text(cell, line_of) for cell in inner_elements(row, "tc"))
        elif name in WRAPPERS:
            yield from text_lines(inner, line_of)


def cell_text(cell: Any, line_of: LineOf = run_text) -> str:
    """Return the text of a cell, one line per paragraph; ``line_of`` reads one paragraph."""
    return "\n".join(line for line in text_lines(cell, line_of) if line)


def table_rows(element: Any) -> list[Any]:
    """Return the rows of a table, without those whose deletion is tracked."""
    return [row for row in inner_elements(element, "tr") if child(row, "trPr", "del") is None]


def inner_tables(element: Any) -> list[Any]:
    """Return the tables that stand directly inside the cells of ``element``."""
    cells = [cell for row in table_rows(element) for cell in inner_elements(row, "tc")]
    return [table for cell in cells for table in inner_elements(cell, "tbl")]


def _count(text: str | None, default: int) -> int:
    return int(text) if text and text.isdigit() else default


def _goes_on(cell: Any) -> bool:
    merge = child(cell, "tcPr", "vMerge")
    return merge is not None and attribute(merge, "val") in (None, "continue")


def read_docx_table(element: Any, line_of: LineOf = run_text) -> Table:
    """Return a ``w:tbl`` element as a table value."""
    rows = table_rows(element)
    cells: list[Cell] = []
    open_at: dict[int, int] = {}
    for number, row in enumerate(rows):
        col = _count(child_value(row, "trPr", "gridBefore"), 0)
        for cell in inner_elements(row, "tc"):
            width = max(_count(child_value(cell, "tcPr", "gridSpan"), 1), 1)
            above = open_at.get(col)
            if _goes_on(cell) and above is not None:
                old = cells[above]
                cells[above] = Cell(old.text, old.row, old.col, number - old.row + 1, old.col_span)
            else:
                open_at[col] = len(cells)
                cells.append(Cell(cell_text(cell, line_of), number, col, 1, width))
            col += width
    marked = 0
    while marked < len(rows) and child(rows[marked], "trPr", "tblHeader") is not None:
        marked += 1
    return Table(tuple(cells), header_rows=header_count(cells, len(rows), marked))
