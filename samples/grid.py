"""Rows written with continuation marks, turned into cells and the regions they are merged over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

UP = "^"
LEFT = "<"


@dataclass(frozen=True, slots=True)
class Region:
    """One cell and the block it covers; rows and columns count from 0, the ends are inclusive."""

    value: Any
    row: int
    col: int
    last_row: int
    last_col: int

    @property
    def merged(self) -> bool:
        return (self.row, self.col) != (self.last_row, self.last_col)


def regions(rows: Sequence[Sequence[Any]]) -> Iterator[Region]:
    """Yield every cell of ``rows`` that is not a continuation, with the region it covers.

    Args:
        rows: Rows of values; ``^`` continues the cell above, ``<`` the cell to the left.
    """
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            if value not in (UP, LEFT):
                yield Region(value, r, c, _last_row(rows, r, c), _last_col(row, c))


def _last_col(row: Sequence[Any], col: int) -> int:
    last = col
    while last + 1 < len(row) and row[last + 1] == LEFT:
        last += 1
    return last


def _last_row(rows: Sequence[Sequence[Any]], row: int, col: int) -> int:
    last = row
    while last + 1 < len(rows) and col < len(rows[last + 1]) and rows[last + 1][col] == UP:
        last += 1
    return last
