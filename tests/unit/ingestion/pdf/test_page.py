"""What stands on a page beside its text: watermarks, contents, footnotes, sideways print, broken fonts."""

from collections.abc import Callable

import pytest
from reportlab.pdfgen.canvas import Canvas

from core.document import Document
from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.parse import parse_bytes
from ingestion.parsers.pdf.garble import bad_share, is_garbled

Read = Callable[[str | bytes, str], Document]


def test_slanted_and_repeated_large_print_is_a_watermark(printer, read: Read) -> None:  # type: ignore[no-untyped-def]
    def page(number: int) -> Callable[[Canvas], None]:
        def draw(canvas: Canvas) -> None:
            canvas.saveState()
            canvas.translate(300, 400)
            canvas.rotate(45)
            printer.write(canvas, -100, 0, "内部资料", 40)
            canvas.restoreState()
            printer.write(canvas, 150, 300, "样稿勿传", 36)
            for line in range(8):
                printer.write(canvas, 60, 640 - 20 * line, f"第{'甲乙丙丁'[number]}部分第{line}句说明退货规则。")

        return draw

    text = read(printer.pdf(*map(page, range(4))), "a.pdf").markdown
    assert "内部" not in text and "样稿" not in text
    assert text.count("说明退货规则") == 32


def test_print_doubled_to_look_bold_is_read_once(printer, read: Read) -> None:  # type: ignore[no-untyped-def]
    def page(canvas: Canvas) -> None:
        for shift in (0, 0.3, 0.6):
            printer.write(canvas, 60 + shift, 700, "退货退货须知。llll 1111")

    assert read(printer.pdf(page), "a.pdf").markdown == "退货退货须知。llll 1111"


@pytest.mark.parametrize("leader", ["." * 40, "…" * 12, " " * 20])
def test_contents_are_kept_out_and_noted(printer, read: Read, leader: str) -> None:  # type: ignore[no-untyped-def]
    def contents(canvas: Canvas) -> None:
        printer.write(canvas, 250, 760, "目　录", 16)
        for number, name in enumerate(("总则", "退货", "换货", "保修", "附则")):
            printer.write(canvas, 60, 720 - 20 * number, f"第{'一二三四五'[number]}章 {name}{leader}{number * 3 + 1}")

    def body(canvas: Canvas) -> None:
        printer.write(canvas, 60, 700, "退货应当在七日内办理。")

    document = read(printer.pdf(contents, body), "a.pdf")
    assert [block.text for block in document.blocks] == ["退货应当在七日内办理。"]
    assert any("目录" in warning and "第 1 页" in warning for warning in document.warnings)


def test_footnotes_follow_the_paragraph_that_cites_them(printer, read: Read) -> None:  # type: ignore[no-untyped-def]
    def page(canvas: Canvas) -> None:
        printer.write(canvas, 60, 720, "会员可在十五日内退货")
        printer.write(canvas, 171, 725, "1", 6)
        printer.write(canvas, 176, 720, "，非会员为七日。")
        printer.write(canvas, 60, 680, "运费由买家承担②。")
        printer.write(canvas, 60, 640, "第三段没有注释，单价为12元。")
        printer.write(canvas, 60, 90, "1 自签收之日起算，遇节假日", 8)
        printer.write(canvas, 68, 79, "顺延。", 8)
        printer.write(canvas, 60, 64, "② 偏远地区另计。", 8)

    blocks = read(printer.pdf(page), "a.pdf").blocks
    assert [block.kind for block in blocks] == ["paragraph", "footnote", "paragraph", "footnote", "paragraph"]
    assert blocks[0].text == "会员可在十五日内退货[1]，非会员为七日。"
    assert blocks[1].text.endswith("遇节假日顺延。")
    assert "偏远" in blocks[3].text


def test_small_print_that_nothing_cites_is_no_footnote(printer, read: Read) -> None:  # type: ignore[no-untyped-def]
    def page(canvas: Canvas) -> None:
        for line in range(6):
            printer.write(canvas, 60, 720 - 20 * line, f"第{line}句说明退货规则。")
        printer.write(canvas, 60, 200, "1 号店地址：云杉市青禾路。", 8)

    assert all(block.kind == "paragraph" for block in read(printer.pdf(page), "a.pdf").blocks)


