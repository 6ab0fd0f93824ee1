"""XLS: workbooks of the older binary format."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from openpyxl.styles.numbers import is_date_format, is_timedelta_format
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.parsed import Parsed
from ingestion.parsers.cell_format import shown
from ingestion.parsers.sheet_blocks import add_sheet
from ingestion.parsers.sheet_cells import Region, SheetCells


def parse(data: bytes, source_name: str, settings: Settings) -> Parsed:  # noqa: ARG001  one signature for all parsers
    """Read a workbook; formulas give their saved values, the format keeps no other.

    Raises:
        UnreadableFile: The workbook is broken or encrypted.
    """
    book = _open(data, source_name)
    builder = DocumentBuilder("xls")
    for index in range(book.nsheets):
        name = book.sheet_names()[index]
        try:
            add_sheet(builder, _cells(book, book.sheet_by_index(index)), alone=book.nsheets == 1)
        except MemoryError:
            raise
        except Exception as error:
            builder.warn(f"工作表“{name}”未读取 / sheet {name}: not read, {type(error).__name__}: {error}"[:300])
    return builder.finish()


def _open(data: bytes, source_name: str) -> Any:
    import xlrd

    class Nowhere:
        """The library prints its doubts about a file; nobody would read them."""

        def write(self, text: str) -> int:
            return len(text)

        def flush(self) -> None:
            return None

    try:
        return xlrd.open_workbook(file_contents=data, formatting_info=True, on_demand=True, logfile=Nowhere())
    except Exception as error:
        locked = "encrypt" in str(error).lower()
        raise UnreadableFile(
            "the workbook is encrypted" if locked else f"the workbook cannot be opened: {error}"[:300],
            place=source_name,
            advice="remove the password and try again" if locked else "save it again as XLSX",
        ) from error


def _cells(book: Any, sheet: Any) -> SheetCells:
    cells = SheetCells(sheet.name, sheet.visibility == 0)
    for row in range(sheet.nrows):
        for col, cell in enumerate(sheet.row(row)):
            text, numeric = _content(book, cell)
            if text:
                cells.put(row + 1, col + 1, text, numeric=numeric)
    cells.merge(Region(top + 1, left + 1, bottom, right) for top, bottom, left, right in sheet.merged_cells)
    cells.hidden_rows = sum(1 for row, info in sheet.rowinfo_map.items() if info.hidden and row + 1 in cells.rows)
    cells.hidden_columns = sum(1 for info in sheet.colinfo_map.values() if info.hidden)
    return cells


def _content(book: Any, cell: Any) -> tuple[str, bool]:
    """Return the text of a cell as a person sees it, and whether it is a number or date."""
    import xlrd

    if cell.ctype == xlrd.XL_CELL_TEXT:
        return str(cell.value).strip(), False
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return ("TRUE" if cell.value else "FALSE"), False
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return str(xlrd.error_text_from_code.get(cell.value, "")), False
    if cell.ctype not in (xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_DATE):
        return "", False
    code = book.format_map[book.xf_list[cell.xf_index].format_key].format_str
    exact = Decimal(repr(cell.value))
    if not is_date_format(code):
        return shown(exact, code), True
    epoch = CALENDAR_MAC_1904 if book.datemode else CALENDAR_WINDOWS_1900
    try:
        moment: object = from_excel(cell.value, epoch, timedelta=is_timedelta_format(code))
    except (ValueError, OverflowError):
        return f"{exact:f}", True
    return shown(moment if moment is not None else timedelta(), code), True
