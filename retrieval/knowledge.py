"""What asking needs to know of one knowledge base besides its text: names in use and how common words are."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock

from core.identity import content_hash
from core.knowledge_base import KnowledgeBase
from core.question import AnalysedQuestion, MentionKind
from core.settings import Settings
from core.text import content_words, fold
from retrieval.lexical import WeightedTerms, bigram_tokens, weigh, word_token
from retrieval.scoping import Scopes, read_scopes
from retrieval.sets.schema import Schema, read_schema
from store import facts, synonyms, vocabulary
from store.session import Session
from store.word_counts import WordCounts
from synonyms.matcher import Matcher
from synonyms.name_set import NameSet

# A long attribute is a sentence somebody tabulated; a long subject is the full name of a thing.
_LONGEST_ATTRIBUTE, _LONGEST_SUBJECT = 12, 60


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Names of one knowledge base at one revision. ``wording`` changes when any of the names does."""

    revision: int
    matcher: Matcher
    schema: Schema
    counts: WordCounts
    wording: str = ""
    scopes: Scopes = field(default_factory=Scopes)


class KnowledgeCache:
    """Keeps one ``Knowledge`` per knowledge base and rebuilds it when the revision has moved.

    Safe to share between threads. However many ask at once, one builds and the others wait for it; another knowledge
    base has a lock of its own and waits for nobody.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._known: dict[int, Knowledge] = {}
        self._turns: dict[int, Lock] = {}
        self._lock = Lock()

    def of(self, session: Session, kb: KnowledgeBase) -> Knowledge:
        """Return the names of ``kb``, read from the store when they changed."""
        known = self._fresh(kb)
        if known is None:
            with self._lock:
                turn = self._turns.setdefault(kb.id, Lock())
            with turn:
                known = self._fresh(kb)
                if known is None:
                    known = self._known[kb.id] = self._read(session, kb)
        return known

    def _fresh(self, kb: KnowledgeBase) -> Knowledge | None:
        known = self._known.get(kb.id)
        # Whoever began before a change may use the newer names; making the older ones again would help nobody.
        return known if known is not None and known.revision >= kb.revision else None

    def _read(self, session: Session, kb: KnowledgeBase) -> Knowledge:
        names = NameSet(
            tuple(vocabulary.listing(session, kb.id, state="accepted")),
            tuple(synonyms.listing(session, kb.id, state="accepted")),
        )
        observed = tuple(_observed(session, kb))
        wording = _wording(names, observed)
        schema, scopes = read_schema(session, kb.id), read_scopes(session, kb.id)
        before = self._known.get(kb.id)
        # Most changes are of facts and name nothing new; building the matcher anew is what takes long.
        if before is not None and before.wording == wording:
            return Knowledge(kb.revision, before.matcher, schema, WordCounts(kb.id), wording, scopes)
        matcher = Matcher(names, observed, threshold=self._settings.synonym_threshold)
        return Knowledge(kb.revision, matcher, schema, WordCounts(kb.id), wording, scopes)


def _wording(names: NameSet, observed: Iterable[tuple[MentionKind, str]]) -> str:
    terms = ((term.kind, term.name, "") for term in names.terms)
    aliases = ((synonym.kind, synonym.canonical, synonym.alias) for synonym in names.synonyms)
    seen = ((kind, name, "\x1e") for kind, name in observed)
    return content_hash("\x1d".join("\x1f".join(entry) for entry in (*terms, *aliases, *seen)))


def _observed(session: Session, kb: KnowledgeBase) -> Iterable[tuple[MentionKind, str]]:
    """Yield names found in facts; a curated vocabulary says all there is to say, so it stands alone."""
    if kb.mode == "controlled":
        return
    for name in facts.names(session, kb.id):
        if len(name.attribute) <= _LONGEST_ATTRIBUTE:
            yield "attribute", name.attribute
        if len(name.subject) <= _LONGEST_SUBJECT:
            yield "subject", name.subject


def weighted_terms(session: Session, question: AnalysedQuestion, counts: WordCounts) -> WeightedTerms:
    """Return the question's tokens weighed by how rare they are in the knowledge base that ``counts`` are of."""
    tokens = bigram_tokens(question.topic)
    asked = content_words(question.aspect)
    frequencies = counts.frequency(session, [*tokens, *map(word_token, asked)])
    forms = dict(question.written_forms)
    for mention in question.mentions:
        if fold(mention.canonical) != mention.surface:
            forms[mention.surface] = (*forms.get(mention.surface, ()), fold(mention.canonical))
    return weigh(tokens, frequencies, counts.size(session).chunks, forms, asked)
