"""Pairs what belongs together in two ordered lists: what is equal in order first, then what is most alike."""

from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from itertools import product
from typing import TypeVar

Item = TypeVar("Item")
Pairs = dict[int, int]


def equal_pairs(old: Sequence[str], new: Sequence[str]) -> Pairs:
    """Return indices of equal keys: those in common order, then those that moved."""
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    pairs = {
        block.a + offset: block.b + offset for block in matcher.get_matching_blocks() for offset in range(block.size)
    }
    taken = set(pairs.values())
    free: dict[str, list[int]] = {}
    for index, key in enumerate(new):
        if index not in taken:
            free.setdefault(key, []).append(index)
    for index, key in enumerate(old):
        if index not in pairs and free.get(key):
            pairs[index] = free[key].pop(0)
    return pairs


def alike_pairs(
    old: Sequence[tuple[int, Item]],
    new: Sequence[tuple[int, Item]],
    likeness: Callable[[Item, Item], float],
    least: float,
    among: Iterable[tuple[int, int]] | None = None,
) -> Pairs:
    """Return indices of the most alike, the best first; of equals those that stand nearest to each other.

    Args:
        old: Index and item.
        new: The same of the other list.
        likeness: 0–1.
        least: What is less alike stays alone.
        among: Positions in ``old`` and ``new`` that are worth comparing; all of them when ``None``.
    """
    span = max(len(old), len(new), 1)
    options = [
        (-score, abs(a / span - b / span), old[a][0], new[b][0])
        for a, b in (product(range(len(old)), range(len(new))) if among is None else among)
        if (score := likeness(old[a][1], new[b][1])) >= least
    ]
    pairs: Pairs = {}
    taken: set[int] = set()
    for _, _, i, j in sorted(options):
        if i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs
