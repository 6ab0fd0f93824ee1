"""PDF with text, made on the spot."""

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from core.document import Document
from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.chunk import chunk_document

Read = Callable[[str | bytes, str], Document]
FONT = "STSong-Light"
pdfmetrics.registerFont(UnicodeCIDFont(FONT))
Draw = Callable[[Canvas], None]


def pdf(*pages: Draw) -> bytes:
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def write(canvas: Canvas, x: float, y: float, text: str, size: float = 11) -> None:
    canvas.setFont(FONT, size)
    canvas.drawString(x, y, text)


def grid(canvas: Canvas, top: float, rows: Sequence[Sequence[str]], width: float = 120, height: float = 22) -> None:
    columns = len(rows[0])
    for line in range(len(rows) + 1):
        canvas.line(60, top - line * height, 60 + columns * width, top - line * height)
    for line in range(columns + 1):
        canvas.line(60 + line * width, top, 60 + line * width, top - len(rows) * height)
    for number, row in enumerate(rows):
        for col, text in enumerate(row):
            write(canvas, 65 + col * width, top - number * height - 15, text)


FULL = "青禾公司为在本市门店购买商品的会员提供退货换货与保修服务并按照本手册规定"


def test_lines_become_paragraphs_and_large_print_headings(read: Read) -> None:
    def page(canvas: Canvas) -> None:
        write(canvas, 60, 780, "青禾售后手册", 22)
        write(canvas, 60, 740, "一 退货", 16)
        write(canvas, 82, 710, FULL[:-2])
        write(canvas, 60, 694, "的时限办理，逾期不予受理。")
        write(canvas, 82, 678, "另起一段的内容在这里。")

    document = read(pdf(page), "手册.pdf")
    assert document.title == "青禾售后手册"
    texts = [(block.kind, block.text) for block in document.blocks]
    assert texts[:2] == [("title", "青禾售后手册"), ("title", "一退货")]
    assert texts[2] == ("paragraph", FULL[:-2] + "的时限办理，逾期不予受理。")
    assert texts[3] == ("paragraph", "另起一段的内容在这里。")
    assert document.blocks[2].heading_path == ("一退货",)
    assert document.blocks[2].span.page == 1
    box = document.blocks[2].span.bbox
    assert box is not None
    assert 55 < box[0] < 65 and 110 < box[1] < 140


def test_furniture_is_removed_by_repetition(read: Read) -> None:
    def page(number: int) -> Draw:
        def draw(canvas: Canvas) -> None:
            write(canvas, 60, 815, "青禾公司内部资料")
            write(canvas, 60, 700, f"第{'一二三四'[number]}部分的正文，说明退货规则。")
            write(canvas, 280, 25, f"第 {number + 1} 页 共 4 页")

        return draw

    document = read(pdf(*(page(number) for number in range(4))), "a.pdf")
    assert "内部资料" not in document.markdown
    assert "共 4 页" not in document.markdown
    assert document.markdown.count("说明退货规则") == 4
    assert document.health.pages == 4


def test_a_table_over_a_page_break_is_one_with_one_header(read: Read, settings: Settings) -> None:
    rows = [[f"{n}级", f"{n * 100}元"] for n in range(1, 9)]

    def first(canvas: Canvas) -> None:
        write(canvas, 60, 780, "表1 会员年费")
        grid(canvas, 760, [["等级", "年费"], *rows[:4]])

    def second(canvas: Canvas) -> None:
        grid(canvas, 760, [["等级", "年费"], *rows[4:]])
        write(canvas, 60, 500, "以上为全部等级。")

    document = read(pdf(first, second), "a.pdf")
    (block,) = [block for block in document.blocks if block.table is not None]
    assert block.table is not None
    assert block.table.grid() == [["等级", "年费"], *rows]
    assert block.table.caption == "表1会员年费"
    assert block.span.page == 1 and block.span.bbox is not None
    chunk = next(chunk for chunk in chunk_document(document, settings) if chunk.kind == "table")
    assert chunk.text.count("表1会员年费") == 1


def test_a_continued_table_without_header(read: Read) -> None:
    data = pdf(
        lambda canvas: grid(canvas, 760, [["等级", "年费"], ["一级", "100元"]]),
        lambda canvas: grid(canvas, 760, [["二级", "200元"], ["三级", "300元"]]),
    )
    tables = [block.table for block in read(data, "a.pdf").blocks if block.table is not None]
    assert len(tables) == 1
    assert tables[0].grid()[1:] == [["一级", "100元"], ["二级", "200元"], ["三级", "300元"]]


