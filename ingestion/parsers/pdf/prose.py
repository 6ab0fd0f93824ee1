"""What looks like a table without lines and is not: prose set in columns."""

import itertools
from collections.abc import Sequence
from typing import Any

from ingestion.parsers.pdf.band import band_of, breaks_early
from ingestion.parsers.pdf.grid import Grid, column_widths

Word = dict[str, Any]
# In sizes of the print: shorter lines are entries of a table, not of running text.
_RUNNING = 13.0


def is_prose(grid: Grid, words: Sequence[Word], least: int = 2) -> bool:
    """Return whether ``least`` columns of ``grid`` hold running text: long lines that break where they are full."""
    if len(grid.xs) < 3:
        return True
    widths = column_widths(grid.xs, words)
    band = band_of(words, grid.xs, widths)
    running = 0
    for column in range(len(widths)):
        lines = [number for number, row in enumerate(band.rows) if row[column]]
        pairs = list(itertools.pairwise(lines))
        full = sum(not breaks_early(band, column, upper, lower) for upper, lower in pairs)
        wide = sum(_reach(band.rows[number][column]) >= _RUNNING for number in lines)
        running += len(lines) >= 6 and full >= 0.5 * len(pairs) and wide >= 0.6 * len(lines)
    return running >= least


def _reach(words: Sequence[Word]) -> float:
    return float((words[-1]["x1"] - words[0]["x0"]) / words[0]["size"])
