"""What looks like a table without lines and is not: prose set in columns."""

from collections.abc import Sequence
from typing import Any

from ingestion.parsers.pdf.band import band_of, breaks_early
from ingestion.parsers.pdf.grid import Grid

Word = dict[str, Any]


def is_prose(grid: Grid, words: Sequence[Word]) -> bool:
    """Return whether two columns of ``grid`` hold running text: long lines that break only where they are full."""
    if len(grid.xs) < 3:
        return True
    widths = []
    for start, end in zip(grid.xs, grid.xs[1:], strict=False):
        inner = [word for word in words if start < (word["x0"] + word["x1"]) / 2 < end]
        widths.append(max((w["x1"] for w in inner), default=end) - min((w["x0"] for w in inner), default=start))
    band = band_of(words, grid.xs, widths)
    running = 0
    for column in range(len(widths)):
        lines = [number for number, row in enumerate(band.rows) if row[column]]
        pairs = list(zip(lines, lines[1:], strict=False))
        full = sum(not breaks_early(band, column, upper, lower) for upper, lower in pairs)
        letters = sum(len(word["text"]) for number in lines for word in band.rows[number][column])
        running += len(lines) >= 6 and full >= 0.5 * len(pairs) and letters >= 15 * len(lines)
    return running >= 2
