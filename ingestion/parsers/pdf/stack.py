"""Frames one above the other that are one table: level rules with rows of text between them."""

import itertools
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
        number = _stack_for(frame, stacks, words)
        if number is None:
            stacks.append(frame)
        else:
            stacks[number] = _both(stacks[number], frame)
    whole = [frame for frame in stacks if not _loose(frame)]
    for frame in (frame for frame in stacks if _loose(frame)):
        number = next((n for n, outer in enumerate(whole) if _encloses(outer, frame)), None)
        if number is not None:
            whole[number] = _both(whole[number], frame)
    return whole


def _both(first: Frame, second: Frame) -> Frame:
    return Frame((*first.level, *second.level), (*first.upright, *second.upright))


def _loose(frame: Frame) -> bool:
    return len(frame.level) + len(frame.upright) == 1


def _encloses(outer: Frame, inner: Frame) -> bool:
    a, b = outer.box, inner.box
    return a[0] - 4 <= b[0] and b[2] <= a[2] + 4 and a[1] - 4 <= b[1] and b[3] <= a[3] + 4


def _stack_for(frame: Frame, stacks: Sequence[Frame], words: Sequence[Word]) -> int | None:
    """Return the number of the stack that ``frame`` goes on with; a grid in between keeps them apart."""
    for number in range(len(stacks) - 1, -1, -1):
        above = stacks[number]
        if _follows(above, frame, words):
            return number
        beside = above.box[2] < frame.box[0] or above.box[0] > frame.box[2]
        if not beside and len(above.level) > 2 and len(above.upright) > 2:
            return None
    return None


def _follows(upper: Frame, lower: Frame, words: Sequence[Word]) -> bool:
    a, b = upper.box, lower.box
    same = abs(a[0] - b[0]) <= _ALIGNED and abs(a[2] - b[2]) <= _ALIGNED
    if not same or b[1] < a[3] - 4 or (upper.upright and lower.upright and b[1] - a[3] > 6):
        return False
    between = rows_of(words_in(words, (a[0], a[3], a[2], b[1]), 0))
    if not between:
        return b[1] - a[3] <= 6
    size = between[0][0]["size"]
    if len(between) == 1 and b[1] - a[3] < 2.5 * size:
        return True
    several = sum(len(segments(row)) > 1 for row in between)
    return several >= 0.5 * len(between) and _even(between, size)


def _even(rows: Sequence[Sequence[Word]], size: float) -> bool:
    """Return whether no row stands far from the row before it."""
    tops = [min(word["top"] for word in row) for row in rows]
    return all(second - first < 5 * size for first, second in itertools.pairwise(tops))
