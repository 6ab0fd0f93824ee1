"""XLSX as a person sees it."""

import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from datetime import date, datetime
from datetime import time as clock
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.utils.datetime import CALENDAR_MAC_1904

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
        (clock(9, 0), "hh:mm", "09:00"), (True, "General", "TRUE"), ("00123", "@", "00123"), ("1E5", "General", "1E5"),
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


def rewritten(data: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(old.read(name)) if name.endswith(part) else old.read(name))
    return out.getvalue()


def test_a_sheet_formatted_to_its_last_cell(read: Read) -> None:
    book = Workbook()
    sheet = book.active
    sheet.append(["名称", "价格"])
    sheet.append(["茶", 12])
    styled = b'<row r="1048576"><c r="A1048576" s="0"/><c r="XFD1048576" s="0"/></row></sheetData>'
    styled += b'<mergeCells><mergeCell ref="A5:XFD1048576"/></mergeCells>'
    data = rewritten(saved(book), "sheet1.xml", lambda part: part.replace(b"</sheetData>", styled))
    (table,) = tables(read(data, "a.xlsx"))
    assert table.grid() == [["名称", "价格"], ["茶", "12"]]


def test_a_title_merged_over_the_whole_sheet(read: Read) -> None:
    (table,) = tables(read(sheet_of([["价目表"], ["名称", "价格"], ["茶", 12]], "A1:XFD1"), "a.xlsx"))
    assert table.caption == "价目表"
    assert table.columns() == ["名称", "价格"]


def test_tables_side_by_side_and_one_below(read: Read) -> None:
    rows = [["甲", "乙", None, "丙", "丁"], [1, 2, None, 3, 4], [5, 6, None, 7, 8], [None] * 5, ["戊", "己"], [9, 10]]
    found = tables(read(sheet_of(rows), "a.xlsx"))
    assert [table.columns() for table in found] == [["甲", "乙"], ["丙", "丁"], ["戊", "己"]]
    assert [table.source_rows for table in found] == [(1, 2, 3), (1, 2, 3), (5, 6)]


def test_hidden_rows_and_columns_are_read_and_reported(read: Read) -> None:
    book = Workbook()
    sheet = book.active
    for row in (["名称", "价格", "底价"], ["茶", 12, 8], ["茶具", 99, 60]):
        sheet.append(row)
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["C"].hidden = True
    document = read(saved(book), "a.xlsx")
    assert tables(document)[0].grid()[2] == ["茶具", "99", "60"]
    assert any("1 hidden rows and 1 hidden columns" in warning for warning in document.warnings)


def test_a_formula_without_a_value_is_shown_as_written(read: Read) -> None:
    document = read(sheet_of([["甲", "合计"], [1, "=SUM(A2:A9)"]]), "a.xlsx")
    assert tables(document)[0].grid()[1] == ["1", "=SUM(A2:A9)"]
    assert any("B2" in warning and "as written" in warning for warning in document.warnings)


def test_text_that_looks_like_a_number_is_untouched(read: Read) -> None:
    texts = ["00123", "1E5", "3-2", "6000.00", "2024-1-5", "１２３", "1,234.50", "0.1"]
    (table,) = tables(read(sheet_of([[f"列{n}" for n in range(len(texts))], texts]), "a.xlsx"))
    assert table.grid()[1] == texts


def test_columns_of_one_name_are_numbered(read: Read) -> None:
    document = read(sheet_of([["名称", "价格", "价格", "价格"], ["茶", 1, 2, 3]]), "a.xlsx")
    assert tables(document)[0].columns() == ["名称", "价格", "价格 (2)", "价格 (3)"]
    assert any("价格" in warning for warning in document.warnings)


def test_inline_and_rich_texts_and_dates_since_1904(read: Read) -> None:
    book = Workbook()
    book.active.append(["名称", "日期"])
    book.active.append(["占位", datetime(2024, 1, 5)])
    book.epoch = CALENDAR_MAC_1904
    book.active["B2"].number_format = "yyyy/m/d"
    rich = '<c r="A2" t="inlineStr"><is><r><t>绿</t></r><r><t>茶</t></r><rPh sb="0" eb="1"><t>lv</t></rPh></is></c>'.encode()
    data = rewritten(saved(book), "sheet1.xml", lambda part: re.sub(rb'<c r="A2".*?</c>', rich, part))
    assert tables(read(data, "a.xlsx"))[0].grid()[1] == ["绿茶", "2024/1/5"]


def test_a_broken_sheet_costs_itself_alone(read: Read) -> None:
    book = Workbook()
    book.active.append(["坏", "表"])
    good = book.create_sheet("好表")
    good.append(["名称", "价格"])
    good.append(["茶", 12])
    data = rewritten(saved(book), "sheet1.xml", lambda part: part[: len(part) // 2])
    document = read(data, "a.xlsx")
    assert [table.columns() for table in tables(document)] == [["名称", "价格"]]
    assert any("Sheet" in warning and "not read" in warning for warning in document.warnings)


def test_notes_and_the_name_of_the_sheet_are_kept(read: Read) -> None:
    book = Workbook()
    book.active.title = "会员价目"
    book.active.append(["名称", "价格"])
    book.active.append(["茶", 12])
    book.active["B2"].comment = Comment("不含运费", "某人")
    document = read(saved(book), "a.xlsx")
    assert [(block.kind, block.text) for block in document.blocks if block.kind != "table"] == [
        ("title", "会员价目"), ("footnote", "[B2] 不含运费"),
    ]  # fmt: skip
    assert document.blocks[-1].span.row == 2


def test_a_hundred_thousand_rows_stay_small(tmp_path: Path) -> None:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("清单")
    sheet.append(["编号", "名称", "价格", "类别", "说明", "数量"])
    for number in range(100_000):
        sheet.append([f"{number:06d}", f"商品{number}", number * 1.5, "甲类", "七日内可退", number])
    path = tmp_path / "大表.xlsx"
    book.save(path)
    code = (
        "import re, sys; from pathlib import Path; from core.settings import load_settings\n"
        "from ingestion.parse import parse_file\n"
        "d = parse_file(Path(sys.argv[1]), settings=load_settings())\n"
        "t = d.blocks[-1].table\n"
        # VmHWM is this process's own peak; ru_maxrss would start at that of the process it was forked from.
        "peak = re.search(r'VmHWM:\\s+(\\d+)', Path('/proc/self/status').read_text())\n"
        "print(t.row_count, t.source_rows[-1], int(peak[1]) // 1024)"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, cwd=root, timeout=120
    )
    rows, last, mebibytes = map(int, done.stdout.split())
    assert (rows, last) == (100_001, 100_001), done.stderr
    assert mebibytes < 600
