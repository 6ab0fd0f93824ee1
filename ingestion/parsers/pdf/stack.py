"""Frames one above the other that are one table: level rules with rows of text between them."""

from collections.abc import Sequence
from typing import Any

from ingestion.parsers.pdf.gap import segments
from ingestion.parsers.pdf.line import rows_of
from ingestion.parsers.pdf.rule import Frame

Word = dict[str, Any]
_ALIGNED = 6.0


def words_in(words: Sequence[Word], box: tuple[float, float, float, float], margin: float = 1.0) -> list[Word]:
    """Return the words whose middle lies in ``box``."""
    left, top, right, bottom = box
    return [
        word
        for word in words
        if left - margin <= (word["x0"] + word["x1"]) / 2 <= right + margin
        and top - margin <= (word["top"] + word["bottom"]) / 2 <= bottom + margin
    ]


def stacked(found: Sequence[Frame], words: Sequence[Word]) -> list[Frame]:
    """Return frames, those stacked with tabular text between joined, rules inside a frame made part of it."""
    stacks: list[Frame] = []
    for frame in sorted(found, key=lambda f: f.box[1]):
        for number in range(len(stacks) - 1, -1, -1):
            if _encloses(stacks[number], frame) or _follows(stacks[number], frame, words):
                above = stacks[number]
                stacks[number] = Frame((*above.level, *frame.level), (*above.upright, *frame.upright))
                break
        else:
            stacks.append(frame)
    return stacks


def _encloses(outer: Frame, inner: Frame) -> bool:
    """Return whether ``inner`` is a few loose rules inside ``outer``."""
    a, b = outer.box, inner.box
    inside = a[0] - 4 <= b[0] and b[2] <= a[2] + 4 and a[1] - 4 <= b[1] and b[3] <= a[3] + 4
    loose = not inner.upright or not inner.level
    return inside and loose and len(inner.level) + len(inner.upright) <= 2


def _follows(upper: Frame, lower: Frame, words: Sequence[Word]) -> bool:
    a, b = upper.box, lower.box
    partial = not lower.upright and a[0] - _ALIGNED <= b[0] and b[2] <= a[2] + _ALIGNED
    same = abs(a[0] - b[0]) <= _ALIGNED and abs(a[2] - b[2]) <= _ALIGNED
    if not (same or partial) or b[1] < a[3] - 4 or (upper.upright and lower.upright and b[1] - a[3] > 6):
        return False
    between = rows_of(words_in(words, (a[0], a[3], a[2], b[1]), 0))
    if not between:
        return b[1] - a[3] <= 6
    size = between[0][0]["size"]
    if not same and len(between) > 3:
        return False
    if len(between) == 1 and b[1] - a[3] < 2.5 * size and same:
        return True
    several = sum(len(segments(row)) > 1 for row in between)
    return several >= 0.5 * len(between) and _even(between, size)


def _even(rows: Sequence[Sequence[Word]], size: float) -> bool:
    """Return whether no row stands far from the row before it."""
    tops = [min(word["top"] for word in row) for row in rows]
    return all(second - first < 5 * size for first, second in zip(tops, tops[1:], strict=False))
