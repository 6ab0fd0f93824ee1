"""A table taken apart: grids of values under names of columns, and values beside their names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.document import Cell, Table
from core.table import column_names
from core.table.region import Region, places
from extraction.tables.cell_value import is_unit
from extraction.tables.grid import Grid, Line


@dataclass(frozen=True, slots=True)
class Pair:
    """One value beside its names, outermost first.

    ``column`` is what stands above the value, ``above`` the name and value of the row that parts it from its
    neighbours (端子 | 1a | 2a over 电压 | 100 | 120), ``owner`` the grid and line that say whose value it is, ``unit``
    what stands between name and value.
    """

    names: tuple[str, ...]
    value: str
    place: int
    column: tuple[str, ...] = ()
    above: tuple[str, str] | None = None
    under: tuple[str, ...] = ()
    owner: tuple[int, int] | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What stands in a table, in reading order. ``place`` of a pair and ``places`` of a line are its rows, from 0."""

    grids: tuple[Grid, ...]
    pairs: tuple[Pair, ...]


def read(table: Table) -> Reading:
    """Take a table with its heads marked apart."""
    reader = _Reader(table)
    for row in range(table.row_count):
        reader.row(row)
    reader.close()
    return Reading(tuple(reader.grids), tuple(reader.pairs))


class _Reader:
    """Goes through a table row by row and remembers which names hold for what follows."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.whole = Region(places(table), 0, table.row_count, 0, table.column_count)
        self.grids: list[Grid] = []
        self.pairs: list[Pair] = []
        self.sections: tuple[str, ...] = ()
        self.section_row = self.named_row = -2
        self.names: dict[int, list[Cell]] = {}
        self.open: dict[tuple[int, ...], list[Line]] = {}
        self.parting: tuple[tuple[int, ...], str, dict[int, str]] | None = None

    def row(self, row: int) -> None:
        """Read one row: a title, names of columns, or values."""
        cells = self.whole.filled(row)
        fresh = [cell for cell in cells if cell.row == row]
        header = row < self.table.header_rows
        if len(cells) == 1 and self.whole.spans(cells[0]) and (cells[0].head or header):
            self._section(cells[0], row, header=header)
        elif len(cells) == 1 and self.whole.spans(cells[0]):
            self.close()
        elif header:
            self._header(fresh, row)
        else:
            named = column_names(cells, row)
            if len(named) < len(cells):
                self._values(cells, row)
            if named:
                self._header(named, row)

    def _section(self, cell: Cell, row: int, *, header: bool) -> None:
        if header:
            return
        self.close()
        self.sections = (*self.sections, cell.text.strip()) if self.section_row == row - 1 else (cell.text.strip(),)
        self.section_row = row

    def _header(self, fresh: Sequence[Cell], row: int) -> None:
        self.close()
        goes_on = self.named_row == row - 1
        for cell in fresh:
            for col in range(cell.col, cell.col + cell.col_span):
                self.names[col] = [*self.names.get(col, ()), cell] if goes_on else [cell]
        self.named_row = row

    def _values(self, cells: Sequence[Cell], row: int) -> None:
        first = next((at for at, cell in enumerate(cells) if cell.head), len(cells))
        owner = self._line(cells[:first], cells, row, ()) if first else None
        for heads, values in _groups(cells[first:]):
            if values and self._has_own_columns(heads[0], values):
                self._line(values, cells, row, tuple(head.text.strip() for head in heads))
            elif values:
                end = self._same_table(heads[-1], values)
                self._pairs(heads, values[:end], row, owner)
                if values[end:]:
                    self._line(values[end:], cells, row, ())

    def _same_table(self, head: Cell, values: Sequence[Cell]) -> int:
        """Return how many of the values after ``head`` stand under the same title as the first one."""
        first = self.names.get(values[0].col, [])[:1]
        named = [self.names.get(cell.col, [])[:1] for cell in values]
        other = (at for at, title in enumerate(named) if title and title != first)
        return next(other, len(values)) if self.names.get(head.col, [])[:1] == first else len(values)

    def _has_own_columns(self, head: Cell, values: Sequence[Cell]) -> bool:
        """Return whether the columns of ``values`` got their names inside the rows of ``head``."""
        named = [self.names.get(cell.col) for cell in values]
        return head.row_span > 1 and all(stack and stack[-1].row >= head.row for stack in named)

    def _line(
        self, shown: Sequence[Cell], cells: Sequence[Cell], row: int, under: tuple[str, ...]
    ) -> tuple[int, int] | None:
        """Add one line to the grid that is open for these columns; return the grid and line it became."""
        left = shown[0].col if under or cells[0] is not shown[0] else 0
        right = max(cell.col + cell.col_span for cell in shown)
        if len(shown) == len(cells) and not under:
            right = max(right, self.table.column_count)
        columns = tuple(range(left, right))
        texts = tuple(_text(self.whole.at[row][col], shown, col) for col in columns)
        lines = self.open.setdefault(columns, [])
        lines.append(Line(texts, (row,) * len(columns), (*self.sections, *under)))
        return (len(self.grids) + list(self.open).index(columns), len(lines) - 1)

    def _name(self, col: int) -> str:
        texts = [" ".join(cell.text.split()) for cell in self.names.get(col, ())]
        return " ".join(text for at, text in enumerate(texts) if text and text not in texts[:at])

    def _pairs(self, heads: Sequence[Cell], values: Sequence[Cell], row: int, owner: tuple[int, int] | None) -> None:
        names = tuple(head.text.strip() for head in heads)
        unit = values[0].text.strip() if len(values) > 1 and is_unit(values[0].text) else ""
        values = values[1:] if unit and not is_unit(values[1].text) else values
        columns = tuple(cell.col for cell in values)
        if len(values) > 1 and (self.parting is None or self.parting[0] != columns):
            self.parting = (columns, names[-1], {cell.col: cell.text.strip() for cell in values})
        elif len(values) == 1:
            self.parting = None
        for cell in values:
            if cell.row < row and all(head.row < row for head in heads):
                continue
            above = self._parted(cell, names[-1], values)
            column = (self._name(cell.col),) if self._name(cell.col) else ()
            self.pairs.append(Pair(names, cell.text.strip(), row, column, above, self.sections, owner, unit))

    def _parted(self, cell: Cell, name: str, values: Sequence[Cell]) -> tuple[str, str] | None:
        if len(values) < 2 or self.parting is None or self.parting[1] == name:
            return None
        return (self.parting[1], self.parting[2][cell.col])

    def close(self) -> None:
        """End the open grids: other names hold from here on."""
        for columns, lines in self.open.items():
            self.grids.append(Grid(tuple(self._name(col) for col in columns), tuple(lines)))
        self.open = {}


def _text(cell: Cell | None, shown: Sequence[Cell], col: int) -> str:
    """Return what a column of a line says; a merged name at its start is said once, a merged value in every column."""
    if cell is None or cell not in shown or (cell is shown[0] and cell.col == 0 and col > 0):
        return ""
    return cell.text.strip()


def _groups(cells: Sequence[Cell]) -> Iterator[tuple[list[Cell], list[Cell]]]:
    """Yield names and the values that follow them, from left to right."""
    heads: list[Cell] = []
    values: list[Cell] = []
    for cell in cells:
        if cell.head and values:
            yield heads, values
            heads, values = [], []
        (heads if cell.head else values).append(cell)
    if heads:
        yield heads, values
