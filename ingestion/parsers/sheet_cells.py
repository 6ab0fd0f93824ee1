"""The cells of one spreadsheet sheet, whatever file format they came in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

LARGEST_SHEET = 5_000_000
LAST_ROW = 1 << 20


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of a sheet, bounds inclusive, counted from 1."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def columns(self) -> int:
        """The columns as bits."""
        return (1 << (self.right + 1)) - (1 << self.left)


@dataclass(slots=True)
class SheetCells:
    """One sheet while it is read: only cells with text are kept, so that an empty used range costs nothing.

    ``rows`` maps row to column to text; ``numeric`` maps row to its columns with numbers or dates, as bits.
    """

    name: str
    visible: bool = True
    rows: dict[int, dict[int, str]] = field(default_factory=dict)
    numeric: dict[int, int] = field(default_factory=dict)
    merged: dict[tuple[int, int], Region] = field(default_factory=dict)
    hidden_rows: int = 0
    hidden_columns: int = 0
    unsaved: list[str] = field(default_factory=list)
    count: int = 0

    def put(self, row: int, col: int, text: str, *, numeric: bool) -> None:
        """Keep one cell.

        Raises:
            ValueError: The sheet holds too many.
        """
        self.count += 1
        if self.count > LARGEST_SHEET:
            raise ValueError(f"more than {LARGEST_SHEET:,} cells")
        self.rows.setdefault(row, {})[col] = text
        if numeric:
            self.numeric[row] = self.numeric.get(row, 0) | 1 << col

    def text(self, row: int, col: int) -> str:
        """Return the text of one cell."""
        return self.rows.get(row, _EMPTY).get(col, "")

    def merge(self, regions: Iterator[Region]) -> None:
        """Take over merged regions, clipped to the part of the sheet that holds text."""
        bottom = max(self.rows, default=0)
        right = max((col for row in self.rows.values() for col in row), default=0)
        for region in regions:
            if region.top <= bottom and region.left <= right:
                clipped = Region(region.top, region.left, min(region.bottom, bottom), min(region.right, right))
                self.merged[(region.top, region.left)] = clipped

    def occupied(self, first: int = 1, last: int = LAST_ROW) -> dict[int, int]:
        """Return the filled columns of each row from ``first`` to ``last`` as bits; merged regions are filled whole."""
        found = {row: _bits(texts) for row, texts in self.rows.items() if first <= row <= last}
        for (top, left), region in self.merged.items():
            if self.text(top, left):
                for row in range(max(region.top, first), min(region.bottom, last) + 1):
                    found[row] = found.get(row, 0) | region.columns
        return dict(sorted(found.items()))


_EMPTY: Mapping[int, str] = {}


def _bits(texts: Mapping[int, str]) -> int:
    bits = 0
    for col in texts:
        bits |= 1 << col
    return bits
