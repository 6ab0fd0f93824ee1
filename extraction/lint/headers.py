"""Tables whose columns nobody named."""

from collections.abc import Iterator, Sequence

from core.document import Block, Document, Table
from core.quantity import Quantity, parse
from core.table import is_value
from extraction.inspected import Inspected, place_in
from extraction.lint.finding import Evidence, Finding, Saying, finding

_FEWEST = 2
_NAME_THEM = Saying("为表格加一行表头，写明每一列是什么。", "Add a header row that names every column.")
_SCALES = frozenset({"number", "count", "date", "ordinal"})


def tables_without_header(documents: Sequence[Inspected]) -> tuple[Finding, ...]:
    """Report tables without header, with an empty one, or with a row of data in its place."""
    return tuple(
        found
        for each in documents
        for block in each.document.blocks
        if block.table is not None
        for found in _faults(each.document, block, block.table)
    )


def _faults(document: Document, block: Block, table: Table) -> Iterator[Finding]:
    grid = table.grid()
    body = grid[table.header_rows :]
    if len(body) < _FEWEST or table.column_count < _FEWEST:
        return
    names = table.columns() if table.header_rows else [""] * table.column_count
    shown = " | ".join(" ".join(cell.split()) for cell in grid[0])
    place = place_in(document, block, block.span.char_start, block.span.char_end)
    if not any(name.strip() for name in names):
        if _is_pairs(body):
            return
        problem = Saying("表格没有表头。", "The table has no header.")
        row = " | ".join(" ".join(cell.split()) for cell in body[0])
        yield finding("no_header", "warning", problem, _NAME_THEM, [Evidence(place, row)])
    elif table.header_rows == 1 and (columns := _data_columns(names, body)):
        listed = "、".join(columns)
        problem = Saying(
            f"表头里是数据（{listed}），表格很可能没有表头。",
            f"The header holds data ({listed}); it is likely a row of the table.",
        )
        yield finding("no_header", "warning", problem, _NAME_THEM, [Evidence(place, shown)])
    elif unnamed := _unnamed(names, body):
        problem = Saying(f"第{unnamed}列有内容而没有列名。", f"Column {unnamed} has content and no name.")
        yield finding("no_header", "note", problem, _NAME_THEM, [Evidence(place, shown)])


def _is_pairs(body: Sequence[Sequence[str]]) -> bool:
    """Return whether a table is names beside values, which needs no header."""
    firsts = [row[0].strip() for row in body]
    different = len({_dimension(row[1]) for row in body}) > 1
    named = len(set(firsts)) == len(firsts) and not any(is_value(first) for first in firsts if first)
    return len(body[0]) == _FEWEST and named and different


def _dimension(text: str) -> str:
    quantity = parse(text)
    return quantity.dimension if quantity else ""


def _data_columns(names: Sequence[str], body: Sequence[Sequence[str]]) -> list[str]:
    """Return what stands in the header and is a value of the same kind as all values below it."""
    found: list[str] = []
    for at, name in enumerate(names):
        top = parse(name)
        below = [parse(row[at]) for row in body if row[at].strip()]
        if top is not None and top.dimension not in _SCALES and len(below) >= _FEWEST and _all_like(top, below):
            found.append(name)
    return found


def _all_like(top: Quantity, below: Sequence[Quantity | None]) -> bool:
    return all(each is not None and each.comparable(top) for each in below)


def _unnamed(names: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """Return the numbers of columns with values and no name; the first may go without one, it names the rows."""
    empty = [
        str(at + 1)
        for at, name in enumerate(names)
        if at and not name.strip() and sum(bool(row[at].strip()) for row in body) >= _FEWEST
    ]
    return "、".join(empty)
