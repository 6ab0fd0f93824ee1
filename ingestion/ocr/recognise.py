"""Lines of text in an image, each with how sure the model is of it."""

import os
import threading
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Below this the model mostly reads specks and pictures; what lies between it and the review threshold is kept.
_LEAST_CONFIDENCE = 0.3
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class OcrLine:
    """One recognised line.

    ``confidence`` is 0–1; ``bbox`` is (x0, top, x1, bottom) in pixels of the image, origin at its top left corner.
    """

    text: str
    confidence: float
    bbox: tuple[float, float, float, float]


def recognise(image: NDArray[np.uint8]) -> tuple[OcrLine, ...]:
    """Return the lines of text in ``image``, top to bottom, then left to right; empty when there is none.

    The model is loaded at the first call (about a second) and shared; calls from several threads wait for each other.

    Args:
        image: RGB pixels, shape (height, width, 3), 0–255.

    Raises:
        ValueError: The array has another shape.
    """
    if image.ndim != 3 or image.shape[2] != 3:
        raise ValueError(f"an RGB image has the shape (height, width, 3), not {image.shape}")
    with _lock:
        # The model was trained on images whose channels are stored blue first.
        found = _engine()(np.ascontiguousarray(image[:, :, ::-1]))
    if found.boxes is None or found.txts is None or found.scores is None:
        return ()
    lines = [
        OcrLine(text.strip(), round(float(score), 4), _around(box))
        for box, text, score in zip(found.boxes, found.txts, found.scores, strict=True)
        if text.strip()
    ]
    return tuple(sorted(lines, key=lambda line: (line.bbox[1], line.bbox[0])))


def _around(corners: NDArray[np.float64]) -> tuple[float, float, float, float]:
    left, top = corners.min(axis=0)
    right, bottom = corners.max(axis=0)
    return (round(float(left), 1), round(float(top), 1), round(float(right), 1), round(float(bottom), 1))


@lru_cache(maxsize=1)
def _engine() -> Any:
    from rapidocr import RapidOCR

    threads = int(os.environ.get("OMP_NUM_THREADS") or -1)
    return RapidOCR(
        params={
            "Global.log_level": "error",
            "Global.text_score": _LEAST_CONFIDENCE,
            "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        }
    )
