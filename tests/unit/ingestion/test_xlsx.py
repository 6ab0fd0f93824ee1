"""XLSX as a person sees it."""

from collections.abc import Callable
from datetime import date, datetime, time
from io import BytesIO
from typing import Any

import pytest
from openpyxl import Workbook

from core.chunk import Chunk
from core.document import Document, Table
from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.chunk import chunk_document
from ingestion.parsers.cell_format import shown

Read = Callable[[str | bytes, str], Document]


def saved(book: Workbook) -> bytes:
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def sheet_of(rows: list[list[Any]], *merged: str) -> bytes:
    book = Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(row)
    for area in merged:
        sheet.merge_cells(area)
    return saved(book)


def tables(document: Document) -> list[Table]:
    return [block.table for block in document.blocks if block.table is not None]


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (0.125, "0.0%", "12.5%"), (0.3, "0%", "30%"), (1234.5, "#,##0.00", "1,234.50"), (6000, "0.00", "6000.00"),
        (123, "00000", "00123"), (0.1 + 0.2, "General", "0.3"), (1e15, "General", "1000000000000000"),
        (5, "General", "5"), (99.5, '"¥"#,##0.00', "¥99.50"),
        (200, '0"元/年"', "200元/年"), (3, 'General"天"', "3天"), (99.5, "¥#,##0.00", "¥99.50"),
        (date(2024, 1, 5), "yyyy-mm-dd", "2024-01-05"), (datetime(2024, 1, 5), "yyyy/m/d", "2024/1/5"),
        (datetime(2024, 1, 5, 8, 30), "yyyy-mm-dd hh:mm", "2024-01-05 08:30"),
        (datetime(2024, 1, 1), 'yyyy"年"m"月"', "2024年1月"), (date(2024, 1, 5), "m/d/yy", "2024-01-05"),
        (datetime(2024, 1, 5, 8, 30), 'yyyy"年"m"月"d"日" h"时"mm"分"', "2024年1月5日 8时30分"),
        (datetime(2024, 1, 5), "[$-F800]dddd, mmmm dd, yyyy", "2024-01-05"),
        (time(9, 0), "hh:mm", "09:00"), (True, "General", "TRUE"), ("00123", "@", "00123"), ("1E5", "General", "1E5"),
        (-0.5, "0%", "-50%"), (None, "General", ""),
    ],
)  # fmt: skip
def test_shown(value: Any, code: str, text: str) -> None:
    assert shown(value, code) == text


def test_rows_keep_sheet_and_row_number(read: Read, settings: Settings) -> None:
    document = read(sheet_of([["等级", "年费"], ["金卡", 200], ["银卡", 100]]), "会员.xlsx")
    (table,) = tables(document)
    assert table.grid() == [["等级", "年费"], ["金卡", "200"], ["银卡", "100"]]
    assert table.source_rows == (1, 2, 3)
    (chunk,) = chunk_document(document, settings)
    assert chunk.table_rows == (2, 3)
    assert [(span.sheet, span.row) for span in chunk.spans] == [("Sheet", 2), ("Sheet", 3)]
    assert [document.markdown[s.char_start : s.char_end] for s in chunk.spans] == ["| 金卡 | 200 |", "| 银卡 | 100 |"]


def test_merged_cells_and_two_header_rows(read: Read) -> None:
    rows = [["地区", "运费", None], [None, "首重", "续重"], ["华东", 8, 2], [None, 9, 3]]
    (table,) = tables(read(sheet_of(rows, "A1:A2", "B1:C1", "A3:A4"), "a.xlsx"))
    assert table.header_rows == 2
    assert table.columns() == ["地区", "运费 首重", "运费 续重"]
    assert table.grid()[2:] == [["华东", "8", "2"], ["华东", "9", "3"]]


def test_title_line_becomes_the_caption(read: Read) -> None:
    rows = [["青禾门店价目表（单位：元）", None], ["品名", "价格"], ["茶", 12]]
    (table,) = tables(read(sheet_of(rows, "A1:B1"), "a.xlsx"))
    assert table.caption == "青禾门店价目表（单位：元）"
    assert table.unit_hint == "元"
    assert table.columns() == ["品名", "价格"]
    assert table.source_rows == (2, 3)


def test_several_tables_on_one_sheet(read: Read) -> None:
    rows = [["甲", "乙"], [1, 2], [None, None], ["丙", "丁"], [3, 4]]
    assert [table.columns() for table in tables(read(sheet_of(rows), "a.xlsx"))] == [["甲", "乙"], ["丙", "丁"]]


def test_hidden_sheets_and_unsaved_formulas_are_reported(read: Read) -> None:
    book = Workbook()
    book.active.append(["甲", "乙"])
    book.active.append([1, "=A2*2"])
    hidden = book.create_sheet("底价")
    hidden.sheet_state = "hidden"
    hidden.append(["丙", "丁"])
    hidden.append([1, 2])
    document = read(saved(book), "a.xlsx")
    assert any("底价" in warning and "hidden" in warning for warning in document.warnings)
    assert any("B2" in warning for warning in document.warnings)
    assert [block.text for block in document.blocks if block.kind == "title"] == ["Sheet", "底价"]
    assert document.blocks[-1].heading_path == ("底价",)


def test_cached_formula_values_are_read(read: Read) -> None:
    data = sheet_of([["甲", "合计"], [1, "=A2*2"]])
    import zipfile

    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name.endswith("sheet1.xml"):
                assert b"<f>A2*2</f><v" in part
                part = part.replace(b"<f>A2*2</f><v></v>", b"<f>A2*2</f><v>2</v>").replace(
                    b"<f>A2*2</f><v />", b"<f>A2*2</f><v>2</v>"
                )
            new.writestr(name, part)
    (table,) = tables(read(out.getvalue(), "a.xlsx"))
    assert table.grid()[1] == ["1", "2"]


def test_long_tables_are_cut_between_rows(read: Read, settings: Settings) -> None:
    rows: list[list[Any]] = [["编号", "名称", "说明"]] + [[f"{n:05d}", f"商品{n}", "七日内可退" * 5] for n in range(60)]
    document = read(sheet_of(rows), "清单.xlsx")
    chunks: tuple[Chunk, ...] = chunk_document(document, settings)
    assert len(chunks) > 5
    assert [row for chunk in chunks for row in chunk.table_rows] == list(range(2, 62))
    for chunk in chunks:
        assert "| 编号 | 名称 | 说明 |" in chunk.text
        assert chunk.text.startswith("清单")
        assert len(chunk.text) <= settings.chunk_size
        assert chunk.table is not None
        assert chunk.table.row_count == len(chunk.table_rows) + 1


def test_a_broken_workbook_is_refused(read: Read) -> None:
    data = sheet_of([["甲", "乙"], [1, 2]])
    with pytest.raises(UnreadableFile):
        read(data[: len(data) // 2], "a.xlsx")
