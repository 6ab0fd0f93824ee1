"""Names that a stretch of text nearly is, by the share of characters both have in the same order."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import numpy as np
import numpy.typing as npt

from synonyms.matching.gram_index import GramIndex, Numbers, pairs_of
from synonyms.matching.likeness_bounds import likeness_bounds

SHORTEST_WINDOW = 3
# Names times stretches looked at in one go; a long text takes several.
_BLOCK = 1 << 20
_NUMERALS = {
    **{digit: digit for digit in "0123456789十百千万"},
    **dict(zip("零一二三四五六七八九两", "01234567892", strict=True)),
}

Near = tuple[int, int, str, float]
_Held = npt.NDArray[np.int16]


class NearNames:
    """Finds the names that stretches of a text nearly are, with the result of comparing each stretch with each name.

    Names that share too few pairs of characters with the text, then with the stretch, are passed over; only what is
    left is compared.

    Args:
        surfaces: Folded names, each once.
        threshold: Lowest similarity, 0–1, that is near.
    """

    def __init__(self, surfaces: Iterable[str], threshold: float) -> None:
        self._index = GramIndex(surfaces)
        self._threshold = threshold
        longest = int(self._index.lengths[-1]) if self._index.names else 0
        self._bounds = likeness_bounds(longest, threshold, SHORTEST_WINDOW)
        self._needed = self._bounds.of_name[self._index.lengths]
        self.longest_window = self._bounds.longest_window

    def nearest(self, text: str, windows: Iterable[tuple[int, int]]) -> list[Near]:
        """Return start, end, name and similarity for each window of ``text`` that comes near to a name.

        Several names that are equally near are all returned. Windows of fewer than three characters are passed over.
        """
        usable = [(start, end) for start, end in windows if SHORTEST_WINDOW <= end - start <= self.longest_window]
        if not usable or not self._index.names:
            return []
        pairs, position = np.unique(pairs_of(text), return_inverse=True)
        places, numbers = self._index.holders(pairs)
        counts = np.bincount(numbers, minlength=len(self._index.names))
        likely = np.flatnonzero(counts >= self._needed)
        if not len(likely):
            return []
        held = self._held(places, numbers, likely, len(pairs))
        return list(self._compared(text, usable, likely, held[:, position]))

    def _held(self, places: Numbers, numbers: Numbers, likely: Numbers, pairs: int) -> _Held:
        """Return for each likely name and each pair whether the name holds the pair."""
        row = np.full(len(self._index.names), -1, dtype=np.int32)
        row[likely] = np.arange(len(likely))
        rows = row[numbers]
        kept = rows >= 0
        held = np.zeros((len(likely), pairs), dtype=np.int16)
        held[rows[kept], places[kept]] = 1
        return held

    def _compared(self, text: str, windows: Sequence[tuple[int, int]], likely: Numbers, held: _Held) -> Iterator[Near]:
        before = np.zeros((len(likely), len(text)), dtype=np.int16)
        np.cumsum(held, axis=1, out=before[:, 1:])
        size = max(_BLOCK // len(likely), 1)
        for at in range(0, len(windows), size):
            block = windows[at : at + size]
            starts, ends = np.array(block).T
            shared = before[:, ends - 1] - before[:, starts]
            needed = self._bounds.shared[np.ix_(ends - starts, self._index.lengths[likely])]
            found = np.argwhere(needed <= shared.T).tolist()
            for window, hits in groupby(found, key=lambda hit: hit[0]):
                start, end = block[window]
                names = [self._index.names[likely[row]] for _, row in hits]
                yield from ((start, end, *item) for item in best(text[start:end], names, self._threshold))


def best(window: str, names: Sequence[str], threshold: float) -> list[tuple[str, float]]:
    """Return the names of highest similarity to ``window``, 0–1, none when all lie below ``threshold``.

    A name with another number in it is another thing, however alike the rest is; so is every name for a mere number.
    """
    from rapidfuzz import fuzz, process

    if window.isdigit():
        return []
    found = process.extract(window, names, scorer=fuzz.ratio, score_cutoff=threshold * 100, limit=None)
    numerals = _numerals(window)
    fitting = [(name, score) for name, score, _ in found if not numerals or _numerals(name) == numerals]
    if not fitting:
        return []
    highest = max(score for _, score in fitting)
    return sorted((name, round(score / 100, 4)) for name, score in fitting if score == highest)


def _numerals(text: str) -> str:
    return "".join(_NUMERALS[character] for character in text if character in _NUMERALS)
