"""Tables drawn as rows of text."""

from core.document import Cell, Table


def table_of(*rows: str, header_rows: int = 1, unit_hint: str = "") -> Table:
    """Read rows of cells parted by blanks; ``名<2x1>`` is merged over two rows, ``_`` is an empty cell."""
    taken: set[tuple[int, int]] = set()
    cells: list[Cell] = []
    for number, row in enumerate(rows):
        col = 0
        for word in row.split():
            while (number, col) in taken:
                col += 1
            text, _, spans = word.partition("<")
            down, across = (int(part) for part in spans.rstrip(">").split("x")) if spans else (1, 1)
            taken |= {(number + i, col + j) for i in range(down) for j in range(across)}
            cells.append(Cell("" if text == "_" else text, number, col, down, across))
            col += across
    return Table(tuple(cells), header_rows, unit_hint=unit_hint)
