"""Rows of a table taken out as tables of their own."""

from collections.abc import Sequence
from dataclasses import replace

from core.document import Block, Cell, Span, Table
from core.table import standing_rows
from ingestion.table_markdown import row_spans


class TableRows:
    """A table block with its cells indexed by row, so that cutting a long table stays linear.

    Args:
        block: A block that has a table.
    """

    def __init__(self, block: Block) -> None:
        assert block.table is not None  # noqa: S101  the caller sends tables only
        self.block = block
        self.table: Table = block.table
        self.grid = self.table.grid()
        self.columns = self.table.columns() if self.table.header_rows else [""] * self.table.column_count
        self._spans = row_spans(block)
        self._standing = standing_rows(self.table)
        self._by_row: dict[int, list[Cell]] = {}
        self.tied: set[int] = set()
        for cell in self.table.cells:
            rows = range(cell.row, cell.row + cell.row_span)
            self.tied.update(rows[1:])
            for row in rows:
                self._by_row.setdefault(row, []).append(cell)

    def body(self) -> list[int]:
        """Return the rows under the header, or all rows when there are none."""
        return list(range(self.table.header_rows, len(self.grid))) or list(range(len(self.grid)))

    def select(self, rows: Sequence[int]) -> Table:
        """Return the header and ``rows`` as a table of its own, merged cells clipped to what is kept.

        Titles of parts and later headers that hold for the first of ``rows`` come before it.
        """
        header = self.table.header_rows
        body = [row for row in rows if row >= header]
        standing = self._standing[body[0]] if body else ()
        kept = [*range(header), *(row for row in standing if row not in body), *body]
        place = {row: number for number, row in enumerate(kept)}
        cells: dict[Cell, None] = {}
        for row in kept:
            for cell in self._by_row.get(row, ()):
                covered = [place[r] for r in range(cell.row, cell.row + cell.row_span) if r in place]
                cells[replace(cell, row=covered[0], row_span=covered[-1] - covered[0] + 1)] = None
        source = tuple(self.table.source_rows[row] for row in kept if row < len(self.table.source_rows))
        return replace(self.table, cells=tuple(cells), source_rows=source)

    def numbers(self, rows: Sequence[int]) -> tuple[int, ...]:
        """Return row numbers as a person counts them: the sheet's own, else from 1 at the header."""
        source = self.table.source_rows
        return tuple(source[row] if row < len(source) else row + 1 for row in rows)

    def spans(self, rows: Sequence[int]) -> tuple[Span, ...]:
        """Return the place of each row, or of the whole block once when single rows cannot be told apart."""
        return tuple(dict.fromkeys(self._spans[row] for row in rows))
