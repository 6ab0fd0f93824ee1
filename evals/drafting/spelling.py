"""The words that stand for a name in a knowledge base: the name itself and its aliases."""

from collections import defaultdict
from collections.abc import Iterable

from core.knowledge_base import KnowledgeBase
from core.text import fold
from core.vocabulary import Synonym, Term
from store import synonyms, vocabulary
from store.session import Session


class Spellings:
    """Accepted names of subjects and attributes with their aliases; ``curated`` are the subjects people chose."""

    def __init__(self, terms: Iterable[Term] = (), aliases: Iterable[Synonym] = ()) -> None:
        self._groups: dict[str, set[str]] = defaultdict(set)
        self.curated = frozenset(fold(term.name) for term in terms if term.kind == "subject")
        for alias in aliases:
            self._groups[fold(alias.canonical)].add(fold(alias.alias))

    def of(self, name: str) -> frozenset[str]:
        """Return everything that stands for ``name``, folded, itself included."""
        return frozenset({fold(name), *self._groups.get(fold(name), ())})

    def stands_in(self, name: str, text: str) -> bool:
        """Return whether ``name`` or an alias of it stands in ``text``."""
        folded = fold(text)
        return any(word in folded for word in self.of(name))


def read_spellings(session: Session, kb: KnowledgeBase) -> Spellings:
    """Return the accepted names of ``kb``."""
    terms = vocabulary.listing(session, kb.id, state="accepted")
    return Spellings(terms, synonyms.listing(session, kb.id, state="accepted"))