def test_other_columns_make_another_table(read: Read) -> None:
    data = pdf(
        lambda canvas: grid(canvas, 760, [["等级", "年费"], ["一级", "100元"]]),
        lambda canvas: grid(canvas, 760, [["甲", "乙", "丙"], ["1", "2", "3"]]),
    )
    assert sum(block.table is not None for block in read(data, "a.pdf").blocks) == 2


def test_merged_cells_by_missing_lines(read: Read) -> None:
    def page(canvas: Canvas) -> None:
        for y in (760, 716, 694):
            canvas.line(60, y, 360, y)
        canvas.line(160, 738, 360, 738)
        for x in (60, 160, 360):
            canvas.line(x, 760, x, 694)
        canvas.line(260, 738, 260, 694)
        for x, y, text in (
            (65, 735, "地区"), (165, 745, "运费"), (165, 722, "首重"), (265, 722, "续重"),
            (65, 700, "华东"), (165, 700, "8元"), (265, 700, "2元"),
        ):  # fmt: skip
            write(canvas, x, y, text)

    table = read(pdf(page), "a.pdf").blocks[0].table
    assert table is not None
    assert table.columns() == ["地区", "运费 首重", "运费 续重"]
    assert table.grid()[2] == ["华东", "8元", "2元"]


def test_open_sided_tables_keep_their_outer_columns(read: Read) -> None:
    def page(canvas: Canvas) -> None:
        for y in (760, 738, 716):
            canvas.line(60, y, 420, y)
        for x in (180, 300):
            canvas.line(x, 760, x, 716)
        for number, row in enumerate((["等级", "年费", "折扣"], ["金卡", "200元", "8折"])):
            for col, text in enumerate(row):
                write(canvas, 65 + 120 * col, 745 - 22 * number, text)

    table = read(pdf(page), "a.pdf").blocks[0].table
    assert table is not None
    assert table.grid() == [["等级", "年费", "折扣"], ["金卡", "200元", "8折"]]


def test_two_columns_are_read_one_after_the_other(read: Read) -> None:
    def page(canvas: Canvas) -> None:
        for number in range(20):
            write(canvas, 50, 780 - 18 * number, f"左栏第{number}句说明退货的规则内容", 10)
            write(canvas, 320, 780 - 18 * number, f"右栏第{number}句说明换货的规则内容", 10)

    text = read(pdf(page), "a.pdf").markdown
    assert text.index("左栏第19句") < text.index("右栏第0句")


def test_a_paragraph_goes_on_over_a_page_break(read: Read) -> None:
    def first(canvas: Canvas) -> None:
        write(canvas, 60, 140, FULL)
        write(canvas, 60, 124, FULL)

    def second(canvas: Canvas) -> None:
        write(canvas, 60, 720, "的时限办理。")
        write(canvas, 82, 690, "下一段。")

    texts = [block.text for block in read(pdf(first, second), "a.pdf").blocks]
    assert texts == [FULL + FULL + "的时限办理。", "下一段。"]


def test_articles_are_told_apart(read: Read) -> None:
    def page(canvas: Canvas) -> None:
        write(canvas, 60, 760, "第一条 为规范退货，制定本办法。")
        write(canvas, 60, 744, "第二条 七日内可退。")

    assert [block.heading_path for block in read(pdf(page), "a.pdf").blocks] == [("第一条",), ("第二条",)]


def test_a_page_without_text_is_reported(read: Read) -> None:
    document = read(pdf(lambda c: write(c, 60, 700, "只有第一页有文字。"), lambda c: c.rect(50, 50, 200, 200)), "a.pdf")
    assert any("第 2 页" in warning for warning in document.warnings)
    assert document.health.pages_read == 0.5


@pytest.mark.parametrize("data", [pdf(lambda c: c.rect(50, 50, 200, 200)), b"%PDF-1.4\nbroken"])
def test_scanned_and_broken_files_are_refused(read: Read, data: Any) -> None:
    with pytest.raises(UnreadableFile) as caught:
        read(data, "扫描.pdf")
    assert caught.value.place == "扫描.pdf"
    assert caught.value.advice


def test_a_password_is_named() -> None:
    from reportlab.lib.pdfencrypt import StandardEncryption

    out = BytesIO()
    canvas = Canvas(out, encrypt=StandardEncryption("secret", canPrint=0))
    canvas.drawString(60, 700, "x")
    canvas.save()
    from ingestion.parse import parse_bytes

    with pytest.raises(UnreadableFile, match="password"):
        parse_bytes(out.getvalue(), source_name="锁.pdf", settings=Settings(_env_file=None))  # type: ignore[call-arg]
