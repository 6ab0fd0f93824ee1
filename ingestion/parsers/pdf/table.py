"""Tables of one page, and their going on over a page break."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.document import Cell, Table
from ingestion.parsers.pdf.chart import is_chart
from ingestion.parsers.pdf.grid import Grid, grid_of, interval
from ingestion.parsers.pdf.line import Box, box_around, cell_text
from ingestion.parsers.pdf.prose import is_prose
from ingestion.parsers.pdf.rule import Frame, frames, page_rules
from ingestion.parsers.pdf.stack import stacked, words_in
from ingestion.parsers.pdf.unruled import unruled_grids
from ingestion.parsers.table_header import header_count

Word = dict[str, Any]
_NEAR = 9.0
_NEAR_UNRULED = 30.0
_MOST_RULES = 6000
_LEAST_WIDTH = 15.0
_LEAST_HEIGHT = 8.0


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table on one page; ``edges`` are the x of its column lines, ``confidence`` the least of OCR's in it, 0–1."""

    page: int
    box: Box
    table: Table
    edges: tuple[float, ...]
    confidence: float | None = None
    ruled: bool = True
    paper: Box | None = None

    @property
    def place(self) -> Box:
        """The box on the page as it is shown, which differs from ``box`` on pages printed sideways."""
        return self.paper or self.box


def page_tables(page: Any, words: Sequence[Word], number: int) -> tuple[list[PageTable], list[Box]]:
    """Return the ruled tables of a pdfplumber page, and the boxes of its charts."""
    level, upright = page_rules(page)
    found: list[PageTable] = []
    charts: list[Box] = []
    if len(level) + len(upright) > _MOST_RULES:
        return found, charts
    for frame in sorted(stacked(frames(level, upright), words), key=_area, reverse=True):
        inner = words_in(words, frame.box)
        if not inner or _is_sliver(frame) or any(_overlap(frame.box, table.box) for table in found):
            continue
        if is_chart(page, frame.box, inner):
            charts.append(frame.box)
            continue
        table = _ruled(frame, inner, number)
        found += [table] if table is not None else []
    return found, charts


def unruled_tables(words: Sequence[Word], taken: Sequence[Box], width: float, number: int) -> list[PageTable]:
    """Return the tables that white space alone shows among ``words``, outside the boxes ``taken``.

    Args:
        words: The words of a page.
        taken: Where tables and charts were found already.
        width: Width of the page in points.
        number: Number of the page.
    """
    rest = [word for word in words if not any(words_in([word], box) for box in taken)]
    tables = [_table(grid, inner, number) for grid, inner in unruled_grids(rest, width)]
    return [replace(table, ruled=False) for table in tables if table is not None]


def _area(frame: Frame) -> float:
    left, top, right, bottom = frame.box
    return (right - left) * (bottom - top)


def _is_sliver(frame: Frame) -> bool:
    """Return whether ``frame`` has no room for two cells."""
    left, top, right, bottom = frame.box
    return len(frame.level) < 2 or right - left < _LEAST_WIDTH or bottom - top < _LEAST_HEIGHT


def _overlap(a: Box, b: Box) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > 3 and min(a[3], b[3]) - max(a[1], b[1]) > 3


def _ruled(frame: Frame, words: Sequence[Word], number: int) -> PageTable | None:
    grid = grid_of(frame, words)
    inner_upright = any(grid.xs[0] + 5 < rule.at < grid.xs[-1] - 5 for rule in frame.upright)
    if not inner_upright and is_prose(grid, words):
        return None
    return _table(grid, words, number)


def _table(grid: Grid, words: Sequence[Word], number: int) -> PageTable | None:
    """Return the table of a grid, or ``None`` when it has no two rows and columns with text."""
    cells = _compact(_filled(grid, words))
    rows = len({cell.row for cell in cells if cell.text})
    columns = len({cell.col for cell in cells if cell.text})
    if rows < 2 or columns < 2 or len(cells) < 3:
        return None
    count = max(cell.row + cell.row_span for cell in cells)
    table = Table(cells, header_count(cells, count))
    box = box_around([(grid.xs[0], grid.ys[0], grid.xs[-1], grid.ys[-1])])
    sure = [word["confidence"] for word in words if "confidence" in word]
    return PageTable(number, box, table, grid.xs, min(sure, default=None))


def _filled(grid: Grid, words: Sequence[Word]) -> list[Cell]:
    owner = {
        (row + down, column + right): place
        for place in grid.cells
        for row, column, high, wide in [place]
        for down in range(high)
        for right in range(wide)
    }
    held: dict[tuple[int, int, int, int], list[Word]] = {place: [] for place in grid.cells}
    for word in words:
        row = interval(grid.ys, (word["top"] + word["bottom"]) / 2)
        column = interval(grid.xs, (word["x0"] + word["x1"]) / 2)
        held[owner[row, column]].append(word)
    return [Cell(cell_text(held[place]), *place) for place in sorted(grid.cells)]


def _compact(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Drop rows and columns in which no cell with text begins, and shrink what spans them."""
    rows = sorted({cell.row for cell in cells if cell.text})
    columns = sorted({cell.col for cell in cells if cell.text})
    kept: list[Cell] = []
    for cell in cells:
        inner_rows = [row for row in rows if cell.row <= row < cell.row + cell.row_span]
        inner_columns = [column for column in columns if cell.col <= column < cell.col + cell.col_span]
        if inner_rows and inner_columns:
            place = (rows.index(inner_rows[0]), columns.index(inner_columns[0]), len(inner_rows), len(inner_columns))
            kept.append(Cell(cell.text, *place))
    return tuple(kept)


def in_tables(word: Word, tables: Sequence[PageTable]) -> bool:
    """Return whether ``word`` lies inside one of ``tables``."""
    return any(words_in([word], table.box) for table in tables)


def continues(first: PageTable, second: PageTable) -> bool:
    """Return whether ``second``, at the top of the next page, goes on with ``first``: the same columns."""
    if second.page != first.page + 1 or len(first.edges) != len(second.edges) or first.ruled != second.ruled:
        return False
    # Edges that are only seen move with the text beside them.
    near = _NEAR if first.ruled else _NEAR_UNRULED
    return all(abs(a - b) <= near for a, b in zip(first.edges, second.edges, strict=True))


def joined(first: PageTable, second: PageTable) -> PageTable:
    """Return both as one table with one header: a header repeated on the second page is dropped."""
    grid, other = first.table.grid(), second.table.grid()
    header = first.table.header_rows
    repeated = header if header and other[:header] == grid[:header] else 0
    shift = first.table.row_count - repeated
    moved = tuple(replace(cell, row=cell.row + shift) for cell in second.table.cells if cell.row >= repeated)
    table = replace(first.table, cells=(*first.table.cells, *moved))
    return replace(first, page=second.page, table=table)
