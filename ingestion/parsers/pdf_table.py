"""Tables drawn with ruling lines: grid, merged cells, and their going on over a page break."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.document import Cell, Table
from ingestion.parsers.pdf_line import Box, box_around, lines_of
from ingestion.parsers.table_header import header_count

_NEAR = 3.0


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table on one page; ``edges`` are the x of its column lines."""

    page: int
    box: Box
    table: Table
    edges: tuple[float, ...]


def _edges(values: Sequence[float]) -> list[float]:
    """Return positions in order, those within three points taken as one."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > _NEAR:
            found.append(value)
    return found


def _index(edges: Sequence[float], value: float) -> int:
    return min(range(len(edges)), key=lambda n: abs(edges[n] - value))


def _inside(word: dict[str, Any], box: Box) -> bool:
    x, y = (word["x0"] + word["x1"]) / 2, (word["top"] + word["bottom"]) / 2
    return bool(box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1)


def _cell_text(words: Sequence[dict[str, Any]], page: int) -> str:
    """Return the text of a cell; Chinese lines wrapped in it are joined again."""
    text = ""
    for line in lines_of(words, page):
        if text:
            text += "" if ord(text[-1]) > 0x2E80 and ord(line.text[0]) > 0x2E80 else " "
        text += line.text
    return text


def find_ruled(page: Any) -> list[Any]:
    """Return the tables pdfplumber finds by ruling lines, those with open sides closed.

    Many tables have no outer vertical lines; their horizontal lines then stick out beyond the grid that is found.
    """
    return [_closed(page, table) for table in page.find_tables()]


def _closed(page: Any, table: Any) -> Any:
    left, top, right, bottom = table.bbox
    edges = [
        edge
        for edge in page.horizontal_edges
        if top - 2 <= edge["top"] <= bottom + 2 and edge["x0"] <= right + 2 and edge["x1"] >= left - 2
    ]
    if not edges:
        return table
    outer_left, outer_right = min(edge["x0"] for edge in edges), max(edge["x1"] for edge in edges)
    added = [
        x
        for x, open_side in ((outer_left, outer_left < left - _NEAR), (outer_right, outer_right > right + _NEAR))
        if open_side
    ]
    if not added:
        return table
    area = (max(outer_left - 1, 0), max(top - 1, 0), min(outer_right + 1, page.width), min(bottom + 1, page.height))
    found = page.crop(area, strict=False).find_tables({"explicit_vertical_lines": added})
    return max(found, key=lambda other: len(other.cells)) if found else table


def page_tables(found: Sequence[Any], words: Sequence[dict[str, Any]], page: int) -> list[PageTable]:
    """Return the ruled tables of a page that hold text and have at least two columns and two rows."""
    tables: list[PageTable] = []
    for item in found:
        boxes = [box for box in item.cells if box is not None]
        inner = [word for word in words if _inside(word, item.bbox)]
        columns = _edges([box[0] for box in boxes] + [box[2] for box in boxes])
        rows = _edges([box[1] for box in boxes] + [box[3] for box in boxes])
        if len(columns) < 3 or len(rows) < 3 or not inner:
            continue
        cells = _cells(boxes, columns, rows, inner, page)
        if sum(1 for cell in cells if cell.text) < 2 or len(cells) < 3:
            continue
        header = header_count(cells, len(rows) - 1)
        tables.append(PageTable(page, box_around([tuple(item.bbox)]), Table(cells, header), tuple(columns)))
    return tables


def _cells(
    boxes: Sequence[Box], columns: list[float], rows: list[float], words: list[dict[str, Any]], page: int
) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    taken: set[tuple[int, int]] = set()
    left = list(words)
    for box in sorted(boxes, key=lambda b: (b[1], b[0])):
        row, col = _index(rows, box[1]), _index(columns, box[0])
        height, width = max(_index(rows, box[3]) - row, 1), max(_index(columns, box[2]) - col, 1)
        places = {(row + down, col + right) for down in range(height) for right in range(width)}
        if places & taken:
            continue
        taken |= places
        mine = [word for word in left if _inside(word, box)]
        chosen = {id(word) for word in mine}
        left = [word for word in left if id(word) not in chosen]
        cells.append(Cell(_cell_text(mine, page), row, col, height, width))
    return tuple(cells)


def in_tables(word: dict[str, Any], tables: Sequence[PageTable]) -> bool:
    """Return whether ``word`` lies inside one of ``tables``."""
    return any(_inside(word, table.box) for table in tables)


def continues(first: PageTable, second: PageTable) -> bool:
    """Return whether ``second``, at the top of the next page, goes on with ``first``: the same columns."""
    same_page_order = second.page == first.page + 1
    return (
        same_page_order
        and len(first.edges) == len(second.edges)
        and all(abs(a - b) <= 3 * _NEAR for a, b in zip(first.edges, second.edges, strict=True))
    )


def joined(first: PageTable, second: PageTable) -> PageTable:
    """Return both as one table with one header: a header repeated on the second page is dropped."""
    grid, other = first.table.grid(), second.table.grid()
    header = first.table.header_rows
    repeated = header if header and other[:header] == grid[:header] else 0
    shift = first.table.row_count - repeated
    moved = tuple(replace(cell, row=cell.row + shift) for cell in second.table.cells if cell.row >= repeated)
    table = replace(first.table, cells=(*first.table.cells, *moved))
    return PageTable(second.page, first.box, table, first.edges)
