"""How the cells of a part lie: beside each other under titles, in blocks, around tall names."""

from core.document import Cell
from core.table.headers import has_values
from core.table.label import is_value, labelness
from core.table.pairs import is_wide_pairs
from core.table.region import Region, mean_label

_LONGEST_TITLE = 60
_LONGEST_NAME = 12


def is_section(region: Region, row: int) -> bool:
    """Return whether ``row`` is one short text over the whole width: it says what stands below it."""
    return is_whole(region, row) and 0 < len(region.row(row)[0].text.strip()) <= _LONGEST_TITLE


def is_whole(region: Region, row: int) -> bool:
    """Return whether ``row`` is a single cell over the whole width."""
    cells = region.row(row)
    return len(cells) == 1 and cells[0].row == row and region.spans(cells[0])


def side_by_side(part: Region) -> bool:
    """Return whether the first row is titles of tables that stand beside each other."""
    first = part.row(part.top)
    if len(first) < 2 or part.height < 3 or any(cell.col_span < 2 or cell.row_span > 1 for cell in first):
        return False
    if first[0].col < part.left or first[-1].col + first[-1].col_span > part.right:
        return False
    if any(is_value(cell.text) or not cell.text.strip() for cell in first):
        return False
    edges = {cell.col for cell in first}
    rest = part.rows(part.top + 1, part.bottom)
    if any(cell.col < edge < cell.col + cell.col_span for cell in rest.cells for edge in edges):
        return False
    return all(_is_table(rest.columns(cell.col, cell.col + cell.col_span)) for cell in first)


def _is_table(region: Region) -> bool:
    """Return whether most rows of a region have more than one cell."""
    rows = [row for row in region.numbers if region.filled(row)]
    return sum(len(region.filled(row)) > 1 for row in rows) * 2 > len(rows)


def tall_names(part: Region) -> list[Cell]:
    """Return names that cover all rows of a part, beside a table of their own each."""
    if part.height < 3:
        return []
    tall = [cell for cell in part.filled(part.top) if cell.row <= part.top and cell.row + cell.row_span >= part.bottom]
    inside = [cell for cell in tall if cell.col >= part.left and cell.col + cell.col_span <= part.right]
    return [cell for cell in inside if labelness(cell.text) >= 0 and len(cell.text) <= _LONGEST_NAME]


def is_blocks(part: Region) -> bool:
    """Return whether the first column names blocks of rows, each with names of columns of its own."""
    first = part.by_column.get(part.left, [])
    if not first or first[0].row != part.top or any(cell.row_span < 3 for cell in first) or part.width < 3:
        return False
    tops = [part.columns(part.left + first[0].col_span, part.right).filled(cell.row) for cell in first]
    named = all(len(top) > 1 and mean_label(top) >= 0.5 and not any(is_value(c.text) for c in top) for top in tops)
    return named and has_values(part.rows(part.top + 1, part.bottom))


def is_over_groups(part: Region) -> bool:
    """Return whether a first row of words stands over a column of cells that cover several rows each."""
    first = part.filled(part.top)
    plain = all(cell.row_span == 1 and not is_value(cell.text) for cell in first) and len(first) > 1
    groups = part.rows(part.top + 1, part.bottom).by_column.get(part.left, [])
    return plain and bool(groups) and all(cell.row_span > 1 for cell in groups)


def is_merged_pair(part: Region, cells: list[Cell]) -> bool:
    """Tell 产品 | 空气过滤器, the second over all other columns: a name and its value."""
    rest = part.rows(part.top + 1, part.bottom)
    merged = len(cells) == 2 and part.width > 2 and cells[1].col_span == part.right - cells[1].col > 1
    return merged and is_wide_pairs(rest)
