"""Names inside a part of a table, once it is known how the part is named as a whole."""

from collections.abc import Callable

from core.document import Cell
from core.table.headers import inner_headers
from core.table.label import is_value
from core.table.pairs import is_pair_row, name_columns
from core.table.region import Region, mean_label

Reader = Callable[[Region], set[Cell]]


def pair_heads(part: Region, names: list[int], read: Reader) -> set[Cell]:
    """Return the names in columns ``names``, and those inside the values of a name that covers several rows.

    Args:
        read: Finds the names of a table inside the table.
    """
    named = {cell for col in names for cell in part.by_column.get(col, []) if not is_value(cell.text)}
    heads = named | {cell for row in part.numbers for cell in _row_names(part, row)}
    for cell in named:
        right = min((col for col in names if col > cell.col), default=part.right)
        inside = part.rows(cell.row, min(cell.row + cell.row_span, part.bottom)).columns(
            cell.col + cell.col_span, right
        )
        if cell.row_span > 1 and inside.width > 1 and any(len(inside.filled(row)) > 1 for row in inside.numbers):
            heads |= read(inside)
    return heads


def _row_names(part: Region, row: int) -> set[Cell]:
    """Return the names of a row of several pairs among rows of one."""
    only = part.rows(row, row + 1)
    names, _ = name_columns(only)
    return {cell for cell in only.cells if cell.col in names and not is_value(cell.text)} if len(names) > 1 else set()


def grid_heads(part: Region, depth: int, header: Region, read: Reader) -> set[Cell]:
    """Return the names in the body of a grid: rows that name columns anew, and parts of its own under wide names."""
    heads: set[Cell] = set()
    for row in inner_headers(part, depth):
        heads |= {cell for cell in part.filled(row) if cell.row == row}
    for row in range(part.top + depth, part.bottom):
        cells = part.row(row)
        if is_pair_row(cells):
            heads.add(cells[0])
    body = part.rows(part.top + depth, part.bottom)
    for wide in _wide_names(header):
        heads |= _under(body, body.columns(max(wide.col, body.left), min(wide.col + wide.col_span, body.right)), read)
    return heads


def _wide_names(header: Region) -> list[Cell]:
    """Return the names that lie over several columns whose parts have no name of their own."""
    last = header.row(header.bottom - 1)
    return [cell for cell in last if cell.col_span > 1 and not header.spans(cell) and cell.text.strip()]


def _under(body: Region, inside: Region, read: Reader) -> set[Cell]:
    """Return the heads of the columns under one wide name, where they form a table of their own."""
    if inside.height < 1 or len(inside.by_column) < 2:
        return set()
    heads: set[Cell] = set()
    for group in _groups(body, inside):
        first = group.filled(group.top)
        named = len(first) > 2 and mean_label(first) >= 0.5 and not any(is_value(cell.text) for cell in first)
        if named and group.height > 1:
            heads |= set(group.rows(group.top, group.top + _block_depth(group)).cells)
    names, _ = name_columns(inside)
    return heads if heads or not names else pair_heads(inside, names, read)


def _block_depth(group: Region) -> int:
    """Return how many rows name the columns of a block: as many as its first names cover, codes among them or not."""
    first = group.filled(group.top)
    depth = max(cell.row + cell.row_span for cell in first) - group.top
    return max(1, min(depth, group.height - 1))


def _groups(body: Region, inside: Region) -> list[Region]:
    """Part rows where the cell that stands left of them begins."""
    starts = [row for row in range(body.top, body.bottom) if _begins(body, row)] or [body.top]
    return [inside.rows(a, b) for a, b in zip(starts, [*starts[1:], body.bottom], strict=True) if b > a]


def _begins(body: Region, row: int) -> bool:
    cell = body.at[row][body.left]
    return cell is not None and cell.row == row
