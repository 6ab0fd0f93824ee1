"""Pictures inside office files."""

from io import BytesIO

import docx
import pptx
import pytest
from PIL import Image, ImageDraw, ImageFont

from core.settings import load_settings
from ingestion.parse import parse_bytes

pytest.importorskip("rapidocr")


def picture(text: str) -> BytesIO:
    image = Image.new("RGB", (900, 160), "white")
    ImageDraw.Draw(image).text((40, 50), text, fill="black", font=ImageFont.load_default(48))
    out = BytesIO()
    image.save(out, "PNG")
    return BytesIO(out.getvalue())


def word() -> bytes:
    package, out = docx.Document(), BytesIO()
    package.add_paragraph("扫描件如下：")
    for text in ("REFUND WITHIN 7 DAYS", "WARRANTY TWO YEARS", "REFUND WITHIN 7 DAYS"):
        package.add_picture(picture(text))
    package.save(out)
    return out.getvalue()


def test_text_in_pictures_of_a_document_is_read_in_place() -> None:
    document = parse_bytes(word(), source_name="a.docx", settings=load_settings())
    assert [block.kind for block in document.blocks] == ["paragraph", "image", "image", "image"]
    assert "REFUND" in document.blocks[1].text and "WARRANTY" in document.blocks[2].text
    assert document.blocks[1].text == document.blocks[3].text
    assert document.warnings == ()


def test_the_number_of_pictures_is_limited_and_what_was_left_is_reported() -> None:
    document = parse_bytes(word(), source_name="a.docx", settings=load_settings(ocr_pictures=1))
    assert [block.kind for block in document.blocks] == ["paragraph", "image", "image"]
    assert any("1 images without text" in warning for warning in document.warnings)
    off = parse_bytes(word(), source_name="a.docx", settings=load_settings(ocr_enabled=False))
    assert [block.kind for block in off.blocks] == ["paragraph"]
    assert any("3 images" in warning for warning in off.warnings)


def test_an_unsure_picture_on_a_slide_waits_for_review() -> None:
    deck, out = pptx.Presentation(), BytesIO()
    deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_picture(picture("WARRANTY TWO YEARS"), 0, 0)
    deck.save(out)
    document = parse_bytes(out.getvalue(), source_name="a.pptx", settings=load_settings(ocr_review_confidence=1.0))
    (block,) = document.blocks
    assert "WARRANTY" in block.text
    assert block.needs_review
    assert block.span.slide == 1


def test_the_author_s_words_come_before_what_is_written_in_the_picture() -> None:
    deck, out = pptx.Presentation(), BytesIO()
    shape = deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_picture(picture("FEE 8.50"), 0, 0)
    shape._element.nvPicPr.cNvPr.set("descr", "运费说明")
    deck.save(out)
    (block,) = parse_bytes(out.getvalue(), source_name="a.pptx", settings=load_settings()).blocks
    assert block.text.startswith("运费说明\n")
    assert "8.50" in block.text
