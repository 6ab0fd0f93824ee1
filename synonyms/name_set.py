"""All terms and aliases of one file or one knowledge base."""

from dataclasses import dataclass

from core.errors import InvalidInput
from core.text import fold
from core.vocabulary import Synonym, Term


@dataclass(frozen=True, slots=True)
class NameSet:
    """Canonical terms and the aliases that lead to them."""

    terms: tuple[Term, ...] = ()
    synonyms: tuple[Synonym, ...] = ()

    def merged(self, other: "NameSet") -> "NameSet":
        """Return both sets as one."""
        return NameSet(self.terms + other.terms, self.synonyms + other.synonyms)


def checked(names: NameSet, place: str) -> NameSet:
    """Return ``names`` if no alias points at two canonical names in one scope.

    Raises:
        InvalidInput: It does; the message names the alias and both names.
    """
    seen: dict[tuple[str, str, str], str] = {}
    for synonym in names.synonyms:
        key = (synonym.kind, fold(synonym.alias), synonym.scope)
        other = seen.setdefault(key, synonym.canonical)
        if other != synonym.canonical:
            raise InvalidInput(
                f"{synonym.alias!r} names both {other!r} and {synonym.canonical!r}",
                place=place,
                advice="keep one, or give each a scope",
            )
    return names
