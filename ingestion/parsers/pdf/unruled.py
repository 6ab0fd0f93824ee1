"""Tables without any ruling line, told by columns of white space over rows that follow each other."""

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any

from ingestion.parsers.pdf.band import Band, band_of, split_at
from ingestion.parsers.pdf.column import find_gutter
from ingestion.parsers.pdf.figure import is_numeric
from ingestion.parsers.pdf.gap import gaps, is_full, runs_across
from ingestion.parsers.pdf.grid import Grid, between, column_widths, merged_cells, texts_of
from ingestion.parsers.pdf.line import rows_of
from ingestion.parsers.pdf.prose import is_prose

Word = dict[str, Any]
Row = list[Word]
_LEADER = re.compile(r"[.．·…]{4,}")
_MARKER = re.compile(r"^[\W_]*\w{0,3}[\W_]*$")
_SINGLES = 2
_LONGEST = 60


def unruled_grids(words: Sequence[Word], width: float) -> list[tuple[Grid, list[Word]]]:
    """Return the grid and the words of every table that white space alone shows.

    Args:
        words: The words of a page that lie in no table yet.
        width: Width of the page in points.
    """
    gutter = find_gutter(words, width)
    found = _grids(words, columns=1 if gutter is not None else 2)
    if gutter is None:
        return found
    taken = {id(word) for _, inner in found for word in inner}
    rest = [word for word in words if id(word) not in taken]
    for side in ([w for w in rest if w["x1"] <= gutter], [w for w in rest if w["x0"] >= gutter]):
        found += _grids(side, columns=2)
    return found


def _grids(words: Sequence[Word], columns: int) -> list[tuple[Grid, list[Word]]]:
    """Return the tables among ``words``; as many as ``columns`` columns of running text make them prose."""
    found = []
    for run in _runs(rows_of(words)):
        kept = _from_header(run)
        inner = [word for row in kept for word in row]
        grid = _grid(kept, inner)
        if grid is not None and _is_table(grid, inner, columns):
            found.append((grid, inner))
    return found


def _from_header(run: Sequence[Row]) -> list[Row]:
    """Drop what stands above the header: rows before the first full one that are not close to it."""
    inner = gaps(run, share=0.6, least=3)
    xs = [0.0, *inner, float("inf")]
    first = next((number for number, row in enumerate(run) if is_full(row, xs)), 0)
    start = first
    while start > max(0, first - 3) and _space(run[start - 1], run[start]) <= 0.7 * run[start][0]["size"]:
        start -= 1
    return list(run[start:])


def _space(upper: Row, lower: Row) -> float:
    return float(min(word["top"] for word in lower) - max(word["bottom"] for word in upper))


def _is_parted(row: Row) -> bool:
    """Return whether a gap in ``row`` is wider than any between words."""
    pairs = itertools.pairwise(row)
    return any(second["x0"] - first["x1"] > 1.1 * first["size"] for first, second in pairs)


def _runs(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Yield stretches of rows that may be a table: parted rows, a few others between them, none far apart."""
    run: list[Row] = []
    singles = 0
    for row in rows:
        size = max(word["size"] for word in row)
        near = bool(run) and _space(run[-1], row) <= 1.8 * size
        parted = _is_parted(row)
        if run and (not near or (not parted and singles >= _SINGLES)):
            yield from _trimmed(run)
            run, singles = [], 0
        if parted or run:
            run.append(row)
            singles = 0 if parted else singles + 1
    yield from _trimmed(run)


def _trimmed(run: list[Row]) -> Iterator[list[Row]]:
    while run and not _is_parted(run[-1]):
        run = run[:-1]
    if len(run) >= 3:
        yield run


def _grid(run: Sequence[Row], words: Sequence[Word]) -> Grid | None:
    inner = gaps(run, share=0.6, least=3)
    if not inner:
        return None
    xs = [min(word["x0"] for word in words), *inner, max(word["x1"] for word in words)]
    band = band_of(words, xs, column_widths(xs, words))
    starts = split_at(band, known=True)
    top, bottom = min(word["top"] for word in words), max(word["bottom"] for word in words)
    ys = [top, *(between(band, number) for number in starts), bottom]
    lines = _lines(band, starts)

    def parts(row: int, column: int) -> bool:
        return not any(runs_across(line, column, xs) for line in lines[row])

    return Grid(tuple(xs), tuple(ys), tuple(merged_cells(len(ys) - 1, len(xs) - 1, parts, lambda _row, _column: True)))


def _lines(band: Band, starts: Sequence[int]) -> list[list[Row]]:
    """Return the lines of text of every row of the table."""
    lines = [[word for column in row for word in column] for row in band.rows]
    edges = [0, *starts, len(lines)]
    return [lines[first:last] for first, last in itertools.pairwise(edges)]


def _is_table(grid: Grid, words: Sequence[Word], columns: int) -> bool:
    texts = texts_of(grid.xs, grid.ys, words)
    full = [row for row in texts if sum(map(bool, row)) >= 2]
    if len(full) < 3 or len(full) < 0.6 * len(texts) or is_prose(grid, words, columns):
        return False
    if 2 * sum(bool(_LEADER.search(" ".join(row))) for row in texts) >= len(texts):
        return False
    if 2 * sum(bool(_MARKER.match(row[0])) for row in full) > len(full) and len(grid.xs) == 3:
        return False
    later = [text for row in full for text in row[1:] if text]
    figures = sum(is_numeric(text) for text in later)
    if max(sum(map(len, column)) / len(column) for column in zip(*full, strict=True)) > _LONGEST:
        return False
    complete = sum(all(row) for row in full)
    if len(grid.xs) == 3:
        return figures >= 0.5 * len(later)
    return figures >= 0.25 * len(later) or complete >= max(4, 0.7 * len(full))
