"""A rectangle of a table, read by rows and by columns."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from core.document import Cell, Table
from core.table.label import header_label, is_value, labelness

Places = Sequence[Sequence[Cell | None]]


def places(table: Table) -> list[list[Cell | None]]:
    """Return the cell that covers each place; shape row_count × column_count, ``None`` where there is none."""
    height, width = table.row_count, table.column_count
    at: list[list[Cell | None]] = [[None] * width for _ in range(height)]
    for cell in table.cells:
        for row in at[cell.row : cell.row + cell.row_span]:
            row[cell.col : cell.col + cell.col_span] = [cell] * cell.col_span
    return at


@dataclass(frozen=True)
class Region:
    """Rows ``top``–``bottom`` and columns ``left``–``right`` of a table (from 0, ends exclusive)."""

    at: Places
    top: int
    bottom: int
    left: int
    right: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def numbers(self) -> range:
        """The numbers of its rows."""
        return range(self.top, self.bottom)

    def rows(self, top: int, bottom: int) -> "Region":
        """Return the same columns of other rows."""
        return replace(self, top=top, bottom=bottom)

    def columns(self, left: int, right: int) -> "Region":
        """Return the same rows of other columns."""
        return replace(self, left=left, right=right)

    def row(self, number: int) -> list[Cell]:
        """Return the cells that cover row ``number`` inside the region, from left to right, each once."""
        seen: list[Cell] = []
        for cell in self.at[number][self.left : self.right]:
            if cell is not None and (not seen or seen[-1] is not cell):
                seen.append(cell)
        return seen

    def filled(self, number: int) -> list[Cell]:
        """Return the cells of a row that have text."""
        return [cell for cell in self.row(number) if cell.text.strip()]

    def spans(self, cell: Cell) -> bool:
        """Return whether ``cell`` lies over the whole width of a region of several columns."""
        return self.width > 1 and cell.col <= self.left and cell.col + cell.col_span >= self.right

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells with text that begin inside, row by row; cells over the whole width left out."""
        return [
            cell
            for row in range(self.top, self.bottom)
            for cell in self.filled(row)
            if cell.row == row and cell.col >= self.left and not self.spans(cell)
        ]

    @cached_property
    def by_column(self) -> dict[int, list[Cell]]:
        """The same cells by the column they begin in."""
        found: dict[int, list[Cell]] = {}
        for cell in self.cells:
            found.setdefault(cell.col, []).append(cell)
        return dict(sorted(found.items()))

    @cached_property
    def label_by_column(self) -> dict[int, float]:
        """How much the cells that begin in a column read as names, -1 to 1."""
        return {col: mean_label(cells) for col, cells in self.by_column.items()}

    @cached_property
    def values_by_column(self) -> dict[int, float]:
        """The share (0–1) of a column's cells that are surely values."""
        return {col: sum(is_value(cell.text) for cell in cells) / len(cells) for col, cells in self.by_column.items()}


def mean_label(cells: Sequence[Cell]) -> float:
    """Return how much ``cells`` read as names on average, 0 when there are none."""
    return sum(labelness(cell.text) for cell in cells) / len(cells) if cells else 0.0


def mean_header(cells: Sequence[Cell]) -> float:
    """Return how much ``cells`` read as names of columns on average, 0 when there are none."""
    return sum(header_label(cell.text) for cell in cells) / len(cells) if cells else 0.0
