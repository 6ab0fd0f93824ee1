"""Reading order of a page: two columns are read one after the other, lines across both between them."""

from collections.abc import Sequence
from typing import Any

Word = dict[str, Any]


def find_gutter(words: Sequence[Word], width: float) -> float | None:
    """Return the x of an empty strip down the middle of a page, or ``None`` for a page of one column.

    Few words may cross it (titles), and both sides must hold a fair share of rows that stand side by side.
    """
    if len(words) < 40:
        return None
    best: tuple[int, float] | None = None
    for step in range(35, 66):
        x = width * step / 100
        crossing = sum(1 for word in words if word["x0"] < x - 4 < word["x1"] or word["x0"] < x + 4 < word["x1"])
        if best is None or crossing < best[0]:
            best = (crossing, x)
    if best is None or best[0] > 0.05 * len(words):
        return None
    left = {round(word["top"] / 6) for word in words if word["x1"] < best[1]}
    right = {round(word["top"] / 6) for word in words if word["x0"] > best[1]}
    full = min(len(left), len(right)) >= 10 and min(len(left), len(right)) >= 0.4 * max(len(left), len(right))
    chars = [sum(len(word["text"]) for word in words if (word["x0"] > best[1]) == side) for side in (False, True)]
    return best[1] if full and min(chars) >= 0.2 * max(chars) else None


def in_columns(words: Sequence[Word], width: float) -> list[list[Word]]:
    """Return the words of a page in groups in reading order, one group per column stretch."""
    gutter = find_gutter(words, width)
    if gutter is None:
        return [list(words)]
    across = [word for word in words if word["x0"] < gutter < word["x1"]]
    bands = sorted({round(word["top"], 1) for word in across})
    groups: list[list[Word]] = []
    edge = float("-inf")
    for top in [*bands, float("inf")]:
        inner = [word for word in words if edge < word["top"] < top - 3]
        inner = [word for word in inner if not _on_bands(word, bands)]
        groups.append([word for word in inner if word["x1"] <= gutter])
        groups.append([word for word in inner if word["x0"] >= gutter])
        if top != float("inf"):
            groups.append([word for word in words if abs(word["top"] - top) <= 3])
        edge = top
    return _once([group for group in groups if group])


def _on_bands(word: Word, bands: Sequence[float]) -> bool:
    return any(abs(word["top"] - top) <= 3 for top in bands)


def _once(groups: list[list[Word]]) -> list[list[Word]]:
    """Drop words that already stand in an earlier group."""
    seen: set[int] = set()
    kept: list[list[Word]] = []
    for group in groups:
        fresh = [word for word in group if id(word) not in seen]
        seen |= {id(word) for word in fresh}
        if fresh:
            kept.append(fresh)
    return kept
