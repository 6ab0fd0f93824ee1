"""Finds names of a knowledge base in text: exact, then as they sound, then nearly. Ambiguity is kept.

Offsets are those of the folded text, in which every comparison happens.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from core.question import Mention, MentionKind, Stranger
from core.text import content_words, fold
from core.text.tokens import Tokenizer
from synonyms.matching.automaton import SurfaceAutomaton, longest_apart
from synonyms.matching.homophones import SCORE as HOMOPHONE
from synonyms.matching.homophones import Homophones
from synonyms.matching.name_table import NameTable
from synonyms.matching.near_names import SHORTEST_WINDOW, NearNames
from synonyms.matching.numbered_names import NumberedNames
from synonyms.name_set import NameSet

_SHORT_OBSERVED = 2
_SHORT_NEAR = 4

Span = tuple[int, int]
Hit = tuple[int, int, str, float]


class _CuratedWords:
    """What the tokenizer takes for words: names that people chose, not everything documents hold."""

    def __init__(self, names: NameTable, automaton: SurfaceAutomaton) -> None:
        self.begins = automaton.begins
        self.holds = names.is_curated


class Matcher:
    """Finds the names of one knowledge base. Build once per revision of the vocabulary; matching is read-only.

    Args:
        names: Curated terms and aliases; they match exactly and nearly.
        observed: (kind, name) pairs seen in facts of an open knowledge base; they match exactly only.
        threshold: Lowest similarity, 0–1, taken as a near match.
    """

    def __init__(
        self, names: NameSet, observed: Iterable[tuple[MentionKind, str]] = (), *, threshold: float = 0.85
    ) -> None:
        self._names = NameTable(names, observed)
        self._automaton = SurfaceAutomaton(self._names)
        self._tokenizer = Tokenizer(_CuratedWords(self._names, self._automaton))
        heard = self._names.curated if threshold <= HOMOPHONE else ()
        self._homophones = Homophones(heard, self._tokenizer.is_word, _joins)
        self._near = NearNames(self._names.curated, threshold)
        self._numbered = NumberedNames(name for name in self._names if self._names.is_subject(name))

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """Return the names in ``text``, longest first at each place; offsets are those of ``fold(text)``.

        An alias of several canonical names yields one mention for each: ambiguity is kept.
        """
        folded = fold(text)
        if not len(self._names) or not folded:
            return ()
        words = self._tokenizer.spans(folded)
        exact = longest_apart(span for span in self._automaton.spans(folded) if self._stands(folded, span, words))
        heard = self._heard(folded, exact, words)
        near = self._nearly(folded, exact, words, heard)
        inexact = sorted([*heard, *near], key=lambda hit: (-hit[3], hit[0]))
        exact = [span for span in exact if not any(start <= span[0] and span[1] <= end for start, end, *_ in inexact)]
        return (*self._exact_mentions(folded, exact), *self._inexact_mentions(folded, inexact))

    def strangers(self, text: str, measured: Collection[Span] = ()) -> tuple[Stranger, ...]:
        """Return things in ``text`` that are called like known ones with another number; see ``NumberedNames``."""
        found = self._numbered.strangers(fold(text), measured)
        return tuple(Stranger(name, self._canonical(surfaces)) for name, surfaces in found)

    def aliases_of(self, canonical: str) -> tuple[str, ...]:
        """Return every surface form that names ``canonical``."""
        return self._names.surfaces_of(canonical)

    def _canonical(self, surfaces: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name.canonical for surface in surfaces for name in self._names.of(surface)[:1]))

    def _stands(self, folded: str, span: Span, words: Sequence[Span]) -> bool:
        """Tell a name from two characters out of longer words; what people chose stands everywhere."""
        start, end = span
        if end - start > _SHORT_OBSERVED or self._names.is_curated(folded[start:end]):
            return True
        return not any(
            word_start < end and start < word_end
            and not (start <= word_start and word_end <= end)
            and self._tokenizer.is_word(folded[word_start:word_end])
            for word_start, word_end in words
        )  # fmt: skip

    def _heard(self, folded: str, exact: Sequence[Span], words: Sequence[Span]) -> list[Hit]:
        edges = {edge for span in words for edge in span}
        hits = [
            (start, end, name, HOMOPHONE)
            for start, end, name in self._homophones.hits(folded, edges)
            if all(end <= a or b <= start or (start <= a and b <= end and b - a < end - start) for a, b in exact)
        ]
        return _apart(hits)

    def _nearly(self, folded: str, exact: Sequence[Span], words: Sequence[Span], heard: Sequence[Hit]) -> list[Hit]:
        windows = self._windows(folded, words, exact, [hit[:2] for hit in heard])
        hits = self._near.nearest(folded, windows)
        return _apart(hit for hit in hits if self._explains(folded, hit, exact))

    def _explains(self, folded: str, hit: Hit, exact: Sequence[Span]) -> bool:
        """Tell a misspelt longer name from one that would swallow what was rightly said."""
        start, end, surface, _ = hit
        inside = [folded[a:b] for a, b in exact if start <= a and b <= end]
        return all(part in surface and part != surface for part in inside)

    def _windows(
        self, folded: str, words: Sequence[Span], exact: Sequence[Span], heard: Sequence[Span]
    ) -> Iterator[Span]:
        """Yield stretches of whole words that no name fills, none cutting through what was found."""
        guessed = {edge for span in self._tokenizer.spans(folded, guess=True) for edge in span}
        forbidden = {edge for a, b in exact for edge in range(a + 1, b)} | {e for a, b in heard for e in range(a, b)}
        for first, (start, _) in enumerate(words):
            if start in forbidden:
                continue
            for _, end in words[first:]:
                if end - start > self._near.longest_window:
                    break
                if end - start < SHORTEST_WINDOW or end in forbidden:
                    continue
                # Half a new word (线上价 of 线上价保) is as near to a short name as a name with a character missing.
                whole = end - start > _SHORT_NEAR or (start in guessed and end in guessed)
                if whole and (start, end) not in exact and not self._tokenizer.is_word(folded[start:end]):
                    yield start, end

    def _exact_mentions(self, folded: str, spans: Sequence[Span]) -> list[Mention]:
        return [
            Mention(name.canonical, folded[start:end], name.kind, 1.0, start, end, name.curated)
            for start, end in spans
            for name in self._names.of(folded[start:end])
        ]

    def _inexact_mentions(self, folded: str, hits: Iterable[Hit]) -> list[Mention]:
        found: dict[tuple[str, str], Mention] = {}
        for start, end, surface, score in hits:
            for name in self._names.of(surface):
                if name.curated:
                    mention = Mention(name.canonical, folded[start:end], name.kind, score, start, end)
                    found.setdefault((name.canonical, name.kind), mention)
        return list(found.values())


def _joins(stretch: str) -> bool:
    return "".join(content_words(stretch)) != stretch


def _apart(hits: Iterable[Hit]) -> list[Hit]:
    """Keep the best hits, longer before shorter; what overlaps a better one goes, what ties on the same place stays."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: (-hit[3], hit[0] - hit[1], hit[0])):
        if all(hit[1] <= k[0] or k[1] <= hit[0] or (hit[:2] == k[:2] and hit[3] == k[3]) for k in kept):
            kept.append(hit)
    return kept
