"""White space that runs down a table: where its columns part when no line is drawn."""

from collections.abc import Sequence
from typing import Any

from ingestion.parsers.pdf.figure import is_numeric

Word = dict[str, Any]
Segment = tuple[float, float]

# In sizes of the print: words of one phrase stand closer than this, also in justified lines.
PHRASE = 0.6
_LEAST_GAP = 0.45


def segments(row: Sequence[Word]) -> list[Segment]:
    """Return the extents (x0, x1) of the phrases of one row of words, left to right."""
    found: list[Segment] = []
    for word in sorted(row, key=lambda w: float(w["x0"])):
        if found and word["x0"] - found[-1][1] <= PHRASE * word["size"]:
            found[-1] = (found[-1][0], max(found[-1][1], word["x1"]))
        else:
            found.append((word["x0"], word["x1"]))
    return found


def fullest(rows: Sequence[Sequence[Segment]]) -> list[Sequence[Segment]]:
    """Return the rows that show the columns: those with nearly as many phrases as the fullest one."""
    most = max((len(row) for row in rows), default=0)
    return [row for row in rows if len(row) >= max(2, 0.6 * most)]


def gaps(rows: Sequence[Sequence[Word]], share: float = 0.5, least: int = 2) -> list[float]:
    """Return the x of every strip of white space that parts the columns of ``rows``.

    Args:
        rows: Words row by row.
        share: Least share of the fullest rows that must have text on both sides of a strip.
        least: Least number of such rows.
    """
    spans = fullest([segments(row) for row in rows])
    sizes = sorted(word["size"] for row in rows for word in row)
    if len(spans) < least or not sizes:
        return []
    size = sizes[len(sizes) // 2]
    crossed = len(spans) // 10
    found: list[float] = []
    for start, end in _strips(spans, crossed):
        both = sum(1 for row in spans if row[0][1] <= end and row[-1][0] >= start)
        if end - start >= _LEAST_GAP * size and both >= max(least, share * len(spans)):
            found.append((start + end) / 2)
    return found


def _strips(spans: Sequence[Sequence[Segment]], crossed: int) -> list[Segment]:
    """Return the inner stretches of x that at most ``crossed`` rows cover."""
    events = sorted([(x0, 1) for row in spans for x0, _ in row] + [(x1, -1) for row in spans for _, x1 in row])
    strips: list[Segment] = []
    depth = 0
    begin: float | None = None
    for x, step in events:
        depth += step
        if depth <= crossed and step < 0 and begin is None:
            begin = x
        elif depth > crossed and begin is not None:
            strips.append((begin, x))
            begin = None
    return strips


def runs_across(row: Sequence[Word], x: float) -> bool:
    """Return whether a phrase of ``row`` crosses ``x``; a figure close behind a long label is no part of it."""
    if not any(start < x - 1 and end > x + 1 for start, end in segments(row)):
        return False
    left = [word for word in row if word["x1"] <= x + 1]
    right = [word for word in row if word["x0"] >= x - 1]
    if len(left) + len(right) < len(row) or not left or not right or len(segments(row)) < 3:
        return True
    before, after = max(left, key=lambda w: float(w["x1"])), min(right, key=lambda w: float(w["x0"]))
    apart = after["x0"] - before["x1"] > 0.3 * before["size"]
    return not (apart and is_numeric(str(after["text"])) and not is_numeric(str(before["text"])))
