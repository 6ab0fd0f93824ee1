"""Charts: frames with lines and text in rows that are no tables."""

import itertools
from collections.abc import Sequence
from typing import Any

from ingestion.parsers.pdf.line import Box
from ingestion.parsers.pdf.stack import words_in

Word = dict[str, Any]
_LARGE = 10.0
_THICK = 3.0


def is_chart(page: Any, box: Box, words: Sequence[Word]) -> bool:
    """Return whether what is drawn in ``box`` is a chart: curves, slanted lines, or bars without text on them.

    Args:
        page: A pdfplumber page.
        box: (x0, top, x1, bottom) in points.
        words: The words in ``box``.
    """
    inner = [item for item in (*page.lines, *page.curves) if _inside(item, box)]
    if sum(_slanted(item) for item in inner) >= 2:
        return True
    areas = [
        item
        for item in page.rects
        if item.get("fill") and min(_wide(item), _high(item)) > _THICK and _inside(item, box)
    ]
    bare = [item for item in areas if not words_in(words, (item["x0"], item["top"], item["x1"], item["bottom"]), 0)]
    return len(bare) >= 4 and 2 * len(bare) > len(areas) and _are_bars(bare)


def _are_bars(areas: Sequence[dict[str, Any]]) -> bool:
    """Return whether the lengths of ``areas`` differ as bars do; empty cells with a background come in few sizes."""
    sizes = [{round(size(item)) for item in areas} for size in (_wide, _high)]
    return any(len(distinct) >= 0.6 * len(areas) for distinct in sizes)


def _slanted(item: dict[str, Any]) -> bool:
    """Return whether ``item`` is large enough to mean something and leaves the level and the upright."""
    if _wide(item) <= 2 or _high(item) <= 2 or max(_wide(item), _high(item)) <= _LARGE:
        return False
    points = item.get("pts") or []
    return any(abs(a[0] - b[0]) > 1 and abs(a[1] - b[1]) > 1 for a, b in itertools.pairwise(points))


def _wide(item: dict[str, Any]) -> float:
    return float(item["x1"] - item["x0"])


def _high(item: dict[str, Any]) -> float:
    return float(item["bottom"] - item["top"])


def _inside(item: dict[str, Any], box: Box) -> bool:
    x, y = (item["x0"] + item["x1"]) / 2, (item["top"] + item["bottom"]) / 2
    return bool(box[0] - 2 <= x <= box[2] + 2 and box[1] - 2 <= y <= box[3] + 2)
