"""The order in which a person reads the shapes of a slide."""

from collections.abc import Iterable
from typing import Any

_ROW = 0.5


def _box(shape: Any) -> tuple[int, int, int]:
    """Return top, left and bottom; a shape without a place of its own takes that of its layout, else the origin."""
    try:
        top, left, height = shape.top, shape.left, shape.height
    except (AttributeError, ValueError, KeyError):
        return 0, 0, 0
    return top or 0, left or 0, (top or 0) + (height or 0)


def in_reading_order(shapes: Iterable[Any]) -> list[Any]:
    """Return shapes top to bottom, those that stand side by side left to right, groups opened in place.

    Two shapes stand side by side when half the height of the lower one overlaps the row begun by the upper one.
    """
    boxed = sorted(((*_box(shape), number, shape) for number, shape in enumerate(shapes)), key=lambda box: box[:2])
    rows: list[list[tuple[int, int, int, int, Any]]] = []
    for box in boxed:
        first = rows[-1][0] if rows else None
        height = box[2] - box[0]
        if first is not None and first[2] - box[0] >= max(height * _ROW, 1) and first[2] - first[0] > 0:
            rows[-1].append(box)
        else:
            rows.append([box])
    ordered: list[Any] = []
    for row in rows:
        for *_, shape in sorted(row, key=lambda box: (box[1], box[0], box[3])):
            inner = getattr(shape, "shapes", None)
            ordered += in_reading_order(list(inner)) if inner is not None else [shape]
    return ordered
