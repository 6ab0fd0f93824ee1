"""Tells the tables on one sheet apart and finds their header rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.document import Cell, Table

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of a sheet, bounds inclusive, counted from 1."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True, slots=True)
class SheetCells:
    """Texts of a sheet by (row, column), and its merged regions by their top-left place."""

    texts: Mapping[Place, str]
    merged: Mapping[Place, Region]
    numeric: frozenset[Place]


def _covered(cells: SheetCells) -> set[Place]:
    places = {place for place, text in cells.texts.items() if text}
    for region in cells.merged.values():
        if cells.texts.get((region.top, region.left)):
            places |= {
                (row, col)
                for row in range(region.top, region.bottom + 1)
                for col in range(region.left, region.right + 1)
            }
    return places


def regions(cells: SheetCells) -> list[Region]:
    """Return the filled rectangles of a sheet, split at blank rows, then at blank columns, in reading order."""
    return _split(sorted(_covered(cells)), by_row=True, once_more=True)


def _split(places: list[Place], *, by_row: bool, once_more: bool) -> list[Region]:
    axis = 0 if by_row else 1
    groups: list[list[Place]] = []
    for place in sorted(places, key=lambda p: p[axis]):
        if groups and place[axis] - groups[-1][-1][axis] <= 1:
            groups[-1].append(place)
        else:
            groups.append([place])
    if len(groups) == 1 and not once_more:
        return [_bounds(groups[0])]
    return [region for group in groups for region in _split(group, by_row=not by_row, once_more=len(groups) > 1)]


def _bounds(places: Sequence[Place]) -> Region:
    rows = [row for row, _ in places]
    cols = [col for _, col in places]
    return Region(min(rows), min(cols), max(rows), max(cols))


def region_table(cells: SheetCells, region: Region) -> tuple[list[tuple[int, str]], Table | None]:
    """Return the lines above a table (row, text) and the table of ``region``; no table when it is only lines."""
    top = region.top
    lines: list[tuple[int, str]] = []
    while top <= region.bottom and (line := _single_line(cells, region, top)):
        lines.append((top, line))
        top = _end_of_merge(cells, region, top) + 1
    if top > region.bottom:
        return lines, None
    body = Region(top, region.left, region.bottom, region.right)
    header = header_rows(cells, body)
    caption = " ".join(line for _, line in lines)
    return lines, Table(_cells(cells, body), header, caption, source_rows=tuple(range(top, region.bottom + 1)))


def _single_line(cells: SheetCells, region: Region, row: int) -> str:
    """Return the text of a row that holds one cell only, as titles and notes above a table do."""
    filled = [col for col in range(region.left, region.right + 1) if cells.texts.get((row, col))]
    if region.left == region.right or len(filled) != 1:
        return ""
    merged = cells.merged.get((row, filled[0]))
    if merged is not None and merged.right - merged.left + 1 < region.right - region.left + 1:
        return ""
    return cells.texts[(row, filled[0])] if filled[0] == region.left or merged is not None else ""


def _end_of_merge(cells: SheetCells, region: Region, row: int) -> int:
    return max(
        (merged.bottom for (top, left), merged in cells.merged.items() if top == row and left >= region.left),
        default=row,
    )


def _cells(cells: SheetCells, region: Region) -> tuple[Cell, ...]:
    made: list[Cell] = []
    taken: set[Place] = set()
    for row in range(region.top, region.bottom + 1):
        for col in range(region.left, region.right + 1):
            if (row, col) in taken:
                continue
            merged = cells.merged.get((row, col), Region(row, col, row, col))
            height = min(merged.bottom, region.bottom) - row + 1
            width = min(merged.right, region.right) - col + 1
            taken |= {(row + down, col + right) for down in range(height) for right in range(width)}
            text = cells.texts.get((row, col), "")
            made.append(Cell(text, row - region.top, col - region.left, height, width))
    return tuple(made)


def header_rows(cells: SheetCells, region: Region) -> int:
    """Return how many rows name the columns: one, and more while merged cells or a gap above ask for it."""
    if region.top == region.bottom:
        return 0
    last = _end_of_merge(cells, region, region.top)
    first = [
        (r, c)
        for (r, c), m in cells.merged.items()
        if r == region.top and region.left <= c <= region.right and m.right > m.left
    ]
    if first:
        last = max(last, region.top + 1)
    while (
        last < region.bottom - 1
        and last - region.top < 4
        and _is_names(cells, region, last)
        and _splits(cells, region, last)
    ):
        last += 1
    return min(last - region.top + 1, region.bottom - region.top)


def _is_names(cells: SheetCells, region: Region, row: int) -> bool:
    return not any((row, col) in cells.numeric for col in range(region.left, region.right + 1))


def _splits(cells: SheetCells, region: Region, row: int) -> bool:
    """Return whether a cell of ``row`` is merged over columns, so that the next row names its parts."""
    return any(
        top == row and merged.right > merged.left and region.left <= left <= region.right
        for (top, left), merged in cells.merged.items()
    )
