"""A sheet's cells as blocks: lines, tables, and what a person should know about it."""

import re
from dataclasses import replace

from core.document import Cell, Span, Table
from ingestion.builder import DocumentBuilder
from ingestion.parsers.sheet_cells import SheetCells
from ingestion.parsers.sheet_tables import region_table, regions

_LISTED = 5
_GIVEN_NAME = re.compile(r"^(?:sheet|工作表|表)\s*\d*$", re.IGNORECASE)


def says_something(name: str) -> bool:
    """Return whether a sheet's name is more than what a program gives every new sheet."""
    return not _GIVEN_NAME.match(name)


def add_sheet(builder: DocumentBuilder, cells: SheetCells, *, alone: bool) -> None:
    """Add the blocks of one sheet under its name; a given name (Sheet1) of the only sheet is left out."""
    _report(builder, cells)
    found = regions(cells)
    if found and (not alone or says_something(cells.name)):
        builder.title(cells.name, 2, Span(sheet=cells.name))
    for region in found:
        try:
            lines, table = region_table(cells, region)
        except ValueError as error:
            builder.warn(f"sheet {cells.name}, rows {region.top}–{region.bottom}: not read, {error}")
            continue
        for row, line in lines:
            builder.paragraph(line, Span(sheet=cells.name, row=row))
        if table is not None:
            builder.table(distinct_columns(table, builder), Span(sheet=cells.name, row=table.source_rows[0]))


def _report(builder: DocumentBuilder, cells: SheetCells) -> None:
    if not cells.visible:
        builder.warn(f"工作表“{cells.name}”是隐藏的，内容已读取 / sheet {cells.name} is hidden but was read")
    if cells.hidden_rows or cells.hidden_columns:
        builder.warn(
            f"工作表“{cells.name}”有隐藏的 {cells.hidden_rows} 行、{cells.hidden_columns} 列，内容已读取 / sheet "
            f"{cells.name}: {cells.hidden_rows} hidden rows and {cells.hidden_columns} hidden columns were read"
        )
    if cells.unsaved:
        builder.warn(
            f"sheet {cells.name}: {len(cells.unsaved)} formulas have no saved value and are shown as written "
            f"({', '.join(cells.unsaved[:_LISTED])}); open and save the file"
        )


def distinct_columns(table: Table, builder: DocumentBuilder) -> Table:
    """Return ``table`` with every column named once: a second 价格 becomes 价格 (2), and that is reported."""
    names = table.columns()
    repeated = {name for name in names if name and names.count(name) > 1} if table.header_rows else set()
    if not repeated:
        return table
    last = table.header_rows - 1
    seen: dict[str, int] = {}
    cells: list[Cell] = []
    for cell in table.cells:
        name = names[cell.col]
        if cell.row + cell.row_span - 1 == last and cell.col_span == 1 and name in repeated:
            seen[name] = seen.get(name, 0) + 1
            number = seen[name]
            cells.append(replace(cell, text=f"{cell.text} ({number})".strip()) if number > 1 else cell)
        else:
            cells.append(cell)
    if any(count > 1 for count in seen.values()):
        listed = ", ".join(sorted(repeated)[:_LISTED])
        builder.warn(f"重名的列已编号 / columns of the same name were numbered: {listed}")
    return replace(table, cells=tuple(cells))
