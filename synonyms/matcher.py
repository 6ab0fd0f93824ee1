"""Finding known names in a text: exact by automaton, then near ones by edit distance."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from core.question import Mention, MentionKind
from core.text import fold
from core.text.tokens import words
from synonyms.name_set import NameSet

_KINDS: dict[str, MentionKind] = {"subject": "subject", "attribute": "attribute", "value": "value"}
_LONGEST_WINDOW = 5
_SHORTEST_FUZZY = 3


@dataclass(frozen=True, slots=True)
class _Name:
    canonical: str
    kind: MentionKind
    curated: bool


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
        import ahocorasick

        self._threshold = threshold
        self._names: dict[str, list[_Name]] = {}
        for term in names.terms:
            self._add(term.name, term.name, term.kind, curated=True)
        for synonym in names.synonyms:
            self._add(synonym.alias, synonym.canonical, synonym.kind, curated=True)
        self._curated = list(self._names)
        for kind, name in observed:
            self._add(name, name, kind, curated=False)
        self._automaton: Any = ahocorasick.Automaton()
        for surface in self._names:
            self._automaton.add_word(surface, surface)
        if self._names:
            self._automaton.make_automaton()

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """Return the names in ``text``, longest first at each place; offsets are those of ``fold(text)``.

        An alias of several canonical names yields one mention for each: ambiguity is kept.
        """
        folded = fold(text)
        if not self._names:
            return ()
        exact = self._exact(folded)
        covered = [(mention.start, mention.end) for mention in exact]
        return tuple(exact + self._near(folded, covered))

    def aliases_of(self, canonical: str) -> tuple[str, ...]:
        """Return every surface form that names ``canonical``."""
        return tuple(surface for surface, names in self._names.items() if any(n.canonical == canonical for n in names))

    def _add(self, surface: str, canonical: str, kind: str, *, curated: bool) -> None:
        folded = fold(surface)
        if len(folded) < 2 or kind not in _KINDS:
            return
        name = _Name(canonical, _KINDS[kind], curated)
        known = self._names.setdefault(folded, [])
        if name not in known:
            known.append(name)

    def _exact(self, folded: str) -> list[Mention]:
        hits = [(end - len(surface) + 1, end + 1) for end, surface in self._automaton.iter(folded)]
        mentions: list[Mention] = []
        taken: list[tuple[int, int]] = []
        for start, end in sorted(hits, key=lambda hit: (hit[0] - hit[1], hit[0])):
            if any(start < other_end and other_start < end for other_start, other_end in taken):
                continue
            taken.append((start, end))
            surface = folded[start:end]
            mentions += [
                Mention(n.canonical, surface, n.kind, 1.0, start, end, n.curated) for n in self._names[surface]
            ]
        return sorted(mentions, key=lambda mention: mention.start)

    def _near(self, folded: str, covered: Sequence[tuple[int, int]]) -> list[Mention]:
        from rapidfuzz import fuzz, process

        best: dict[str, Mention] = {}
        for window, start in _windows(folded):
            end = start + len(window)
            if any(start < other_end and other_start < end for other_start, other_end in covered):
                continue
            match = process.extractOne(window, self._curated, scorer=fuzz.ratio, score_cutoff=self._threshold * 100)
            if match is None:
                continue
            for name in self._names[match[0]]:
                mention = Mention(name.canonical, window, name.kind, round(match[1] / 100, 4), start, end)
                if name.canonical not in best or best[name.canonical].score < mention.score:
                    best[name.canonical] = mention
        return list(best.values())


def _windows(folded: str) -> Iterable[tuple[str, int]]:
    pieces: list[tuple[str, int]] = []
    at = 0
    for word in words(folded):
        at = folded.find(word, at)
        pieces.append((word, at))
        at += len(word)
    for first in range(len(pieces)):
        for last in range(first, min(first + _LONGEST_WINDOW, len(pieces))):
            start, end = pieces[first][1], pieces[last][1] + len(pieces[last][0])
            if end - start >= _SHORTEST_FUZZY:
                yield folded[start:end], start
