"""White space that runs down a table: where its columns part when no line is drawn."""

from collections.abc import Sequence
from typing import Any

Word = dict[str, Any]
Segment = tuple[float, float]

# In sizes of the print: words of one phrase stand closer than this, also in justified lines.
PHRASE = 0.6
_LEAST_GAP = 0.2
_MANY = 8
# Least share of rows in which a strip must be wider than a phrase allows.
_WIDE = 0.4


def segments(row: Sequence[Word]) -> list[Segment]:
    """Return the extents (x0, x1) of the phrases of one row of words, left to right."""
    found: list[Segment] = []
    for word in sorted(row, key=lambda w: float(w["x0"])):
        if found and word["x0"] - found[-1][1] <= PHRASE * word["size"]:
            found[-1] = (found[-1][0], max(found[-1][1], word["x1"]))
        else:
            found.append((word["x0"], word["x1"]))
    return found


def gaps(rows: Sequence[Sequence[Word]], share: float = 0.5, least: int = 2) -> list[float]:
    """Return the x of every strip of white space that parts the columns of ``rows``.

    Over many rows a strip may be as narrow as a space between words when it is wide in a good part of them: columns
    set close to each other.

    Args:
        rows: Words row by row.
        share: Least share of the fullest rows that must have text on both sides of a strip.
        least: Least number of such rows.
    """
    most = max((len(segments(row)) for row in rows), default=0)
    full = [sorted(row, key=lambda w: float(w["x0"])) for row in rows if len(segments(row)) >= max(2, 0.6 * most)]
    sizes = sorted(word["size"] for row in rows for word in row)
    if len(full) < least or not sizes:
        return []
    size = sizes[len(sizes) // 2]
    crossed = len(full) // 10
    found = [strip for strip in _strips([segments(row) for row in full], crossed) if _is_wide(strip, size)]
    if len(full) >= _MANY:
        words = [[(word["x0"], word["x1"]) for word in row] for row in full]
        narrow = [strip for strip in _strips(words, crossed) if strip[1] - strip[0] >= _LEAST_GAP * size]
        found += [strip for strip in narrow if not any(strip[0] < b and a < strip[1] for a, b in found)]
        found = _without_empty(sorted(found), full, size)
    enough = max(least, share * len(full))
    return [(start + end) / 2 for start, end in sorted(found) if _parts(full, (start + end) / 2, size, enough)]


def _is_wide(strip: Segment, size: float) -> bool:
    return strip[1] - strip[0] >= PHRASE * 0.75 * size


def _parts(rows: Sequence[Sequence[Word]], x: float, size: float, enough: float) -> bool:
    """Return whether enough rows have text on both sides of ``x``, many of them far apart."""
    widths = [width for row in rows if (width := _width_at(row, x)) is not None]
    wide = sum(width > PHRASE * size for width in widths)
    return len(widths) >= enough and wide >= max(2, _WIDE * len(widths))


def _without_empty(strips: list[Segment], rows: Sequence[Sequence[Word]], size: float) -> list[Segment]:
    """Drop narrow strips that cut off a column with next to no text: the space inside a heading of two words."""
    kept = list(strips)
    for strip in [strip for strip in strips if not _is_wide(strip, size)]:
        number = kept.index(strip)
        before = kept[number - 1][1] if number else float("-inf")
        after = kept[number + 1][0] if number + 1 < len(kept) else float("inf")
        sides = ((before, strip[0]), (strip[1], after))
        filled = [sum(any(a - 1 <= w["x0"] and w["x1"] <= b + 1 for w in row) for row in rows) for a, b in sides]
        if min(filled) < max(2, 0.3 * len(rows)):
            kept.remove(strip)
    return kept


def _width_at(row: Sequence[Word], x: float) -> float | None:
    """Return how wide the white space of ``row`` at ``x`` is, ``None`` without text on both sides."""
    left = [word["x1"] for word in row if word["x1"] <= x]
    right = [word["x0"] for word in row if word["x0"] >= x]
    return float(min(right) - max(left)) if left and right else None


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


def is_full(row: Sequence[Word], xs: Sequence[float]) -> bool:
    """Return whether ``row`` keeps to the columns between ``xs``: no word crosses an edge, half of them are filled."""
    inner = xs[1:-1]
    if any(word["x0"] < x - 1 and word["x1"] > x + 1 for word in row for x in inner):
        return False
    filled = {sum(x < (word["x0"] + word["x1"]) / 2 for x in inner) for word in row}
    return len(filled) >= max(2, (len(xs) - 1) / 2)


def runs_across(row: Sequence[Word], column: int, xs: Sequence[float]) -> bool:
    """Return whether a phrase of ``row`` crosses the right edge of ``column``, as a heading over several does."""
    x = xs[column + 1]
    crosses = any(start < x - 1 and end > x + 1 for start, end in segments(row))
    return crosses and not is_full(row, xs)
