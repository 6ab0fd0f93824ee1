"""Rows of a table that no line parts: told from the wrapped lines of one cell."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ingestion.parsers.pdf.figure import is_numeric
from ingestion.parsers.pdf.line import rows_of

Word = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Band:
    """The words between two lines of a table: ``rows`` top to bottom, each split into columns.

    ``widths`` is how wide a line in each column may get, in points.
    """

    rows: tuple[tuple[tuple[Word, ...], ...], ...]
    widths: tuple[float, ...]


def band_of(words: Sequence[Word], xs: Sequence[float], widths: Sequence[float]) -> Band:
    """Return the rows of ``words`` split at the inner column edges in ``xs``."""
    rows = []
    for row in rows_of(words):
        columns: list[list[Word]] = [[] for _ in widths]
        for word in row:
            middle = (word["x0"] + word["x1"]) / 2
            columns[sum(1 for x in xs[1:-1] if x < middle)].append(word)
        rows.append(tuple(tuple(column) for column in columns))
    return Band(tuple(rows), tuple(widths))


def split_at(band: Band, *, known: bool = False) -> list[int]:
    """Return the numbers of the rows (from 1) that open a new row of the table; empty when it is all one row.

    ``known`` says that there are several rows, so that only wrapped cells are looked for.
    """
    if len(band.rows) < 2 or not (known or _figures(band) or _deliberate(band)):
        return []
    return [number for number in range(1, len(band.rows)) if not _goes_on(band, number)]


def breaks_early(band: Band, column: int, upper: int, lower: int) -> bool:
    """Return whether the line ``upper`` of a column ends though the first word of ``lower`` would have fitted."""
    first, second = band.rows[upper][column], band.rows[lower][column]
    used = first[-1]["x1"] - first[0]["x0"]
    needed = used + 0.3 * first[-1]["size"] + second[0]["x1"] - second[0]["x0"]
    return bool(needed < band.widths[column])


def _column(band: Band, column: int) -> list[int]:
    return [number for number, row in enumerate(band.rows) if row[column]]


def _text(words: Sequence[Word]) -> str:
    return " ".join(str(word["text"]) for word in words)


def _figures(band: Band) -> bool:
    """Return whether columns hold one figure per line: two such columns, or one of three lines."""
    heights = []
    for column in range(len(band.widths)):
        lines = _column(band, column)
        figures = sum(is_numeric(_text(band.rows[number][column])) for number in lines)
        if len(lines) >= 2 and figures >= 0.8 * len(lines):
            heights.append(len(lines))
    return len(heights) >= 2 or any(height >= 3 for height in heights)


def _deliberate(band: Band) -> bool:
    """Return whether four or more lines in two columns end where they need not."""
    columns = 0
    for column in range(len(band.widths)):
        lines = _column(band, column)
        pairs = list(itertools.pairwise(lines))
        early = sum(breaks_early(band, column, upper, lower) for upper, lower in pairs)
        columns += len(lines) >= 4 and early >= 0.7 * len(pairs)
    return columns >= 2


def _goes_on(band: Band, number: int) -> bool:
    """Return whether a row only carries on cells of the row before, or the row before only opens cells of this one."""
    if not _could_go_on(band, number):
        return False
    # A line that could end the row above or open the row below belongs to the nearer one.
    below = _pitch(band, number + 1) if number + 1 < len(band.rows) and _could_go_on(band, number + 1) else None
    above = _pitch(band, number - 1) if number > 1 and _could_go_on(band, number - 1) else None
    return all(other is None or _pitch(band, number) <= 1.1 * other for other in (above, below))


def _pitch(band: Band, number: int) -> float:
    """Return how far row ``number`` stands below the row before it."""
    upper, lower = (max(w["bottom"] for words in band.rows[n] for w in words) for n in (number - 1, number))
    return float(lower - upper)


def _could_go_on(band: Band, number: int) -> bool:
    upper, lower = band.rows[number - 1], band.rows[number]
    above = {column for column, words in enumerate(upper) if words}
    below = {column for column, words in enumerate(lower) if words}
    shared = above & below
    if not shared or not (below < above or above < below or above == below == {0}):
        return False
    if len(shared) > 2 or any(is_numeric(_text(lower[column])) for column in shared):
        return False
    return not any(breaks_early(band, column, number - 1, number) for column in shared)
