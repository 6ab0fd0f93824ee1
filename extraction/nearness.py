"""Which texts of two lists may be alike, found without comparing each with each."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

_SHINGLE = 6
_STEP = 2
_COMMONEST = 40


def near(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield indices of texts that share some words few others have; texts that are alike nearly always do.

    Args:
        old: Texts in the form they are compared in.
        new: The others; may be the same list.
    """
    places: dict[str, list[int]] = defaultdict(list)
    for j, text in enumerate(new):
        for shingle in _shingles(text, 1):
            places[shingle].append(j)
    for i, text in enumerate(old):
        shared: Counter[int] = Counter()
        for shingle in _shingles(text, _STEP):
            found = places.get(shingle, ())
            if len(found) <= _COMMONEST:
                shared.update(found)
        for j in sorted(shared):
            yield i, j


def _shingles(text: str, step: int) -> set[str]:
    if len(text) <= _SHINGLE:
        return {text}
    return {text[at : at + _SHINGLE] for at in range(0, len(text) - _SHINGLE + 1, step)}
