"""Tells the tables on one sheet apart and finds their header rows."""

from core.document import Cell, Table
from ingestion.parsers.sheet_cells import LARGEST_SHEET, Region, SheetCells

_DEEPEST_HEADER = 4


def regions(cells: SheetCells) -> list[Region]:
    """Return the filled rectangles of a sheet, split at blank rows, then at blank columns, in reading order."""
    occupied = cells.occupied()
    if not occupied:
        return []
    whole = Region(1, 1, max(occupied), max(occupied.values()).bit_length())
    return _split(whole, list(occupied.items()), by_row=True, once_more=True)


def _split(area: Region, rows: list[tuple[int, int]], *, by_row: bool, once_more: bool) -> list[Region]:
    """Split the part of ``rows`` (row, columns as bits) that lies in ``area``."""
    inside = [(row, bits & area.columns) for row, bits in rows if bits & area.columns]
    groups = _row_groups(inside) if by_row else _column_groups(inside)
    parts = [(_bounds(group), group) for group in groups]
    if len(parts) == 1 and not once_more:
        return [parts[0][0]]
    return [
        region
        for bounds, group in parts
        for region in _split(bounds, group, by_row=not by_row, once_more=len(parts) > 1)
    ]


def _row_groups(rows: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    groups: list[list[tuple[int, int]]] = []
    for row in rows:
        if groups and row[0] - groups[-1][-1][0] <= 1:
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _column_groups(rows: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    union = 0
    for _, bits in rows:
        union |= bits
    groups: list[list[tuple[int, int]]] = []
    while union:
        # The lowest run of set bits: adding its lowest bit carries just past its end.
        lowest = union & -union
        run = union & ~(union + lowest)
        groups.append([(row, bits & run) for row, bits in rows if bits & run])
        union &= ~run
    return groups


def _bounds(rows: list[tuple[int, int]]) -> Region:
    union = 0
    for _, bits in rows:
        union |= bits
    return Region(rows[0][0], (union & -union).bit_length() - 1, rows[-1][0], union.bit_length() - 1)


def region_table(cells: SheetCells, region: Region) -> tuple[list[tuple[int, str]], Table | None]:
    """Return the lines above a table (row, text) and the table of ``region``; no table when it is only lines.

    Raises:
        ValueError: The rectangle is too large.
    """
    area = (region.bottom - region.top + 1) * (region.right - region.left + 1)
    if area > LARGEST_SHEET:
        raise ValueError(f"a table of {area:,} cells")
    top = region.top
    lines: list[tuple[int, str]] = []
    while top <= region.bottom and (line := _single_line(cells, region, top)):
        lines.append((top, line))
        top = _end_of_merge(cells, region, top) + 1
    body = _shrunk(cells, Region(top, region.left, region.bottom, region.right))
    if body is None:
        return lines, None
    header = header_rows(cells, body)
    caption = " ".join(line for _, line in lines)
    return lines, Table(_cells(cells, body), header, caption, source_rows=tuple(range(body.top, body.bottom + 1)))


def _shrunk(cells: SheetCells, region: Region) -> Region | None:
    """Return ``region`` without empty columns at its sides: a line above may have been wider than the table."""
    rows = [(row, bits & region.columns) for row, bits in cells.occupied(region.top, region.bottom).items()]
    rows = [(row, bits) for row, bits in rows if bits]
    return _bounds(rows) if rows else None


def _single_line(cells: SheetCells, region: Region, row: int) -> str:
    """Return the text of a row that holds one cell only, as titles and notes above a table do."""
    texts = cells.rows.get(row, {})
    filled = [col for col in texts if region.left <= col <= region.right]
    merged = cells.merged.get((row, filled[0])) if len(filled) == 1 else None
    if merged is not None and merged.bottom >= region.bottom and row == region.top and merged.left == region.left:
        return texts[filled[0]] if merged.right >= region.right else ""
    if len(filled) != 1 or (region.left == region.right and region.top != region.bottom):
        return ""
    if merged is not None and merged.right - merged.left + 1 < region.right - region.left + 1:
        return ""
    return texts[filled[0]] if filled[0] == region.left or merged is not None else ""


def _end_of_merge(cells: SheetCells, region: Region, row: int) -> int:
    places = (cells.merged.get((row, col)) for col in range(region.left, region.right + 1))
    return max((merged.bottom for merged in places if merged is not None), default=row)


def _cells(cells: SheetCells, region: Region) -> tuple[Cell, ...]:
    covered = _covered(cells, region)
    made: list[Cell] = []
    for row in range(region.top, region.bottom + 1):
        texts, at = cells.rows.get(row, {}), row - region.top
        for col in range(region.left, region.right + 1):
            if (row, col) in covered:
                continue
            merged = cells.merged.get((row, col))
            height = min(merged.bottom, region.bottom) - row + 1 if merged else 1
            width = min(merged.right, region.right) - col + 1 if merged else 1
            made.append(Cell(texts.get(col, ""), at, col - region.left, height, width))
    return tuple(made)


def _covered(cells: SheetCells, region: Region) -> set[tuple[int, int]]:
    """Return the places under merged cells that begin in ``region``, without the first of each."""
    found: set[tuple[int, int]] = set()
    for (top, left), merged in cells.merged.items():
        if region.top <= top <= region.bottom and region.left <= left <= region.right:
            bottom, right = min(merged.bottom, region.bottom), min(merged.right, region.right)
            found |= {(row, col) for row in range(top, bottom + 1) for col in range(left, right + 1)}
            found.discard((top, left))
    return found


def header_rows(cells: SheetCells, region: Region) -> int:
    """Return how many rows name the columns: one, and more while merged cells or a gap above ask for it."""
    if region.top == region.bottom:
        return 0
    last = _end_of_merge(cells, region, region.top)
    if _splits(cells, region, region.top):
        last = max(last, region.top + 1)
    while (
        last < region.bottom - 1
        and last - region.top < _DEEPEST_HEADER
        and not cells.numeric.get(last, 0) & region.columns
        and _splits(cells, region, last)
    ):
        last += 1
    return min(last - region.top + 1, region.bottom - region.top)


def _splits(cells: SheetCells, region: Region, row: int) -> bool:
    """Return whether a cell of ``row`` is merged over columns, so that the next row names its parts."""
    places = (cells.merged.get((row, col)) for col in range(region.left, region.right + 1))
    return any(merged is not None and merged.right > merged.left for merged in places)
