"""The builder keeps text and offsets together."""

from hypothesis import given
from hypothesis import strategies as st

from core.document import Cell, ListItem, Span, Table
from ingestion.builder import DocumentBuilder, clean_text
from ingestion.table_markdown import row_spans, table_markdown

TEXT = st.text(min_size=1, max_size=30)


@given(
    st.lists(st.tuples(st.sampled_from(["title", "paragraph", "list", "code", "record", "table"]), TEXT), max_size=8)
)
def test_every_block_slices_back(parts: list[tuple[str, str]]) -> None:
    builder = DocumentBuilder("test")
    for kind, text in parts:
        if kind == "title":
            builder.title(text, 2)
        elif kind == "paragraph":
            builder.paragraph(text)
        elif kind == "list":
            builder.list([ListItem("-", text), ListItem("1.", text, 1)])
        elif kind == "code":
            builder.code(text)
        elif kind == "record":
            builder.record((("答案", text),))
        else:
            builder.table(Table((Cell("列", 0, 0), Cell(text, 1, 0))))
    parsed = builder.finish()
    for block in parsed.blocks:
        assert parsed.markdown[block.span.char_start : block.span.char_end] == block.text
    parsed.markdown.encode()


def test_place_is_kept_and_blank_text_ignored() -> None:
    builder = DocumentBuilder("test")
    builder.paragraph(" \n ")
    builder.paragraph(" 甲 ", Span(page=3, bbox=(1.0, 2.0, 3.0, 4.0)))
    (block,) = builder.finish().blocks
    assert (block.text, block.span) == ("甲", Span(0, 1, page=3, bbox=(1.0, 2.0, 3.0, 4.0)))


def test_clean_text_drops_what_cannot_be_stored() -> None:
    assert clean_text("甲\x00\ud800\r\n乙\ufeff ") == "甲\n乙"


def test_code_fence_outgrows_its_content() -> None:
    builder = DocumentBuilder("test")
    builder.code("a\n```\nb")
    assert builder.finish().markdown.startswith("````\n")


TABLE = Table(
    (
        Cell("地区", 0, 0, 2, 1), Cell("运费", 0, 1, 1, 2), Cell("首重", 1, 1), Cell("续|重", 1, 2),
        Cell("华东", 2, 0, 2, 1), Cell("8元", 2, 1), Cell("2\n元", 2, 2), Cell("9元", 3, 1), Cell("3元", 3, 2),
    ),
    header_rows=2,
    source_rows=(4, 5, 6, 7),
)  # fmt: skip


def test_table_markdown_joins_headers_and_repeats_merged_cells() -> None:
    assert table_markdown(TABLE).split("\n") == [
        "| 地区 | 运费 首重 | 运费 续\\|重 |",
        "| --- | --- | --- |",
        "| 华东 | 8元 | 2<br>元 |",
        "| 华东 | 9元 | 3元 |",
    ]


def test_row_spans_point_at_the_line_of_each_row() -> None:
    builder = DocumentBuilder("test")
    builder.paragraph("前")
    builder.table(TABLE, Span(sheet="价"))
    parsed = builder.finish()
    spans = row_spans(parsed.blocks[1])
    span = spans[3]
    assert parsed.markdown[span.char_start : span.char_end] == "| 华东 | 9元 | 3元 |"
    assert (span.sheet, span.row) == ("价", 7)
    assert spans[0].char_end == parsed.blocks[1].span.char_end
