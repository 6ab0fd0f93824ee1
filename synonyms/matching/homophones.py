"""Names that a stretch of text sounds like: typing by sound gives 保修其 for 保修期."""

from collections.abc import Callable, Collection, Iterable, Iterator

from synonyms.matching.reading import readings

# Below an exact match, above a near one of a short name: every syllable agrees.
SCORE = 0.95
_SHORTEST, _SHORT = 2, 3


class Homophones:
    """Curated names by their sound. Read-only.

    Args:
        surfaces: Folded names.
        is_word: Tells whether a stretch is a word of the dictionary; such a stretch is not misspelt.
        joins: Tells whether words of a stretch only join others.
    """

    def __init__(self, surfaces: Iterable[str], is_word: Callable[[str], bool], joins: Callable[[str], bool]) -> None:
        self._is_word, self._joins = is_word, joins
        self._named: dict[str, tuple[str, ...]] = {}
        for surface in surfaces:
            for sound in readings(surface):
                if sound != surface:
                    self._named[sound] = (*self._named.get(sound, ()), surface)
        self._lengths = sorted({len(sound) for sound in self._named})

    def hits(self, folded: str, edges: Collection[int]) -> Iterator[tuple[int, int, str]]:
        """Yield start, end and name for each stretch of ``folded`` that sounds like a name but is written otherwise.

        Args:
            folded: The text.
            edges: Where its words begin and end; a short stretch must keep to them.
        """
        sounds = readings(folded) if self._named else ()
        for length in self._lengths:
            for start in range(len(folded) - length + 1):
                end = start + length
                heard = [name for sound in sounds for name in self._named.get(sound[start:end], ())]
                if heard and self._may_be(folded, start, end, edges):
                    yield from ((start, end, name) for name in dict.fromkeys(heard))

    def _may_be(self, folded: str, start: int, end: int, edges: Collection[int]) -> bool:
        stretch = folded[start:end]
        if self._is_word(stretch):
            return False
        if end - start > _SHORT:
            return True
        # Most pairs that sound like 期限 are meant as they stand, and always when one of them is 的 or 于.
        return start in edges and end in edges and (end - start > _SHORTEST or not self._joins(stretch))
