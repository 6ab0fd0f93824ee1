"""Pages read by OCR: rendered, recognised, and put back into points."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

_SCALE = 200 / 72
_LONGEST_SIDE = 3000


@dataclass(frozen=True, slots=True)
class ScannedPage:
    """The recognised lines of a page as words in points; each has ``confidence``, 0–1."""

    words: tuple[dict[str, Any], ...]


def render(pdf: Any, number: int) -> tuple[NDArray[np.uint8], float]:
    """Return page ``number`` (from 1) of a pypdfium2 document as RGB pixels (height, width, 3), and pixels a point."""
    page = pdf[number - 1]
    try:
        scale = min(_SCALE, _LONGEST_SIDE / max(page.get_size()))
        picture = page.render(scale=scale).to_pil().convert("RGB")
        return np.asarray(picture, dtype=np.uint8), scale
    finally:
        page.close()


def scan_page(image: NDArray[np.uint8], scale: float) -> ScannedPage:
    """Return the lines OCR reads in ``image``; a page of one colour is not even tried."""
    if int(image.max()) - int(image.min()) < 30:
        return ScannedPage(())
    from ingestion.ocr import recognise

    words = []
    for line in recognise(image):
        left, top, right, bottom = (value / scale for value in line.bbox)
        # The box that OCR draws is looser than the print in it.
        size = (bottom - top) * 0.8
        words.append(
            {
                "text": line.text, "x0": left, "top": top, "x1": right, "bottom": bottom,
                "size": size, "fontname": "", "upright": True, "confidence": line.confidence,
            }
        )  # fmt: skip
    return ScannedPage(tuple(words))
