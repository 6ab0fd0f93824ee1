"""Pages read by OCR: rendered, recognised, and put back into points."""

from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

_SCALE = 200 / 72
_LONGEST_SIDE = 3000
# The box that OCR draws is looser than the print in it.
_PRINT = 0.8
_CLEARLY_LARGER = 1.4


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

    found = [(line, [value / scale for value in line.bbox]) for line in recognise(image)]
    usual = _PRINT * median([box[3] - box[1] for _, box in found]) if found else 0.0
    return ScannedPage(tuple(_word(line.text, box, line.confidence, usual) for line, box in found))


def _word(text: str, box: list[float], confidence: float, usual: float) -> dict[str, Any]:
    left, top, right, bottom = box
    size = _PRINT * (bottom - top)
    # Boxes of equal print differ with its ascenders; only a clear difference is another size.
    size = usual if size < _CLEARLY_LARGER * usual else size
    return {
        "text": text, "x0": left, "top": top, "x1": right, "bottom": bottom,
        "size": size, "fontname": "", "upright": True, "confidence": confidence,
    }  # fmt: skip
