"""Groups that are too short to stand alone join a neighbour."""

from collections.abc import Sequence

from core.document import Document
from ingestion.cutting.group import Group, length


def merge_small(document: Document, groups: Sequence[Group], least: int, size: int) -> list[Group]:
    """Merge groups under ``least`` characters into a neighbour, the shorter one first.

    Where that would grow over ``size``, the group takes the nearest atom of a neighbour instead; a neighbour that has
    only one grows by less than ``least``.
    """
    merged = list(groups)
    number = 0
    while number < len(merged) and len(merged) > 1:
        if length(document, merged[number]) >= least:
            number += 1
            continue
        near = [n for n in (number - 1, number + 1) if 0 <= n < len(merged)]
        target = min(near, key=lambda n: length(document, merged[n]))
        first, second = sorted((number, target))
        parts = _rearranged(document, merged[first], merged[second], least, size)
        merged[first : second + 1] = parts
        number = first + len(parts) - 1
    return merged


def _rearranged(document: Document, first: Group, second: Group, least: int, size: int) -> list[Group]:
    whole = first + second
    if length(document, whole) <= size:
        return [whole]
    short_first = length(document, first) < least
    for taken in range(1, len(second) if short_first else len(first)):
        at = len(first) + taken if short_first else len(first) - taken
        parts = [whole[:at], whole[at:]]
        if all(least <= length(document, part) <= size for part in parts) and _may_part(whole, at):
            return parts
    return [whole]


def _may_part(atoms: Group, at: int) -> bool:
    return not atoms[at].glued and not (atoms[at].item and atoms[at - 1].opens)
