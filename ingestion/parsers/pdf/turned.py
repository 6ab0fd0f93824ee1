"""Pages whose text is printed sideways: turned until it reads from left to right."""

from collections import Counter
from typing import Any

from ingestion.parsers.pdf.line import Box


def turned_upright(page: Any) -> Any:
    """Return a pdfplumber page on which most text is level: ``page`` itself, or the same page turned."""
    directions = Counter(_direction(char["matrix"]) for char in page.chars)
    turn = directions.most_common(1)[0][0] if directions else 0
    return page if turn in (0, 180) else _turned(page, turn)


def _direction(matrix: tuple[float, ...]) -> int:
    """Return by how many degrees a page must turn clockwise for a character to stand upright."""
    a, b = matrix[0], matrix[1]
    if abs(a) >= abs(b):
        return 0 if a >= 0 else 180
    return 90 if b > 0 else 270


def _turned(page: Any, turn: int) -> Any:
    from pdfplumber.page import Page

    source = page.page_obj
    before = source.rotate, source.attrs.get("Rotate")
    rotation = (page.rotation + turn) % 360
    try:
        source.rotate = source.attrs["Rotate"] = rotation
        turned = Page(page.pdf, source, page_number=page.page_number, initial_doctop=page.initial_doctop)
        # The objects are read at the first use, which must see the new rotation.
        _ = turned.objects
    finally:
        source.rotate, source.attrs["Rotate"] = before[0], before[1] or 0
    return turned


def box_on_paper(box: Box, upright: Any, page: Any) -> Box:
    """Return a box of the turned page as a box of the page as it is shown."""
    left, top, right, bottom = box
    width, height = float(page.width), float(page.height)
    if (upright.rotation - page.rotation) % 360 == 90:
        turned = (top, height - right, bottom, height - left)
    else:
        turned = (width - bottom, left, width - top, right)
    return tuple(round(value, 1) for value in turned)  # type: ignore[return-value]
