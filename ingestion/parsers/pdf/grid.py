"""The grid of a table: its column and row edges, drawn or seen, and the cells between them."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ingestion.parsers.pdf.band import Band, band_of, split_at
from ingestion.parsers.pdf.figure import is_numeric
from ingestion.parsers.pdf.gap import gaps, runs_across, segments
from ingestion.parsers.pdf.line import cell_text, rows_of
from ingestion.parsers.pdf.rule import Frame, Rule

Word = dict[str, Any]
Place = tuple[int, int, int, int]

_NEAR = 3.5
_THINNEST = 4.5
_DRAWN = 0.6


@dataclass(frozen=True, slots=True)
class Grid:
    """Edges of columns (``xs``) and rows (``ys``) in points, and the cells as (row, column, rows, columns)."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    cells: tuple[Place, ...]


def edges(values: Sequence[float], least: float = _NEAR) -> list[float]:
    """Return positions in order, those within ``least`` points taken as one."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > least:
            found.append(value)
    return found


def grid_of(frame: Frame, words: Sequence[Word]) -> Grid:
    """Return the grid of ``frame``; edges that are not drawn are added where ``words`` show them."""
    left, top, right, bottom = frame.box
    drawn_xs = edges([left, right, *(rule.at for rule in frame.upright)], _THINNEST)
    drawn_ys = edges([top, bottom, *(rule.at for rule in frame.level), *_ends(frame)], _THINNEST)
    drawn_xs, drawn_ys = _with_text(drawn_xs, words, "x"), _with_text(drawn_ys, words, "y")
    xs = _all_columns(drawn_xs, words)
    ys = _all_rows(drawn_ys, xs, words)
    upright = _upright_test(frame, xs, ys, set(drawn_xs), words)
    level = _level_test(frame, xs, ys, set(drawn_ys), words)
    return Grid(tuple(xs), tuple(ys), tuple(merged_cells(len(ys) - 1, len(xs) - 1, upright, level)))


def _ends(frame: Frame) -> list[float]:
    """Return the y at which three or more inner upright rules end together: a row edge that is not drawn."""
    left, _, right, _ = frame.box
    ends = sorted(y for rule in frame.upright if left + 5 < rule.at < right - 5 for y in (rule.start, rule.end))
    groups: list[list[float]] = []
    for y in ends:
        if groups and y - groups[-1][0] <= 2:
            groups[-1].append(y)
        else:
            groups.append([y])
    return [sum(group) / len(group) for group in groups if len(group) >= 3]


def _with_text(found: list[float], words: Sequence[Word], axis: str) -> list[float]:
    """Drop an outermost edge that only makes an empty sliver, as of a line that sticks out."""
    low, high = ("x0", "x1") if axis == "x" else ("top", "bottom")
    middles = [(word[low] + word[high]) / 2 for word in words]

    def is_sliver(a: float, b: float) -> bool:
        return b - a < 12 and not any(a < middle < b for middle in middles)

    while len(found) > 2 and is_sliver(found[0], found[1]):
        found = found[1:]
    while len(found) > 2 and is_sliver(found[-2], found[-1]):
        found = found[:-1]
    return found


def _all_columns(drawn: list[float], words: Sequence[Word]) -> list[float]:
    """Add the white strips inside drawn columns; a table without drawn columns needs less to show them."""
    open_table = len(drawn) == 2
    xs = list(drawn)
    for start, end in itertools.pairwise(drawn):
        inner = [word for word in words if start < (word["x0"] + word["x1"]) / 2 < end]
        rows = rows_of(inner)
        xs += gaps(rows) if open_table else gaps(rows, share=max(0.7, 3 / max(len(rows), 1)), least=3)
    return sorted(xs)


def _all_rows(drawn: list[float], xs: list[float], words: Sequence[Word]) -> list[float]:
    widths = column_widths(xs, words)
    ys = list(drawn)
    for start, end in itertools.pairwise(drawn):
        inner = [word for word in words if start < (word["top"] + word["bottom"]) / 2 < end]
        band = band_of(inner, xs, widths)
        ys += [between(band, number) for number in split_at(band)]
    return sorted(ys)


def column_widths(xs: Sequence[float], words: Sequence[Word]) -> list[float]:
    """Return how far the text of each column reaches: its lines wrap there, not at the edge of the cell."""
    widths = []
    for start, end in itertools.pairwise(xs):
        inner = [word for word in words if start < (word["x0"] + word["x1"]) / 2 < end]
        reach = max((word["x1"] for word in inner), default=end) - min((word["x0"] for word in inner), default=start)
        widths.append(min(reach + 1, end - start))
    return widths


def between(band: Band, number: int) -> float:
    """Return the y between row ``number - 1`` of ``band`` and row ``number``."""
    upper = [word["bottom"] for column in band.rows[number - 1] for word in column]
    lower = [word["top"] for column in band.rows[number] for word in column]
    return float((max(upper) + min(lower)) / 2)


def _covered(rules: Sequence[Rule], at: float, start: float, end: float) -> float:
    """Return the share of ``start``–``end`` that rules at ``at`` cover."""
    length = 0.0
    for rule in rules:
        if abs(rule.at - at) <= _THINNEST:
            length = max(length, min(rule.end, end) - max(rule.start, start))
    return length / max(end - start, 0.1)


def _upright_test(
    frame: Frame, xs: Sequence[float], ys: Sequence[float], drawn: set[float], words: Sequence[Word]
) -> Callable[[int, int], bool]:
    """Return a test: does an edge part (row, column) from the cell to its right."""
    rows = [
        rows_of([word for word in words if top < (word["top"] + word["bottom"]) / 2 < bottom])
        for top, bottom in itertools.pairwise(ys)
    ]
    inner = [x for x in xs[1:-1] if x in drawn]
    # A row without any upright line in it is open: there the text alone shows the columns.
    ruled = [any(_covered(frame.upright, x, *ends) >= _DRAWN for x in inner) for ends in itertools.pairwise(ys)]
    phrases = [sum(len(segments(line)) for line in lines) for lines in rows]

    def parts(row: int, column: int) -> bool:
        x = xs[column + 1]
        if x in drawn and (ruled[row] or phrases[row] < 3):
            return _covered(frame.upright, x, ys[row], ys[row + 1]) >= _DRAWN
        return not any(runs_across(line, column, xs) for line in rows[row])

    return parts


def _level_test(
    frame: Frame, xs: Sequence[float], ys: Sequence[float], drawn: set[float], words: Sequence[Word]
) -> Callable[[int, int], bool]:
    """Return a test: does an edge part (row, column) from the cell below it."""
    texts = texts_of(xs, ys, words)

    def is_drawn(row: int, column: int) -> bool:
        return _covered(frame.level, ys[row + 1], xs[column], xs[column + 1]) >= _DRAWN

    # Where figures stand on both sides of an edge it ends a row, though it is not drawn in their column.
    ends_row = [
        any(
            is_numeric(a) and is_numeric(b) and not is_drawn(row, column)
            for column, (a, b) in enumerate(zip(texts[row], texts[row + 1], strict=True))
        )
        for row in range(len(texts) - 1)
    ]

    def parts(row: int, column: int) -> bool:
        y = ys[row + 1]
        if y not in drawn or not any(abs(rule.at - y) <= _THINNEST for rule in frame.level):
            return True
        if ends_row[row] and texts[row][column] and texts[row + 1][column]:
            return True
        return is_drawn(row, column)

    return parts


def texts_of(xs: Sequence[float], ys: Sequence[float], words: Sequence[Word]) -> list[list[str]]:
    """Return the text between each pair of edges, row by row."""
    held: list[list[list[Word]]] = [[[] for _ in xs[1:]] for _ in ys[1:]]
    for word in words:
        row = interval(ys, (word["top"] + word["bottom"]) / 2)
        held[row][interval(xs, (word["x0"] + word["x1"]) / 2)].append(word)
    return [[cell_text(cell) for cell in row] for row in held]


def interval(edges: Sequence[float], value: float) -> int:
    """Return which stretch between ``edges`` holds ``value``; the outer ones hold what lies beyond."""
    return min(max(sum(1 for edge in edges if edge <= value) - 1, 0), len(edges) - 2)


def merged_cells(
    rows: int, columns: int, upright: Callable[[int, int], bool], level: Callable[[int, int], bool]
) -> list[Place]:
    """Return the cells, neighbours without an edge between them merged as long as they make a rectangle."""
    taken: set[tuple[int, int]] = set()
    cells: list[Place] = []
    for row in range(rows):
        for column in range(columns):
            if (row, column) in taken:
                continue
            wide = 1
            while column + wide < columns and (row, column + wide) not in taken and not upright(row, column + wide - 1):
                wide += 1
            high = 1
            while row + high < rows and _same_width(row + high, column, wide, upright, level, taken):
                high += 1
            taken |= {(row + down, column + right) for down in range(high) for right in range(wide)}
            cells.append((row, column, high, wide))
    return cells


def _same_width(
    row: int,
    column: int,
    wide: int,
    upright: Callable[[int, int], bool],
    level: Callable[[int, int], bool],
    taken: set[tuple[int, int]],
) -> bool:
    """Return whether the stretch of ``row`` below a cell is open to it and not parted inside."""
    places = [(row, column + right) for right in range(wide)]
    open_above = all(place not in taken and not level(row - 1, place[1]) for place in places)
    return open_above and not any(upright(row, column + right) for right in range(wide - 1))
