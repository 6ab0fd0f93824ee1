"""Pictures of text."""

from io import BytesIO

import pytest
from PIL import Image, ImageDraw, ImageFont

from core.errors import UnreadableFile
from core.settings import load_settings
from ingestion.parse import parse_bytes

pytest.importorskip("rapidocr")


def picture(*lines: str, kind: str = "PNG", mode: str = "RGB", turned: bool = False) -> bytes:
    image = Image.new(mode, (900, 120 + 90 * len(lines)), (255, 255, 255, 0)[: len(mode)])
    pen = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        pen.text((60, 50 + 90 * number), line, fill=(0, 0, 0, 255)[: len(mode)], font=ImageFont.load_default(48))
    out = BytesIO()
    exif = Image.Exif()
    if turned:
        image = image.rotate(90, expand=True)
        exif[0x0112] = 6
    image.save(out, kind, **({"exif": exif} if turned else {}))
    return out.getvalue()


def test_lines_are_read_with_their_place() -> None:
    document = parse_bytes(picture("REFUND WITHIN 7 DAYS", "FEE 8.50"), source_name="a.png", settings=load_settings())
    text = " ".join(block.text for block in document.blocks).replace("\n", " ")
    assert "REFUND" in text and "8.50" in text
    box = document.blocks[0].span.bbox
    assert box is not None and 40 < box[0] < 80 and 30 < box[1] < 110 and box[2] > 400
    assert document.parser == "ocr"
    assert document.health.ocr_confidence is not None and document.health.ocr_confidence > 0.8
    assert not any(block.needs_review for block in document.blocks)


def test_below_the_threshold_a_block_waits_for_review() -> None:
    settings = load_settings(ocr_review_confidence=1.0)
    document = parse_bytes(picture("REFUND WITHIN 7 DAYS"), source_name="a.png", settings=settings)
    assert all(block.needs_review for block in document.blocks)
    assert any("wait for review" in warning for warning in document.warnings)


@pytest.mark.parametrize("turned", [False, True])
def test_jpeg_also_when_the_camera_was_turned(turned: bool) -> None:
    data = picture("WARRANTY TWO YEARS", kind="JPEG", turned=turned)
    assert "WARRANTY" in parse_bytes(data, source_name="a.jpg", settings=load_settings()).markdown


def test_dark_text_on_nothing() -> None:
    data = picture("WARRANTY TWO YEARS", mode="RGBA")
    assert "WARRANTY" in parse_bytes(data, source_name="a.png", settings=load_settings()).markdown


def test_a_picture_without_text_and_a_broken_one_are_refused() -> None:
    with pytest.raises(UnreadableFile, match="no text was found"):
        parse_bytes(picture(), source_name="a.png", settings=load_settings())
    with pytest.raises(UnreadableFile, match="cannot be read") as caught:
        parse_bytes(picture("X")[:60], source_name="b.png", settings=load_settings())
    assert caught.value.place == "b.png"
