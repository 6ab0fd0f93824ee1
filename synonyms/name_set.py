"""All terms and aliases of one file or one knowledge base."""

from dataclasses import dataclass

from core.alias_rules import contradiction
from core.errors import InvalidInput
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
    """Return ``names`` if every alias leads to one canonical name of one scope, and to it directly.

    Raises:
        InvalidInput: One does not; the message names the alias and both names.
    """
    found = contradiction(names.synonyms, names.terms)
    if found is not None:
        raise InvalidInput(found.message, place=place, advice=found.advice)
    return names
