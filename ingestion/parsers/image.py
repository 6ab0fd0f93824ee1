"""Pictures of text: read by OCR, every line with how sure the model is."""

from dataclasses import replace
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.document import Span
from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.parsed import Parsed

_LARGEST_PIXELS = 60_000_000
_GAP = 1.2


def parse(data: bytes, source_name: str, settings: Settings) -> Parsed:
    """Read the text in a picture; blocks hold lines that stand close together, places are in pixels.

    A block with a line the model is less sure of than ``settings.ocr_review_confidence`` waits for review.

    Raises:
        UnreadableFile: The picture is broken or too large, or has no text, or OCR is switched off.
    """
    if not settings.ocr_enabled:
        raise UnreadableFile("OCR is switched off", place=source_name, advice="set DIANMIAN_OCR_ENABLED=true")
    from ingestion.ocr import recognise

    builder = DocumentBuilder("ocr")
    pictures = frames(data, source_name)
    confidences: list[float] = []
    read = 0
    for page, frame in enumerate(pictures, 1):
        lines = recognise(frame)
        read += bool(lines)
        confidences += [line.confidence for line in lines]
        for group in _groups(lines):
            _add(builder, group, page if len(pictures) > 1 else None, settings.ocr_review_confidence)
    if not confidences:
        raise UnreadableFile(
            "图片中没有识别出文字 / no text was found in the picture", place=source_name, advice="use a sharper picture"
        )
    unsure = sum(1 for confidence in confidences if confidence < settings.ocr_review_confidence)
    if unsure:
        builder.warn(f"{unsure} 行识别不确定，待审核 / {unsure} lines are uncertain and wait for review")
    parsed = builder.finish(pages=len(pictures), pages_read=read / len(pictures))
    return replace(parsed, ocr_confidence=sum(confidences) / len(confidences))


def frames(data: bytes, source_name: str) -> list[NDArray[np.uint8]]:
    """Return the pictures of a file as RGB arrays (height, width, 3), turned as the camera says.

    Raises:
        UnreadableFile: The picture is broken or too large.
    """
    from PIL import Image, ImageOps, ImageSequence

    Image.MAX_IMAGE_PIXELS = _LARGEST_PIXELS
    try:
        with Image.open(BytesIO(data)) as picture:
            width, height = picture.size
            if width * height > _LARGEST_PIXELS:
                raise ValueError(f"{width} × {height} pixels are too many")
            pages = ImageSequence.Iterator(picture) if picture.format == "TIFF" else (picture,)
            return [np.asarray(_flat(ImageOps.exif_transpose(page) or page), dtype=np.uint8) for page in pages]
    except Exception as error:
        raise UnreadableFile(
            f"the picture cannot be read: {error}"[:300], place=source_name, advice="save it again as PNG"
        ) from error


def _flat(picture: Any) -> Any:
    """Return a picture without transparency: dark text on nothing would else be black on black."""
    from PIL import Image

    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        layered = picture.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", layered.size, "white"), layered).convert("RGB")
    return picture.convert("RGB")


def _groups(lines: Any) -> list[list[Any]]:
    """Join lines that follow one another closely and begin near the same edge."""
    groups: list[list[Any]] = []
    for line in lines:
        last = groups[-1][-1] if groups else None
        if last is not None and _goes_on(last.bbox, line.bbox):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _goes_on(above: tuple[float, ...], below: tuple[float, ...]) -> bool:
    height = min(above[3] - above[1], below[3] - below[1])
    close = below[1] - above[3] < height * _GAP
    similar = max(above[3] - above[1], below[3] - below[1]) < height * 1.6
    overlap = min(above[2], below[2]) - max(above[0], below[0]) > 0
    return close and similar and overlap


def _add(builder: DocumentBuilder, group: list[Any], page: int | None, least: float) -> None:
    boxes = [line.bbox for line in group]
    bbox = (
        min(box[0] for box in boxes), min(box[1] for box in boxes),
        max(box[2] for box in boxes), max(box[3] for box in boxes),
    )  # fmt: skip
    text = "\n".join(line.text for line in group)
    review = any(line.confidence < least for line in group)
    builder.other("paragraph", text, Span(page=page, bbox=bbox), needs_review=review)
