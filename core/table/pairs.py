"""Names and values side by side in one row: 品牌 | 青禾 | 颜色 | 黑."""

from core.document import Cell
from core.table.label import is_total, labelness
from core.table.region import Region

_CLEARLY = 0.3
_USUAL = 0.4
_MERGED_ROWS = 0.25


def name_columns(region: Region) -> tuple[list[int], float]:
    """Return the columns whose cells name the cell to their right, and how sure that is (0–2; 0: there are none)."""
    labels = _usual_columns(region)
    order = list(labels)
    if len(order) < 2 or order[0] != region.left:
        return [], 0.0
    names = [order[0]]
    gaps: list[float] = []
    for at, col in enumerate(order[1:], start=1):
        following = order[at + 1 :]
        if _is_name(region, labels, names, col, following):
            names.append(col)
        else:
            gaps.append(labels[names[-1]] - labels[col])
    if not gaps:
        return [], 0.0
    sure = sum(gaps) / len(gaps)
    weakest = min(gaps)
    return (names, sure) if weakest >= 0 and sure >= _CLEARLY else ([], 0.0)


def _is_name(region: Region, labels: dict[int, float], names: list[int], col: int, following: list[int]) -> bool:
    """Return whether ``col`` holds names: of the column after it, or of groups of names."""
    if not following:
        return False
    before = max(other for other in labels if other < col)
    over_values = labels[col] - labels[following[0]] >= _CLEARLY and labels[col] >= 0
    after_value = before not in names and labels[col] > labels[before]
    in_group = before in names and _is_tall(region, before)
    of_group = _is_tall(region, col) and labels[col] > labels[names[-1]]
    return (over_values and (after_value or in_group)) or of_group


def _usual_columns(region: Region) -> dict[int, float]:
    """Leave out columns in which cells begin only now and then, or that merged cells often cover: parts of others."""
    standing = {col: _standing(region, col) for col in region.by_column}
    usual = max(standing.values(), default=0)
    return {
        col: label
        for col, label in region.label_by_column.items()
        if standing[col] >= usual * _USUAL and _covered(region, col) <= 0.5
    }


def _standing(region: Region, col: int) -> int:
    """Return in how many rows a cell with text stands that begins in ``col``, merged ones counted in every row."""
    cells = [region.at[row][col] for row in range(region.top, region.bottom)]
    return sum(cell is not None and cell.col == col and bool(cell.text.strip()) for cell in cells)


def _is_tall(region: Region, col: int) -> bool:
    """Return whether the cells of a column mostly cover several rows: they name groups of what stands beside them."""
    cells = region.by_column[col]
    return sum(cell.row_span > 1 for cell in cells) * 2 > len(cells)


def _covered(region: Region, col: int) -> float:
    """Return in what share of the rows a cell that begins further left lies over ``col``."""
    cells = [region.at[row][col] for row in range(region.top, region.bottom)]
    return sum(cell is not None and cell.col < col for cell in cells) / max(len(cells), 1)


def are_distinct(region: Region, names: list[int]) -> bool:
    """Return whether names say something new in most rows; keys of a grid (华东, 华东, 华南) come again."""
    texts = ["".join(cell.text.split()) for col in names for cell in region.by_column.get(col, [])]
    return len(set(texts)) >= len(texts) * 0.75


def is_wide_pairs(region: Region) -> bool:
    """Return whether a region of several columns is one name and one merged value in enough of its rows."""
    rows = [region.row(row) for row in range(region.top, region.bottom)]
    merged = [cells for cells in rows if len(cells) == 2 and cells[1].col_span > 1]
    return len(merged) >= max(1, _MERGED_ROWS * len(rows))


def is_pair_row(cells: list[Cell]) -> bool:
    """Return whether a row of a wider table holds one name and one value, merged unlike the columns (人数： | 7)."""
    if len(cells) != 2 or is_total(cells[0].text) or max(cell.col_span for cell in cells) < 2:
        return False
    if cells[0].col_span < 2 and not cells[0].text.rstrip().endswith(("：", ":")):
        return False
    name, value = labelness(cells[0].text), labelness(cells[1].text)
    return name > 0 and name > value
