"""Scanned pages, read by the OCR model."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from reportlab.pdfgen.canvas import Canvas

from core.document import Document
from core.settings import Settings
from ingestion.ocr import recognise
from ingestion.parse import parse_bytes
from ingestion.sandbox import parse_isolated

Read = Callable[[str | bytes, str], Document]
LINES = ("Returns are accepted within 7 days.", "The buyer pays for postage.")


@pytest.fixture(scope="module")
def scan(printer) -> bytes:  # type: ignore[no-untyped-def]
    def page(canvas: Canvas) -> None:
        for number, text in enumerate(LINES):
            printer.write(canvas, 60, 700 - 60 * number, text, 16, "Helvetica")

    return printer.pdf(printer.picture(printer.pdf(page)))  # type: ignore[no-any-return]


def test_scanned_pages_are_read_with_boxes_and_confidence(scan: bytes, read: Read) -> None:
    document = read(scan, "scan.pdf")
    assert [block.text for block in document.blocks] == list(LINES)
    box = document.blocks[0].span.bbox
    assert box is not None and abs(box[0] - 60) < 8 and abs(box[3] - 146) < 8
    assert document.health.ocr_confidence is not None and document.health.ocr_confidence > 0.8
    assert any("OCR" in warning for warning in document.warnings)
    assert not any(block.needs_review for block in document.blocks)


def test_lines_the_model_is_not_sure_of_wait_for_review(scan: bytes, settings: Settings) -> None:
    strict = settings.model_copy(update={"ocr_review_confidence": 1.0})
    document = parse_bytes(scan, source_name="scan.pdf", settings=strict)
    assert all(block.needs_review for block in document.blocks)


def test_a_page_whose_fonts_are_broken_is_read_as_a_picture(printer, read: Read) -> None:  # type: ignore[no-untyped-def]
    show = printer.picture(printer.pdf(lambda c: printer.write(c, 60, 700, LINES[0], 16, "Helvetica")))

    def page(canvas: Canvas) -> None:
        show(canvas)
        # An invisible layer of characters the font does not have, as a bad scanner adds.
        layer = canvas.beginText(60, 700)
        layer.setFont("STSong-Light", 16)
        layer.setTextRenderMode(3)
        layer.textOut("\ue041\ue042\ue043\ue044" * 8)
        canvas.drawText(layer)

    document = read(printer.pdf(page), "a.pdf")
    assert document.markdown == LINES[0]


def test_the_child_process_can_read_a_scan(scan: bytes, settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(scan)
    document = parse_isolated(path, settings=settings)
    assert [block.text for block in document.blocks] == list(LINES)


def test_an_empty_picture_has_no_lines() -> None:
    assert recognise(np.full((200, 300, 3), 255, dtype=np.uint8)) == ()


def test_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="RGB"):
        recognise(np.zeros((10, 10), dtype=np.uint8))


def test_chinese_lines_and_upright_ones(shared_data: Path) -> None:
    from PIL import Image

    path = shared_data / "documents" / "chatchat_ocr" / "samples" / "ocr_test.jpg"
    if not path.exists():
        pytest.skip("the sample picture is not here")
    lines = recognise(np.asarray(Image.open(path).convert("RGB")))
    assert {"横向文本框", "竖向文本框"} <= {line.text for line in lines}
