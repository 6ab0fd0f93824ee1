"""Terms and aliases, page by page, and as files, for every door."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

import msgspec

from core.errors import InvalidInput
from core.knowledge_base import KnowledgeBase
from core.text import fold
from core.vocabulary import TermKind, TermState
from core.wire import to_json
from service.views.words import SynonymPage, TermPage, TermView, synonym_view, term_view
from store import synonyms, vocabulary
from store.session import Session
from synonyms.name_set import NameSet
from synonyms.writing import synonyms_csv, synonyms_yaml, vocabulary_csv, vocabulary_yaml

FileForm = Literal["yaml", "csv"]
MOST_WORDS = 1000
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class WordQuery:
    """Which words: of a kind, a state and a scope, ``None`` for any; ``after`` is ``next`` of the page before.

    ``text`` stands in the words, or in the description of a term.
    """

    kind: TermKind | None = None
    state: TermState | None = None
    scope: str | None = None
    after: str | None = None
    limit: int = 100
    text: str = ""

    def names(self, *words: str) -> bool:
        """Return whether ``text`` stands in one of ``words``, capital or not, simplified or not."""
        return not self.text or any(fold(self.text) in fold(word) for word in words)


def synonym_page(session: Session, kb: KnowledgeBase, query: WordQuery) -> SynonymPage:
    """Return one page of aliases.

    Raises:
        InvalidInput: The limit is out of range.
    """
    found = [
        synonym
        for synonym in synonyms.listing(session, kb.id, query.kind, query.state)
        if (query.scope is None or synonym.scope == query.scope) and query.names(synonym.alias, synonym.canonical)
    ]
    page, following = _piece(found, query, lambda item: (item.kind, item.canonical, item.alias, item.scope))
    return SynonymPage([synonym_view(item) for item in page], len(found), following)


def term_page(session: Session, kb: KnowledgeBase, query: WordQuery) -> TermPage:
    """Return one page of terms, each with its aliases of the same state. Errors are those of ``synonym_page``."""
    listed = vocabulary.listing(session, kb.id, query.kind, query.state)
    found = [term for term in listed if query.names(term.name, term.description)]
    page, following = _piece(found, query, lambda item: (item.kind, item.name))
    aliases: dict[tuple[str, str, str], list[str]] = {}
    for item in synonyms.listing(session, kb.id, query.kind, query.state):
        if not item.scope:
            aliases.setdefault((item.kind, item.canonical, item.state), []).append(item.alias)
    views = [term_view(item, aliases.get((item.kind, item.name, item.state), [])) for item in page]
    return TermPage(kb.mode, views, len(found), following)


def term_shown(session: Session, kb: KnowledgeBase, kind: TermKind, name: str) -> TermView:
    """Return one term with its aliases.

    Raises:
        NotFound: There is none of this kind and name.
    """
    term = vocabulary.get(session, kb.id, kind, name)
    own = (item for item in synonyms.listing(session, kb.id, kind, term.state) if item.canonical == term.name)
    return term_view(term, [item.alias for item in own if not item.scope])


def vocabulary_file(session: Session, kb: KnowledgeBase, form: FileForm) -> str:
    """Return the accepted vocabulary as a file that ``vocabulary import`` takes."""
    names = NameSet(
        tuple(vocabulary.listing(session, kb.id, state="accepted")),
        tuple(synonyms.listing(session, kb.id, state="accepted")),
    )
    return vocabulary_csv(names) if form == "csv" else vocabulary_yaml(names)


def synonym_file(session: Session, kb: KnowledgeBase, form: FileForm) -> str:
    """Return the accepted synonym map as a file that ``synonyms import`` takes."""
    found = synonyms.listing(session, kb.id, state="accepted")
    return synonyms_csv(found) if form == "csv" else synonyms_yaml(found)


def _piece(
    found: Sequence[_T], query: WordQuery, key: Callable[[_T], tuple[str, ...]]
) -> tuple[Sequence[_T], str | None]:
    """Return the words behind ``query.after`` and the mark of the next page; the word it names may be gone."""
    if not 1 <= query.limit <= MOST_WORDS:
        raise InvalidInput(f"a page has 1 to {MOST_WORDS} words", place="limit")
    last = None if query.after is None else _mark(query.after)
    rest = [item for item in found if last is None or key(item) > last]
    page = rest[: query.limit]
    return page, to_json(key(page[-1])).decode() if len(rest) > len(page) else None


def _mark(after: str) -> tuple[str, ...]:
    try:
        return msgspec.json.decode(after, type=tuple[str, ...])
    except msgspec.DecodeError as error:
        raise InvalidInput("this is not `next` of a page", place="after", advice="begin at page one") from error
