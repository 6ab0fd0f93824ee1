"""Rows that name columns: how many stand on top, and which stand further down."""

from core.document import Cell
from core.table.label import header_label, is_count, is_value, labelness
from core.table.region import Region, mean_label
from core.text import fold

_DEEPEST = 5
_NAMES_ROWS = frozenset("项目 事项 类别 指标 内容 参数 序号 账龄 科目 年份 年度 属性 字段 item items".split())


def header_depth(region: Region, given: int) -> int:
    """Return how many rows from the top of ``region`` name its columns.

    Args:
        given: Rows that the source calls its header, counted from the top of the region; at least these are taken.
    """
    depth = max(given, 1)
    ends = [cell.row + cell.row_span for cell in region.filled(region.top)]
    last = min(max(ends, default=region.top), region.bottom)
    if last - region.top <= _DEEPEST and not has_values(region.rows(region.top, last)):
        depth = max(depth, last - region.top)
    if depth == 1 and _is_counted(region):
        depth = 2
    while depth < min(_DEEPEST, region.height - 1) and _goes_on(region, region.top + depth):
        depth += 1
    return min(depth, max(region.height - 1, 0))


def _is_counted(region: Region) -> bool:
    """Return whether the first row only counts the columns (序号 | 1 | 2): the row below it names them."""
    first = region.filled(region.top)
    counted = len(first) > 2 and all(is_count(cell.text) for cell in first[1:])
    return region.height > 2 and counted and labelness(first[0].text) >= 0.5


def has_values(region: Region) -> bool:
    """Return whether cells that begin in ``region`` are surely values and could not name a column."""
    return any(is_value(cell.text) and header_label(cell.text) < 0 for cell in region.cells)


def _goes_on(region: Region, row: int) -> bool:
    """Return whether ``row`` names the parts of cells that are merged over columns in the row above it."""
    above = [cell for cell in region.filled(row - 1) if cell.col_span > 1 and cell.row + cell.row_span == row]
    parts = [cell for cell in region.filled(row) if any(_covers(wide, cell) for wide in above)]
    others = [cell for cell in region.filled(row) if cell not in parts and cell.row == row]
    if len(parts) < 2 or others or any(is_value(cell.text) for cell in parts):
        return False
    return mean_label(parts) >= 0.3


def _covers(wide: Cell, cell: Cell) -> bool:
    return wide.col <= cell.col and cell.col + cell.col_span <= wide.col + wide.col_span


def names_rows(text: str) -> bool:
    """Return whether the text in the corner of a table says that names of rows follow below (项目, 类别)."""
    return fold(text) in _NAMES_ROWS


def header_strength(region: Region, depth: int) -> float:
    """Return how much better the top rows read as names than what stands below them, about -2 to 3."""
    head_region = region.rows(region.top, region.top + depth)
    head = head_region.cells
    body = region.rows(region.top + depth, region.bottom).cells
    first = [cell for cell in head if cell.col == region.left]
    corner = 1.0 if first and names_rows(first[0].text) else 0.0 if first else 0.5
    beside = [cell for cell in head if cell.col > region.left]
    below = [cell for cell in body if cell.col > region.left]
    return (
        corner + mean_label(beside) - mean_label(below) + _turn(beside, region.rows(region.top + depth, region.bottom))
    )


def _turn(beside: list[Cell], body: Region) -> float:
    """Return in what share of the columns words stand above values."""
    values = [body.values_by_column[cell.col] for cell in beside if cell.col in body.values_by_column]
    words = [header_label(cell.text) >= 0.2 for cell in beside if cell.col in body.values_by_column]
    turned = sum(word and share >= 0.7 for word, share in zip(words, values, strict=True))
    return turned / len(values) if values else 0.0


def inner_headers(region: Region, depth: int) -> list[int]:
    """Return rows under the header that name the columns anew for what follows."""
    top = {cell.col: fold(cell.text) for cell in region.rows(region.top, region.top + depth).cells}
    body = region.rows(region.top + depth, region.bottom)
    values = body.values_by_column
    found: list[int] = []
    for row in range(body.top + 1, body.bottom - 1):
        cells = [cell for cell in region.filled(row) if cell.row == row and not region.spans(cell)]
        if len(cells) < 2 or len(cells) < len(region.filled(row)) or any(is_value(cell.text) for cell in cells):
            continue
        if _repeats(cells, top) or _breaks(region, cells, values) or _alternates(region, row, cells):
            found.append(row)
    return found


def _repeats(cells: list[Cell], top: dict[int, str]) -> bool:
    beside = cells[1:]
    if len(cells[0].text.strip()) > 1 and top.get(cells[0].col) == fold(cells[0].text):
        return True
    return sum(top.get(cell.col) == fold(cell.text) for cell in beside) * 2 > len(beside)


def _breaks(region: Region, cells: list[Cell], values: dict[int, float]) -> bool:
    """Tell names that stand in columns of numbers."""
    beside = [cell for cell in cells if cell.col > region.left]
    if len(beside) < 2:
        return False
    among = sum(values.get(cell.col, 0.0) >= 0.6 for cell in beside)
    return among * 2 >= len(beside) and mean_label(beside) >= 0.3


def _alternates(region: Region, row: int, cells: list[Cell]) -> bool:
    """Tell a row of names above a row of values."""
    below = region.filled(row + 1)
    whole = len(cells) == len(region.row(row)) >= 3
    return (
        whole
        and min(labelness(cell.text) for cell in cells) >= 0
        and mean_label(cells) >= 0.6
        and mean_label(below) <= 0
    )
