"""What makes a set of aliases impossible: one word for two things, or an alias of an alias."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.text import fold
from core.vocabulary import Synonym, Term


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Why the aliases do not hold together: the words at fault, a sentence, and what to do."""

    alias: str
    message: str
    advice: str


def contradiction(synonyms: Sequence[Synonym], terms: Iterable[Term] = ()) -> Contradiction | None:
    """Return the first contradiction among ``synonyms`` and the canonical ``terms``, ``None`` when they agree.

    Words are compared as matching compares them. An alias with a scope and one without do not contradict each other:
    inside the scope the narrower one holds. An alias leads to a canonical word directly, never to another alias.
    """
    return _two_meanings(synonyms) or _chain(synonyms) or _canonical_alias(synonyms, terms)


def _two_meanings(synonyms: Sequence[Synonym]) -> Contradiction | None:
    seen: dict[tuple[str, str, str], Synonym] = {}
    for synonym in synonyms:
        other = seen.setdefault((synonym.kind, fold(synonym.alias), synonym.scope), synonym)
        if fold(other.canonical) != fold(synonym.canonical):
            return Contradiction(
                synonym.alias,
                f"{synonym.alias!r} names both {other.canonical!r} and {synonym.canonical!r}",
                "keep one, or give each a scope",
            )
    return None


def _chain(synonyms: Sequence[Synonym]) -> Contradiction | None:
    further = {(item.kind, fold(item.alias)): item for item in synonyms if fold(item.alias) != fold(item.canonical)}
    for synonym in synonyms:
        second = further.get((synonym.kind, fold(synonym.canonical)))
        if second is not None and fold(synonym.alias) != fold(synonym.canonical):
            return Contradiction(
                synonym.alias,
                f"{synonym.alias!r} leads to {synonym.canonical!r}, which itself leads to {second.canonical!r}",
                f"let {synonym.alias!r} lead to {second.canonical!r}, or remove the other first",
            )
    return None


def _canonical_alias(synonyms: Sequence[Synonym], terms: Iterable[Term]) -> Contradiction | None:
    names = {(term.kind, fold(term.name)): term.name for term in terms if term.state == "accepted"}
    for synonym in synonyms:
        own = names.get((synonym.kind, fold(synonym.alias)))
        if own is not None and fold(own) != fold(synonym.canonical):
            return Contradiction(
                synonym.alias,
                f"{synonym.alias!r} is a word of the vocabulary itself and cannot lead to {synonym.canonical!r}",
                f"remove {own!r} from the vocabulary first",
            )
    return None
