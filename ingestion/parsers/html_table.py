"""HTML tables with their merged cells."""

from typing import Any

import html5lib

from core.document import Cell, Table
from ingestion.parsers.html_text import element_text, tag_of

_LARGEST_SPAN = 1000


def _span(element: Any, name: str) -> int:
    value = str(element.get(name) or "1").strip()
    if name == "rowspan" and value == "0":
        return _LARGEST_SPAN
    return min(max(int(value), 1), _LARGEST_SPAN) if value.isdigit() else 1


def table_rows(table: Any) -> list[Any]:
    """Return the ``tr`` elements of ``table`` in order, those of nested tables left out."""
    rows: list[Any] = []
    for child in table:
        tag = tag_of(child)
        if tag == "tr":
            rows.append(child)
        elif tag in ("thead", "tbody", "tfoot"):
            rows += [row for row in child if tag_of(row) == "tr"]
    return rows


def read_table(element: Any) -> Table:
    """Return a ``table`` element as a value; spans are clipped to the table."""
    rows = table_rows(element)
    taken: set[tuple[int, int]] = set()
    cells: list[Cell] = []
    for number, row in enumerate(rows):
        col = 0
        for cell in (child for child in row if tag_of(child) in ("td", "th")):
            while (number, col) in taken:
                col += 1
            height = min(_span(cell, "rowspan"), len(rows) - number)
            width = _span(cell, "colspan")
            taken |= {(number + down, col + right) for down in range(height) for right in range(width)}
            cells.append(Cell(element_text(cell), number, col, height, width))
            col += width
    caption = next((element_text(child) for child in element if tag_of(child) == "caption"), "")
    return Table(tuple(cells), header_rows=_header_rows(element, rows, cells), caption=caption)


def _header_rows(element: Any, rows: list[Any], cells: list[Cell]) -> int:
    head = next((child for child in element if tag_of(child) == "thead"), None)
    count = sum(1 for row in head if tag_of(row) == "tr") if head is not None else 0
    if not count:
        for row in rows:
            marks = [tag_of(child) for child in row if tag_of(child) in ("td", "th")]
            if not marks or "td" in marks:
                break
            count += 1
    if not count and len(rows) > 1:
        # Without header marks the first row names the columns; a merged cell there pulls in the rows it covers.
        count = max((cell.row_span for cell in cells if cell.row == 0), default=1)
    return min(count, max(len(rows) - 1, 0)) if len(rows) > 1 else 0


def tables_in(text: str) -> list[Table]:
    """Return the outermost tables of an HTML text."""
    if "<table" not in text.lower():
        return []
    root = html5lib.parseFragment(text, treebuilder="lxml", namespaceHTMLElements=False)
    elements = [top for top in root if not isinstance(top, str)]
    found = [t for top in elements for t in top.iter("table") if not any(True for _ in t.iterancestors("table"))]
    return [table for table in map(read_table, found) if table.cells]
