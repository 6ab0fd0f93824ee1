"""Names that mean one attribute, brought together."""

from collections.abc import Sequence
from itertools import product

from synonyms.proposing.entry import Entry
from synonyms.proposing.likeness import LEAST, likeness

_MARGIN = 0.1
_LEAST_MEAN = 0.4
Scores = dict[tuple[int, int], float]


def grouped(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Return ``entries`` in groups, likeliest pairs joined first; names that some table tells apart stay apart."""
    scores = _scores(entries)
    groups: dict[int, list[int]] = {at: [at] for at in range(len(entries))}
    home = list(range(len(entries)))
    for (one, other), _ in sorted(scores.items(), key=lambda item: (-item[1], item[0])):
        left, right = home[one], home[other]
        if left == right or not _may_join(entries, scores, groups[left], groups[right]):
            continue
        groups[left] += groups.pop(right)
        for at in groups[left]:
            home[at] = left
    return [[entries[at] for at in sorted(members)] for members in groups.values()]


def _scores(entries: Sequence[Entry]) -> Scores:
    found: Scores = {}
    for one in range(len(entries)):
        for other in range(one + 1, len(entries)):
            score = likeness(entries[one], entries[other])
            if score >= LEAST:
                found[one, other] = score
    return {pair: score for pair, score in found.items() if not _is_torn(pair, score, found, entries)}


def _is_torn(pair: tuple[int, int], score: float, scores: Scores, entries: Sequence[Entry]) -> bool:
    """Return whether the shorter name ends several longer ones that are no aliases of each other.

    有效期 ends 估价有效期 and 报价有效期 alike: it belongs to neither, unless one is clearly nearer.
    """
    if score >= 1.0:
        return False
    short = min(pair, key=lambda at: (len(entries[at].parts.stem), at))
    partner = pair[0] if short == pair[1] else pair[1]
    for (one, other), rival in scores.items():
        if short not in (one, other) or (one, other) == pair:
            continue
        third = other if one == short else one
        apart = (min(partner, third), max(partner, third)) not in scores
        longer = len(entries[third].parts.stem) > len(entries[short].parts.stem)
        if apart and longer and rival > score - _MARGIN:
            return True
    return False


def _may_join(entries: Sequence[Entry], scores: Scores, left: Sequence[int], right: Sequence[int]) -> bool:
    pairs = [(min(pair), max(pair)) for pair in product(left, right)]
    if any(entries[one].contrasts(entries[other]) for one, other in pairs):
        return False
    return sum(scores.get(pair, 0.0) for pair in pairs) / len(pairs) >= _LEAST_MEAN