@pytest.mark.parametrize("angle", [90, -90])
def test_sideways_tables_are_read_and_their_boxes_are_on_the_paper(  # type: ignore[no-untyped-def]
    printer, read: Read, angle: int
) -> None:
    rows = [["等级", "年费", "折扣"], *[[f"{n}级", f"{n * 100}元", f"{n}折"] for n in range(1, 7)]]

    def page(canvas: Canvas) -> None:
        canvas.translate(*((595, 0) if angle == 90 else (0, 842)))
        canvas.rotate(angle)
        printer.grid(canvas, 500, rows)

    (block,) = read(printer.pdf(page), "a.pdf").blocks
    assert block.table is not None and block.table.grid() == rows
    box = block.span.bbox
    # In the turned drawing the table spans x 60–420 and y 346–500.
    truth = (95, 422, 249, 782) if angle == 90 else (346, 60, 500, 420)
    assert box is not None and max(abs(a - b) for a, b in zip(box, truth, strict=True)) <= 3, box


def test_a_heading_between_the_parts_of_a_table_that_says_continued(printer, read: Read) -> None:  # type: ignore[no-untyped-def]
    head = ["等级", "年费"]

    def second(canvas: Canvas) -> None:
        printer.write(canvas, 60, 720, "续表1")
        printer.grid(canvas, 710, [head, ["三级", "300元"]])

    data = printer.pdf(lambda canvas: printer.grid(canvas, 700, [head, ["一级", "100元"], ["二级", "200元"]]), second)
    (block,) = read(data, "a.pdf").blocks
    assert block.table is not None
    assert block.table.grid() == [head, ["一级", "100元"], ["二级", "200元"], ["三级", "300元"]]


@pytest.mark.parametrize(
    ("text", "garbled"),
    [
        ("(cid:12)(cid:99)" * 20, True),
        ("退货\ue041\ue042\ue043" * 10, True),
        ("ᚠᚢᚦᚨᚱᚲ" * 10, True),
        ("䇠䋠䏠䓠" * 10, True),
        ("兹證明退貨應於簽收後七日內辦理，運費由買家負擔。", False),
        ("自签收之日起七日内可以退货，运费由买家承担。" * 2, False),
        ("Returns are accepted within 7 days — “as is”, €12.50." * 2, False),
        ("\ue041\ue042", False),
    ],
)
def test_garbled_text_is_known(text: str, garbled: bool) -> None:
    assert is_garbled(text) is garbled


def test_bad_share_counts_glyphs() -> None:
    assert bad_share("(cid:7)abc") == 0.25
    assert bad_share("") == 0.0


def test_a_page_with_broken_fonts_is_reported_when_ocr_is_off(printer, settings: Settings) -> None:  # type: ignore[no-untyped-def]
    # The font has no such characters, so what is read back is anything.
    data = printer.pdf(
        lambda canvas: printer.write(canvas, 60, 700, "\ue041\ue042\ue043\ue044" * 8),
        lambda canvas: printer.write(canvas, 60, 700, "第二页可以读。"),
    )
    off = settings.model_copy(update={"ocr_enabled": False, "health_garbled": 1.0})
    document = parse_bytes(data, source_name="a.pdf", settings=off)
    assert any("乱码" in warning for warning in document.warnings)
    assert document.health.pages_read == 0.5


def test_a_scan_is_refused_with_advice_when_ocr_is_off(printer, settings: Settings) -> None:  # type: ignore[no-untyped-def]
    data = printer.pdf(lambda canvas: canvas.rect(50, 50, 200, 200))
    off = settings.model_copy(update={"ocr_enabled": False})
    with pytest.raises(UnreadableFile, match="OCR is switched off") as caught:
        parse_bytes(data, source_name="扫描.pdf", settings=off)
    assert "OCR_ENABLED" in caught.value.advice
