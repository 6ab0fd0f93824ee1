"""What becomes of tables that are more than one header over rows: titles, parts, names beside values."""

from collections.abc import Callable

from core.document import Document
from core.settings import Settings
from ingestion.chunk import chunk_document

Read = Callable[[str | bytes, str], Document]


def html(*rows: str) -> str:
    """Write rows of cells parted by blanks; ``名*3`` is merged over three columns."""
    lines = []
    for row in rows:
        cells = [word.partition("*") for word in row.split()]
        lines.append("".join(f'<td colspan="{across or 1}">{text}</td>' for text, _, across in cells))
    return "<html><body><table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table></body></html>"


def test_a_title_inside_the_table_stands_above_it_once(read: Read, settings: Settings) -> None:
    document = read(html("借款明细*3", "银行 金额 日期", "白桦银行 100 2022.1.2", "青禾银行 200 2022.1.3"), "a.html")
    assert document.markdown.startswith("借款明细\n\n| 银行 | 金额 | 日期 |\n")
    assert document.markdown.count("借款明细") == 1
    tables = [chunk for chunk in chunk_document(document, settings) if chunk.table]
    assert "借款明细\n\n| 银行 | 金额 | 日期 |" in tables[0].text


def test_every_row_of_names_beside_values_has_its_place(read: Read, settings: Settings) -> None:
    rows = ["品牌 青禾 颜色 白色", "型号 QH-1 产地 临溪", "价格 890元 重量 2.5kg"]
    document = read(html(*rows), "a.html")
    chunk = next(chunk for chunk in chunk_document(document, settings) if chunk.table)
    assert "品牌：青禾；颜色：白色" in chunk.embedding_text
    places = [document.markdown[span.char_start : span.char_end] for span in chunk.spans]
    assert places == [
        "| 品牌 | 青禾 | 颜色 | 白色 |",
        "| 型号 | QH-1 | 产地 | 临溪 |",
        "| 价格 | 890元 | 重量 | 2.5kg |",
    ]


def test_pieces_repeat_the_title_and_names_their_rows_stand_under(read: Read, settings: Settings) -> None:
    many = [f"第{n}号候选人 {n}岁 {'经历说明' * 5}" for n in range(40)]
    document = read(
        html("推选流程*3", "推选名额 十人*2", "推选条件 无*2", "候选人名单*3", "姓名 年龄 简介说明", *many), "a.html"
    )
    pieces = [chunk for chunk in chunk_document(document, settings) if chunk.table]
    assert len(pieces) > 3
    for piece in pieces[1:]:
        assert "| 姓名 | 年龄 | 简介说明 |" in piece.text
        assert piece.text.count("候选人名单") == 3
        assert "推选名额" not in piece.text
    rows = [line for piece in pieces for line in piece.text.split("\n") if line.startswith("| 第")]
    assert len(rows) == len(set(rows)) == 40


def test_a_markdown_table_of_names_and_values_keeps_its_lines(read: Read, settings: Settings) -> None:
    document = read("| 电话 | 010-1234567 |\n|---|---|\n| 邮箱 | a@b.cn |\n| 传真 | 010-7654321 |\n", "a.md")
    chunk = next(chunk for chunk in chunk_document(document, settings) if chunk.table)
    assert chunk.table is not None
    assert chunk.table.header_rows == 0
    places = [document.markdown[span.char_start : span.char_end] for span in chunk.spans]
    assert places[1:] == ["| 邮箱 | a@b.cn |", "| 传真 | 010-7654321 |"]


def test_a_unit_in_a_row_over_all_columns_is_that_of_the_table(read: Read) -> None:
    document = read(
        html("借款明细*3", "单位：万元*3", "银行 金额 利率", "白桦银行 100 3%", "青禾银行 200 4%"), "a.html"
    )
    table = next(block.table for block in document.blocks if block.table)
    assert (table.unit_hint, table.header_rows) == ("万元", 3)
    assert table.columns() == ["银行", "金额", "利率"]
