"""A workbook from rows: merged cells, header rows, percentages and dates as a person sees them."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from samples.archive import fixed
from samples.grid import Region, regions

_PERCENT = re.compile(r"(\d+)(?:\.(\d+))?%")


def sheet_file(content: Mapping[str, Any]) -> bytes:
    """Return the bytes of an XLSX built from ``content`` (``properties`` and ``sheets``)."""
    book = Workbook()
    book.remove(book.worksheets[0])
    _set_properties(book, content["properties"])
    for sheet in content["sheets"]:
        _write(book.create_sheet(sheet["name"]), sheet)
    target = BytesIO()
    book.save(target)
    return fixed(target.getvalue(), content["properties"]["created"])


def _set_properties(book: Workbook, properties: Mapping[str, Any]) -> None:
    book.properties.created = datetime.combine(properties["created"], datetime.min.time())
    for name in ("title", "subject", "category", "version", "creator"):
        setattr(book.properties, name, properties[name])


def _write(sheet: Worksheet, content: Mapping[str, Any]) -> None:
    for region in regions(content["rows"]):
        _set(sheet.cell(region.row + 1, region.col + 1), region)
        if region.merged:
            sheet.merge_cells(
                start_row=region.row + 1,
                start_column=region.col + 1,
                end_row=region.last_row + 1,
                end_column=region.last_col + 1,
            )
    for index, width in enumerate(content["widths"], start=1):
        sheet.column_dimensions[get_column_letter(index)].width = width
    if content.get("hidden"):
        sheet.sheet_state = "hidden"


def _set(cell: Cell, region: Region) -> None:
    value = region.value
    cell.alignment = Alignment(vertical="center", horizontal="center" if region.merged else None)
    if isinstance(value, date):
        cell.value = value
        cell.number_format = "yyyy-mm-dd"
    elif isinstance(value, str) and (percent := _PERCENT.fullmatch(value)):
        decimals = percent[2] or ""
        cell.value = round(float(value[:-1]) / 100, 2 + len(decimals))
        cell.number_format = f"0.{'0' * len(decimals)}%" if decimals else "0%"
    else:
        cell.value = value
