"""Surface forms in folded spelling, each with everything it names."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.question import MentionKind
from core.text import fold
from synonyms.name_set import NameSet

_KINDS: dict[str, MentionKind] = {"subject": "subject", "attribute": "attribute", "value": "value"}
_SHORTEST = 2


@dataclass(frozen=True, slots=True)
class Name:
    """What a surface form names; ``curated`` tells a name of the vocabulary from one only seen in facts."""

    canonical: str
    kind: MentionKind
    curated: bool


class NameTable:
    """Folded surface form → its names. A form of fewer than two characters names nothing, nor does a unit.

    Args:
        names: Curated terms and aliases.
        observed: (kind, name) pairs seen in facts.
    """

    def __init__(self, names: NameSet, observed: Iterable[tuple[MentionKind, str]] = ()) -> None:
        self._names: dict[str, tuple[Name, ...]] = {}
        for term in names.terms:
            self._add(term.name, term.name, term.kind, curated=True)
        for synonym in names.synonyms:
            self._add(synonym.alias, synonym.canonical, synonym.kind, curated=True)
        self.curated = tuple(self._names)
        for kind, name in observed:
            self._add(name, name, kind, curated=False)

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __contains__(self, surface: str) -> bool:
        return surface in self._names

    def of(self, surface: str) -> tuple[Name, ...]:
        """Return what ``surface`` names, in the order it was told; nothing when it is unknown."""
        return self._names.get(surface, ())

    def is_curated(self, surface: str) -> bool:
        """Return whether the vocabulary or the synonym map knows ``surface``."""
        return any(name.curated for name in self.of(surface))

    def is_subject(self, surface: str) -> bool:
        """Return whether ``surface`` names a thing, and not an attribute or a value."""
        return any(name.kind == "subject" for name in self.of(surface))

    def surfaces_of(self, canonical: str) -> tuple[str, ...]:
        """Return every surface form that names ``canonical``."""
        return tuple(surface for surface, names in self._names.items() if any(n.canonical == canonical for n in names))

    def _add(self, surface: str, canonical: str, kind: str, *, curated: bool) -> None:
        folded = fold(surface)
        if len(folded) < _SHORTEST or kind not in _KINDS:
            return
        name = Name(canonical, _KINDS[kind], curated)
        known = self._names.get(folded, ())
        if name not in known:
            self._names[folded] = (*known, name)
