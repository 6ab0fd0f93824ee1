"""Marks the cells of a table that name rows and columns, and counts its header rows."""

from dataclasses import replace

from core.document import Table
from core.table.arrangement import is_section
from core.table.parts import part_heads
from core.table.region import Region, places

_LARGEST = 200_000


def laid_out(table: Table, *, sure: bool = False) -> Table:
    """Return ``table`` with ``head`` set on the cells that name others, and ``header_rows`` as the layout shows them.

    A first row over the whole width joins the caption. A table that is marked already, or too large to be other than a
    plain one, is returned as it is.

    Args:
        sure: Whether the source itself tells its header rows; else ``header_rows`` was taken for granted.
    """
    if table.row_count < 1 or table.row_count * table.column_count > _LARGEST or any(c.head for c in table.cells):
        return table
    whole = Region(places(table), 0, table.row_count, 0, table.column_count)
    titles = _title_rows(whole)
    heads, depth = part_heads(whole.rows(titles, whole.bottom), max(table.header_rows - titles, 0), sure=sure)
    heads |= {cell for row in range(titles) for cell in whole.row(row)}
    cells = tuple(replace(cell, head=True) if cell in heads else cell for cell in table.cells)
    return replace(table, cells=cells, header_rows=titles + depth, caption=_captioned(table, whole, titles))


def _title_rows(whole: Region) -> int:
    count = 0
    while count < whole.height - 1 and is_section(whole, count):
        count += 1
    # One of several parts is not about the whole: 基本参数 above, 性能数据 further down.
    several = any(is_section(whole, row) for row in range(count + 1, whole.bottom))
    return 0 if count == 1 and several else count


def _captioned(table: Table, whole: Region, titles: int) -> str:
    texts = [whole.row(row)[0].text.strip() for row in range(titles)]
    fresh = [text for text in dict.fromkeys(texts) if text not in table.caption]
    return " ".join(part for part in (table.caption, *fresh) if part)
