"""How many rows of a table name its columns, when the format does not say."""

from collections.abc import Sequence

from core.document import Cell


def header_count(cells: Sequence[Cell], rows: int, marked: int = 0) -> int:
    """Return the number of header rows.

    ``marked`` rows are taken as they are. Else the first row is the header; a cell of it merged downwards pulls in
    the rows it covers, one merged over some of the columns pulls in the row that names its parts.
    """
    if rows < 2:
        return 0
    if marked:
        return min(marked, rows - 1)
    width = max(cell.col + cell.col_span for cell in cells)
    first = [cell for cell in cells if cell.row == 0]
    count = max((cell.row_span for cell in first if cell.text), default=1)
    if any(1 < cell.col_span < width for cell in first) and any(cell.row_span > 1 for cell in first):
        count = max(count, 2)
    return min(count, rows - 1)
