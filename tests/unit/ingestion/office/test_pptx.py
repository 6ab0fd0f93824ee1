"""PPTX: slides in order, shapes as a person reads them."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pptx
import pytest
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from core.document import Document
from core.errors import UnreadableFile

Read = Callable[[str | bytes, str], Document]


def saved(deck: Any) -> bytes:
    out = BytesIO()
    deck.save(out)
    return out.getvalue()


def box(shapes: Any, text: str, left: float, top: float, height: float = 0.5) -> Any:
    shape = shapes.add_textbox(Inches(left), Inches(top), Inches(2), Inches(height))
    shape.text_frame.text = text
    return shape


def texts(document: Document) -> list[str]:
    return [block.text for block in document.blocks]


def test_titles_lists_tables_and_notes_keep_their_slide(read: Read) -> None:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = "青禾售后"
    second = deck.slides.add_slide(deck.slide_layouts[1])
    second.shapes.title.text = "退货\v规则"
    frame = second.placeholders[1].text_frame
    frame.text = "七日内可退"
    for text, level in (("需要凭证", 1), ("运费自理", 0)):
        paragraph = frame.add_paragraph()
        paragraph.text, paragraph.level = text, level
    second.notes_slide.notes_text_frame.text = "会员免运费。"
    document = read(saved(deck), "售后.pptx")
    assert document.title == "青禾售后"
    assert [(block.kind, block.span.slide, block.heading_path) for block in document.blocks] == [
        ("title", 1, ()), ("title", 2, ()), ("list", 2, ("退货规则",)), ("paragraph", 2, ("退货规则",)),
    ]  # fmt: skip
    assert [(item.text, item.depth) for item in document.blocks[2].items] == [
        ("七日内可退", 0),
        ("需要凭证", 1),
        ("运费自理", 0),
    ]
    assert document.blocks[3].text == "备注：会员免运费。"
    assert document.health.pages == 2


def test_shapes_are_read_top_to_bottom_then_left_to_right(read: Read) -> None:
    deck = pptx.Presentation()
    shapes = deck.slides.add_slide(deck.slide_layouts[6]).shapes
    box(shapes, "丁", 1, 4)
    box(shapes, "丙", 5, 1.1)
    box(shapes, "乙", 1, 1.2)
    box(shapes, "甲", 3, 0.2)
    assert texts(read(saved(deck), "a.pptx")) == ["甲", "乙", "丙", "丁"]


def test_a_group_stays_together(read: Read) -> None:
    deck = pptx.Presentation()
    shapes = deck.slides.add_slide(deck.slide_layouts[6]).shapes
    box(shapes, "后", 1, 3)
    group = shapes.add_group_shape()
    box(group.shapes, "组二", 5, 2)
    box(group.shapes, "组一", 5, 1)
    box(shapes, "前", 1, 0.1)
    assert texts(read(saved(deck), "a.pptx")) == ["前", "组一", "组二", "后"]


def test_tables_with_merged_cells(read: Read) -> None:
    deck = pptx.Presentation()
    shapes = deck.slides.add_slide(deck.slide_layouts[6]).shapes
    table = shapes.add_table(3, 3, 0, 0, Inches(6), Inches(2)).table
    for row, line in enumerate([["地区", "运费", ""], ["", "首重", "续重"], ["华东", "8元", "2元"]]):
        for col, text in enumerate(line):
            table.cell(row, col).text = text
    table.cell(0, 0).merge(table.cell(1, 0))
    table.cell(0, 1).merge(table.cell(0, 2))
    (block,) = read(saved(deck), "a.pptx").blocks
    assert block.table is not None
    assert block.table.columns() == ["地区", "运费 首重", "运费 续重"]
    assert block.table.grid()[2] == ["华东", "8元", "2元"]


def test_the_data_of_a_chart_is_a_table(read: Read) -> None:
    deck = pptx.Presentation()
    data = CategoryChartData()
    data.categories = ["一月", "二月"]
    data.add_series("退货", (12, 8.5))
    data.add_series("换货", (3, None))
    shapes = deck.slides.add_slide(deck.slide_layouts[6]).shapes
    chart = shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, Inches(4), Inches(3), data).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "每月售后"
    document = read(saved(deck), "a.pptx")
    table = document.blocks[-1].table
    assert table is not None
    assert table.caption == "每月售后"
    assert table.grid() == [["", "退货", "换货"], ["一月", "12", "3"], ["二月", "8.5", ""]]


def test_numbered_paragraphs_show_their_numbers(read: Read) -> None:
    from lxml import etree

    deck = pptx.Presentation()
    frame = box(deck.slides.add_slide(deck.slide_layouts[6]).shapes, "申请", 1, 1).text_frame
    frame.add_paragraph().text = "审核"
    names = "http://schemas.openxmlformats.org/drawingml/2006/main"
    for paragraph in frame.paragraphs:
        etree.SubElement(paragraph._p.get_or_add_pPr(), f"{{{names}}}buAutoNum", type="ea1ChsPeriod", startAt="2")
    (block,) = read(saved(deck), "a.pptx").blocks
    assert [item.marker for item in block.items] == ["二.", "三."]


def test_a_slide_without_a_title_does_not_stand_under_the_one_before(read: Read) -> None:
    deck = pptx.Presentation()
    deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = "封面"
    deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = "退货"
    box(deck.slides.add_slide(deck.slide_layouts[6]).shapes, "与退货无关。", 1, 1)
    document = read(saved(deck), "a.pptx")
    assert "退货" not in document.blocks[-1].heading_path
    assert document.blocks[-1].span.slide == 3


def test_pictures_speak_through_their_description(read: Read) -> None:
    from PIL import Image

    picture = BytesIO()
    Image.new("RGB", (4, 4)).save(picture, "PNG")
    deck = pptx.Presentation()
    shapes = deck.slides.add_slide(deck.slide_layouts[6]).shapes
    for described in ("退货流程图", "", "image1.png"):
        shape = shapes.add_picture(picture, 0, 0)
        shape._element.nvPicPr.cNvPr.set("descr", described)
    document = read(saved(deck), "a.pptx")
    assert [(block.kind, block.text) for block in document.blocks] == [("image", "退货流程图")]
    assert any("2 images without text" in warning for warning in document.warnings)


def test_a_broken_presentation_is_refused(read: Read) -> None:
    deck = pptx.Presentation()
    box(deck.slides.add_slide(deck.slide_layouts[6]).shapes, "甲", 1, 1)
    import zipfile

    out = BytesIO()
    with zipfile.ZipFile(BytesIO(saved(deck))) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, b"<broken" if name == "ppt/presentation.xml" else old.read(name))
    with pytest.raises(UnreadableFile, match="cannot be opened"):
        read(out.getvalue(), "a.pptx")
