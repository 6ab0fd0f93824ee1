"""A GFM table of the syntax tree as a table value."""

from markdown_it.tree import SyntaxTreeNode

from core.document import Cell, Table
from core.table import laid_out
from ingestion.inline import tokens_text


def table_of(node: SyntaxTreeNode) -> Table:
    """Return the table; cell texts are plain, escaped pipes resolved."""
    rows = [row for part in node.children for row in part.children]
    cells: list[Cell] = []
    for number, row in enumerate(rows):
        for col, cell in enumerate(row.children):
            inline = cell.children[0] if cell.children else None
            text = tokens_text(inline.token.children if inline and inline.token else None)
            cells.append(Cell(text.strip(), number, col))
    return laid_out(Table(tuple(cells), header_rows=1), sure=True)
