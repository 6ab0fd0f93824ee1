"""CSV and TSV."""

from collections.abc import Callable

import pytest

from core.document import Document
from core.errors import InvalidInput
from ingestion.parsers.delimited import find_delimiter

Read = Callable[[str | bytes, str], Document]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", "，"])
def test_delimiters(read: Read, delimiter: str) -> None:
    text = "\n".join(delimiter.join(row) for row in (["等级", "年费"], ["金卡", "200元"], ["银卡", "100元"]))
    assert find_delimiter(text) == delimiter
    table = read(text, "a.csv").blocks[0].table
    assert table is not None
    assert table.grid() == [["等级", "年费"], ["金卡", "200元"], ["银卡", "100元"]]


def test_values_are_untouched_and_rows_numbered(read: Read) -> None:
    document = read('编号,额,说明\n00123,"1,234.50","多\n行"\n\n1E5,3-2,x|y\n', "a.csv")
    table = document.blocks[0].table
    assert table is not None
    assert table.grid()[1:] == [["00123", "1,234.50", "多\n行"], ["1E5", "3-2", "x|y"]]
    assert table.source_rows == (1, 2, 4)
    assert "x\\|y" in document.markdown and "多<br>行" in document.markdown


def test_gbk_and_uneven_rows_are_reported(read: Read) -> None:
    document = read("名称,价格,备注\n青禾茶,12元\n云杉茶,15元,热销\n".encode("gbk"), "a.csv")
    assert any("row 2" in warning for warning in document.warnings)
    assert "read as gb18030" in document.warnings


def test_an_open_quotation_names_its_row(read: Read) -> None:
    with pytest.raises(InvalidInput, match=r"a\.csv row 2"):
        read('a,b\n"1,2\n', "a.csv")


def test_tsv_by_name(read: Read) -> None:
    table = read("甲\t乙，丙\n1\t2，3\n", "a.tsv").blocks[0].table
    assert table is not None
    assert table.columns() == ["甲", "乙，丙"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "gb18030", "utf-8-sig", "big5"])
@pytest.mark.parametrize("delimiter", ["\t", ";", ","])
def test_encodings_and_delimiters_together(read: Read, encoding: str, delimiter: str) -> None:
    rows = [["編號", "名稱", "說明"], ["00123", "茶", "第一行\n第二行"], ["1E5", "3-2", 'a"b']]
    quoted = [['"' + cell.replace('"', '""') + '"' for cell in row] for row in rows]
    text = "\r\n".join(delimiter.join(row) for row in quoted)
    table = read(text.encode(encoding), "a.csv").blocks[0].table
    assert table is not None
    assert table.grid() == rows


def test_a_declared_delimiter_counts_as_a_row(read: Read) -> None:
    table = read("sep=;\n名称;价格,元\n茶;1,5\n", "a.csv").blocks[0].table
    assert table is not None
    assert table.grid() == [["名称", "价格,元"], ["茶", "1,5"]]
    assert table.source_rows == (2, 3)


def test_columns_of_one_name_are_numbered_and_reported(read: Read) -> None:
    document = read("名称,价格,价格\n茶,12,15\n", "a.csv")
    table = document.blocks[0].table
    assert table is not None
    assert table.columns() == ["名称", "价格", "价格 (2)"]
    assert any("价格" in warning for warning in document.warnings)


def test_text_after_a_closing_quotation_mark_is_kept_and_reported(read: Read) -> None:
    document = read('名称,说明\n茶,"绿茶"（新）\n', "a.csv")
    table = document.blocks[0].table
    assert table is not None
    assert table.grid()[1] == ["茶", "绿茶（新）"]
    assert any("row 2" in warning for warning in document.warnings)
