"""XLSX: every sheet, its tables told apart, values as shown to a person."""

from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.parsed import Parsed
from ingestion.parsers.office_package import OfficePackage
from ingestion.parsers.sheet_blocks import add_sheet
from ingestion.parsers.sheet_cells import SheetCells
from ingestion.parsers.xlsx_book import Book, SheetPart, read_book
from ingestion.parsers.xlsx_drawing import add_drawing
from ingestion.parsers.xlsx_sheet import read_sheet


def parse(data: bytes, source_name: str, settings: Settings) -> Parsed:  # noqa: ARG001  one signature for all parsers
    """Read a workbook; hidden sheets are read and reported, formulas give their cached values.

    Raises:
        UnreadableFile: The workbook is broken.
    """
    try:
        package = OfficePackage(data)
        book = read_book(package)
    except Exception as error:
        raise UnreadableFile(
            f"the workbook cannot be opened: {error}"[:300], place=source_name, advice="save it again as XLSX"
        ) from error
    builder = DocumentBuilder("xlsx")
    for sheet in book.sheets:
        _add(builder, package, book, sheet)
    return builder.finish()


def _add(builder: DocumentBuilder, package: OfficePackage, book: Book, sheet: SheetPart) -> None:
    """Add one sheet; a broken one costs itself alone."""
    try:
        cells = SheetCells(sheet.name, sheet.visible)
        if not sheet.is_chart:
            cells = read_sheet(package, book, sheet)
            add_sheet(builder, cells, alone=len(book.sheets) == 1)
        add_drawing(builder, package, sheet, whole=not cells.rows)
    except MemoryError:
        raise
    except Exception as error:
        builder.warn(
            f"工作表“{sheet.name}”未读取 / sheet {sheet.name}: not read, {type(error).__name__}: {error}"[:300]
        )
