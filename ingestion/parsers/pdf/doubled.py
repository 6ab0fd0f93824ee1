"""Characters drawn twice, a little apart, to look bold: the second one is not text."""

import math
from collections.abc import Callable
from typing import Any

_APART = 1.0
_OF_WIDTH = 0.4


def first_drawn() -> Callable[[dict[str, Any]], bool]:
    """Return a test for the characters of one page, in the order they are drawn: is this the first at its place."""
    seen: dict[tuple[str, str, int, int], list[tuple[float, float]]] = {}

    def is_first(char: dict[str, Any]) -> bool:
        x, y = char["x0"], char["top"]
        # Narrow characters may really stand that close to each other.
        near = min(_APART, _OF_WIDTH * max(char["x1"] - x, 0.1))
        column, row = math.floor(x / _APART), math.floor(y / _APART)
        for across in (column - 1, column, column + 1):
            for down in (row - 1, row, row + 1):
                for other_x, other_y in seen.get((char["text"], char["fontname"], across, down), ()):
                    if abs(other_x - x) <= near and abs(other_y - y) <= _APART:
                        return False
        seen.setdefault((char["text"], char["fontname"], column, row), []).append((x, y))
        return True

    return is_first
