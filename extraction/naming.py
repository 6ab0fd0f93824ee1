"""Names under a vocabulary: aliases become canonical names, strangers wait as proposals."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from core.text import fold
from extraction.draft import Draft

_SHORTEST_INNER = 3


@dataclass(frozen=True, slots=True)
class Naming:
    """Folded alias → canonical name, for attributes and subjects. ``controlled`` keeps unknown attributes out.

    ``scoped`` holds what is called so only in a scope: scope, folded → names there.
    """

    attributes: Mapping[str, str] = field(default_factory=dict)
    subjects: Mapping[str, str] = field(default_factory=dict)
    controlled: bool = False
    scoped: Mapping[str, "Naming"] = field(default_factory=dict)

    def within(self, scopes: Iterable[str]) -> "Naming":
        """Return the names that hold inside ``scopes`` (a product line, a region …); narrow ones go before wide."""
        inner = [self.scoped[name] for scope in scopes if (name := fold(scope)) in self.scoped]
        attributes, subjects = dict(self.attributes), dict(self.subjects)
        for names in inner:
            attributes |= names.attributes
            subjects |= names.subjects
        return replace(self, attributes=attributes, subjects=subjects, scoped={}) if inner else self

    def apply(self, draft: Draft) -> tuple[Draft, bool]:
        """Map the names of ``draft``; the flag says whether its attribute is in the vocabulary."""
        attribute = _mapped(draft.attribute, self.attributes)
        subject = _mapped(draft.subject, self.subjects) or draft.subject
        return replace(draft, subject=subject, attribute=attribute or draft.attribute), attribute is not None

    def knows_subject(self, text: str) -> bool:
        """Return whether ``text`` names a subject of the vocabulary."""
        return fold(text) in self.subjects

    def knows_attribute(self, text: str) -> bool:
        """Return whether ``text`` is, or ends in, an attribute of the vocabulary."""
        return _mapped(text, self.attributes) is not None


def _mapped(name: str, names: Mapping[str, str]) -> str | None:
    """Return the canonical name: the whole name when known, else the longest known one that ends it."""
    folded = fold(name)
    if folded in names:
        return names[folded]
    for start in range(1, len(folded) - _SHORTEST_INNER + 1):
        if folded[start:] in names:
            return names[folded[start:]]
    return None
