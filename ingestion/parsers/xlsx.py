"""XLSX: every sheet, its tables told apart, values as shown to a person."""

from io import BytesIO
from typing import Any

from core.document import Span
from core.errors import UnreadableFile
from ingestion.builder import DocumentBuilder
from ingestion.parsed import Parsed
from ingestion.parsers.cell_format import shown
from ingestion.parsers.sheet_tables import Region, SheetCells, region_table, regions

_LARGEST_SHEET = 5_000_000


def parse(data: bytes, source_name: str) -> Parsed:
    """Read a workbook; hidden sheets are read and reported, formulas give their cached values.

    Raises:
        UnreadableFile: The workbook is broken.
    """
    from openpyxl import load_workbook

    try:
        values = load_workbook(BytesIO(data), data_only=True)
        formulas = load_workbook(BytesIO(data), data_only=False)
    except Exception as error:
        raise UnreadableFile(
            f"the workbook cannot be opened: {error}"[:300], place=source_name, advice="save it again as XLSX"
        ) from error
    builder = DocumentBuilder("xlsx")
    several = len(values.worksheets) > 1
    for sheet in values.worksheets:
        try:
            _sheet(builder, sheet, formulas[sheet.title], several=several)
        except Exception as error:
            # One broken sheet costs that sheet alone.
            builder.warn(f"sheet {sheet.title}: not read, {type(error).__name__}: {error}"[:300])
    return builder.finish()


def _sheet(builder: DocumentBuilder, sheet: Any, formulas: Any, *, several: bool) -> None:
    if sheet.sheet_state != "visible":
        builder.warn(f"工作表“{sheet.title}”是隐藏的，内容已读取 / sheet {sheet.title} is hidden but was read")
    cells = _cells(builder, sheet, formulas)
    found = regions(cells)
    if found and several:
        builder.title(sheet.title, 2, Span(sheet=sheet.title))
    for region in found:
        lines, table = region_table(cells, region)
        for row, line in lines:
            builder.paragraph(line, Span(sheet=sheet.title, row=row))
        if table is not None:
            builder.table(table, Span(sheet=sheet.title, row=table.source_rows[0]))


def _cells(builder: DocumentBuilder, sheet: Any, formulas: Any) -> SheetCells:
    texts: dict[tuple[int, int], str] = {}
    numeric: set[tuple[int, int]] = set()
    empty: list[str] = []
    if len(sheet._cells) > _LARGEST_SHEET:
        raise ValueError(f"more than {_LARGEST_SHEET:,} cells")
    for place, cell in sheet._cells.items():
        text = shown(cell.value, cell.number_format)
        if text:
            texts[place] = text
            if cell.data_type in ("n", "d"):
                numeric.add(place)
        elif formulas._cells.get(place) is not None and formulas._cells[place].data_type == "f":
            empty.append(cell.coordinate)
    if empty:
        listed = ", ".join(empty[:5])
        builder.warn(
            f"sheet {sheet.title}: {len(empty)} formulas have no saved value ({listed}); open and save the file"
        )
    merged = {
        (area.min_row, area.min_col): Region(area.min_row, area.min_col, area.max_row, area.max_col)
        for area in sheet.merged_cells.ranges
    }
    return SheetCells(texts, merged, frozenset(numeric))
