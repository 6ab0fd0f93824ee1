"""All surface forms as automata: every occurrence in one pass, and what a form begins with."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

# Linking one automaton of a hundred thousand forms stops every thread for half a second; parts stop them briefly.
_PARTS = 32


class SurfaceAutomaton:
    """Finds surface forms in folded text, however many there are. Read-only once built."""

    def __init__(self, surfaces: Iterable[str]) -> None:
        import ahocorasick

        parts: dict[int, Any] = defaultdict(lambda: ahocorasick.Automaton(ahocorasick.STORE_LENGTH))
        for surface in surfaces:
            parts[_part(surface)].add_word(surface)
        for part in parts.values():
            part.make_automaton()
        self._parts = dict(parts)

    def begins(self, fragment: str) -> bool:
        """Return whether some form begins with ``fragment``, which is not empty."""
        part = self._parts.get(_part(fragment))
        return part is not None and bool(part.match(fragment))

    def spans(self, folded: str) -> list[tuple[int, int]]:
        """Return start and end of every occurrence, overlapping ones too."""
        return [(end - length + 1, end + 1) for part in self._parts.values() for end, length in part.iter(folded)]


def _part(surface: str) -> int:
    return ord(surface[0]) % _PARTS


def longest_apart(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans that stay when a longer one excludes what it overlaps, by place."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: (span[0] - span[1], span[0])):
        if not any(start < other_end and other_start < end for other_start, other_end in kept):
            kept.append((start, end))
    return sorted(kept)
