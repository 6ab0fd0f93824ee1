"""Tables are cut between rows."""

import json
from collections.abc import Callable

from core.document import Block, Cell, Document, Span, Table
from core.settings import Settings
from ingestion.chunk import chunk_document
from ingestion.cutting.table import SAME_ROW
from ingestion.cutting.table_rows import TableRows
from ingestion.parse import parse_bytes

Read = Callable[[str | bytes, str], Document]


def markdown_table(rows: int, width: int = 20) -> str:
    lines = [f"| {n:03d} | {'说明' * width} | {n}元 |" for n in range(rows)]
    return "\n".join(["| 编号 | 说明 | 价格 |", "|---|---|---|", *lines])


def test_a_small_table_is_one_chunk_with_title_caption_and_header(read: Read, settings: Settings) -> None:
    document = read("# 价目\n\n## 茶\n\n表1 茶叶（单位：元）\n\n| 品名 | 价格 |\n|---|---|\n| 绿茶 | 12 |\n", "a.md")
    (chunk,) = chunk_document(document, settings)
    assert chunk.kind == "table"
    assert chunk.text == "价目\n表1 茶叶（单位：元）\n\n| 品名 | 价格 |\n| --- | --- |\n| 绿茶 | 12 |"
    assert chunk.embedding_text == "价目 > 茶\n表1 茶叶（单位：元）\n品名：绿茶；价格：12"
    assert chunk.table_rows == (2,)
    (span,) = chunk.spans
    assert document.markdown[span.char_start : span.char_end] == "| 绿茶 | 12 |"


def test_rows_are_grouped_whole_and_each_once(read: Read, settings: Settings) -> None:
    chunks = chunk_document(read(markdown_table(40), "清单.md"), settings)
    assert len(chunks) > 3
    seen = [line for chunk in chunks for line in chunk.text.split("\n") if line.startswith("| 0")]
    assert len(seen) == len(set(seen)) == 40
    for chunk in chunks:
        assert len(chunk.text) <= settings.chunk_size
        assert "| 编号 | 说明 | 价格 |" in chunk.text
        assert chunk.table is not None
        assert chunk.table.columns() == ["编号", "说明", "价格"]


def test_a_row_over_the_size_stands_alone_uncut(read: Read, settings: Settings) -> None:
    chunks = chunk_document(read(markdown_table(3, width=400), "清单.md"), settings)
    assert [len(chunk.table_rows) for chunk in chunks] == [1, 1, 1]
    assert all("说明" * 400 in chunk.text for chunk in chunks)


def test_a_row_over_the_hard_limit_is_cut_by_cell(read: Read, settings: Settings) -> None:
    long = "很长的说明文字。" * 700
    text = f"| 编号 | 甲 | 乙 | 丙 |\n|---|---|---|---|\n| A1 | {long} | {long} | 短 |\n"
    chunks = chunk_document(read(text, "清单.md"), settings)
    assert len(chunks) > 1
    assert all("| A1 |" in chunk.text for chunk in chunks)
    assert all(SAME_ROW in chunk.text for chunk in chunks[1:]) and SAME_ROW not in chunks[0].text
    assert all(len(chunk.text) <= settings.chunk_hard_limit for chunk in chunks)
    assert sum(chunk.text.count("很长的说明文字。") for chunk in chunks) == 1400
    assert sum("| 短 |" in chunk.text for chunk in chunks) == 1


def test_rows_under_one_merged_cell_stay_together(read: Read, settings: Settings) -> None:
    rows = "".join(
        f"<tr><td rowspan=2>地区{n}</td><td>{'首重说明' * 12}</td></tr><tr><td>{'续重说明' * 12}</td></tr>"
        for n in range(12)
    )
    document = read(f"<html><body><table><tr><th>地区</th><th>说明</th></tr>{rows}</table></body></html>", "a.html")
    chunks = chunk_document(document, settings)
    assert len(chunks) > 2
    for chunk in chunks:
        assert len(chunk.table_rows) % 2 == 0
        assert chunk.table is not None
        assert all(cell.row_span == 2 for cell in chunk.table.cells if cell.text.startswith("地区") and cell.row)


def test_selecting_rows_clips_merged_cells() -> None:
    table = Table(
        (Cell("列", 0, 0), Cell("值", 0, 1), Cell("甲", 1, 0, 3, 1), *(Cell(str(n), n, 1) for n in (1, 2, 3)))
    )
    part = TableRows(Block("table", "", Span(), table=table)).select([2, 3])
    assert part.grid() == [["列", "值"], ["甲", "2"], ["甲", "3"]]
    assert part.cells[2] == Cell("甲", 1, 0, 2, 1)


def test_a_table_between_paragraphs_is_its_own_chunk(read: Read, settings: Settings) -> None:
    text = f"## 费用\n\n{'前文说明。' * 10}\n\n| 甲 | 乙 |\n|---|---|\n| 1 | 2 |\n\n{'后文说明。' * 10}"
    assert [chunk.kind for chunk in chunk_document(read(text, "a.md"), settings)] == ["prose", "table", "prose"]


def test_one_large_table_leaves_the_prose_alone(read: Read, settings: Settings) -> None:
    before = chunk_document(read("第一条 说明内容。\n\n第二条 说明内容。\n", "a.md"), settings)
    after = chunk_document(read(f"第一条 说明内容。\n\n{markdown_table(300)}\n\n第二条 说明内容。\n", "a.md"), settings)
    assert {chunk.id for chunk in before} <= {chunk.id for chunk in after}


def test_long_inputs_are_cut(settings: Settings) -> None:
    table = "编号,名称,价格\n" + "".join(f"{n:06d},商品名称{n},{n}元\n" for n in range(20_000))
    prose = "\n\n".join(f"退货说明第{n}段，七日内办理。" for n in range(20_000))
    records = json.dumps([{"名称": f"商品{n}", "价格": n} for n in range(20_000)])
    for name, text in (("a.csv", table), ("a.txt", prose), ("a.json", records)):
        document = parse_bytes(text.encode(), source_name=name, settings=settings)
        assert len(chunk_document(document, settings)) > 600
