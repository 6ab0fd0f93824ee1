"""XLS workbooks of the older binary format."""

from collections.abc import Callable
from datetime import datetime
from io import BytesIO

import pytest
import xlwt

from core.document import Document
from core.errors import UnreadableFile

Read = Callable[[str | bytes, str], Document]


def saved(book: xlwt.Workbook) -> bytes:
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def style(code: str) -> xlwt.XFStyle:
    made = xlwt.XFStyle()
    made.num_format_str = code
    return made


def test_values_are_read_as_shown(read: Read) -> None:
    book = xlwt.Workbook(encoding="utf-8")
    sheet = book.add_sheet("价目")
    for col, name in enumerate(("编号", "名称", "价格", "折扣", "日期", "在售")):
        sheet.write(0, col, name)
    sheet.write(1, 0, "00123")
    sheet.write(1, 1, "1E5")
    sheet.write(1, 2, 6000, style("0.00"))
    sheet.write(1, 3, 0.125, style("0.0%"))
    sheet.write(1, 4, datetime(2024, 1, 5), style('yyyy"年"m"月"d"日"'))
    sheet.write(1, 5, True)
    document = read(saved(book), "价目.xls")
    table = document.blocks[-1].table
    assert table is not None
    assert table.grid()[1] == ["00123", "1E5", "6000.00", "12.5%", "2024年1月5日", "TRUE"]
    assert table.source_rows == (1, 2)
    assert document.blocks[-1].span.sheet == "价目"
    assert document.media_type == "application/vnd.ms-excel"


def test_merged_cells_hidden_sheets_and_hidden_rows(read: Read) -> None:
    book = xlwt.Workbook(encoding="utf-8")
    sheet = book.add_sheet("运费")
    sheet.write_merge(0, 1, 0, 0, "地区")
    sheet.write_merge(0, 0, 1, 2, "运费")
    sheet.write(1, 1, "首重")
    sheet.write(1, 2, "续重")
    sheet.write(2, 0, "华东")
    sheet.write(2, 1, 8)
    sheet.write(2, 2, 2)
    sheet.row(2).hidden = True
    secret = book.add_sheet("底价")
    secret.write(0, 0, "甲")
    secret.visibility = 1
    document = read(saved(book), "a.xls")
    table = document.blocks[1].table
    assert table is not None
    assert table.columns() == ["地区", "运费 首重", "运费 续重"]
    assert table.grid()[2] == ["华东", "8", "2"]
    assert any("底价" in warning for warning in document.warnings)
    assert any("1 hidden rows" in warning for warning in document.warnings)
    assert document.blocks[-1].heading_path == ("底价",)


def test_a_broken_workbook_is_refused(read: Read) -> None:
    book = xlwt.Workbook()
    book.add_sheet("a").write(0, 0, "x")
    data = saved(book)
    with pytest.raises(UnreadableFile, match="cannot be opened") as caught:
        read(data[:512] + b"\xff" * 512 + data[1024:], "a.xls")
    assert caught.value.place == "a.xls"


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("<html><body><table><tr><th>甲</th></tr><tr><td>00123</td></tr></table></body></html>", [["甲"], ["00123"]]),
        ("甲\t乙\n00123\t1,5\n", [["甲", "乙"], ["00123", "1,5"]]),
    ],
)
def test_text_under_the_name_of_a_workbook_is_read_as_what_it_is(read: Read, text: str, cells: list[list[str]]) -> None:
    document = read(text, "导出.xls")
    assert any(".xls" in warning for warning in document.warnings)
    if document.blocks[0].table is None:
        assert "00123" in document.markdown
    else:
        assert document.blocks[0].table.grid() == cells
