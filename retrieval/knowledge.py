"""What asking needs to know of one knowledge base besides its text: names in use and how common words are."""

from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock

from core.knowledge_base import KnowledgeBase
from core.question import AnalysedQuestion, MentionKind
from core.settings import Settings
from core.text import content_words, fold
from retrieval.lexical import WeightedTerms, bigram_tokens, weigh, word_token
from retrieval.sets.schema import Schema, read_schema
from store import facts, keywords, knowledge_bases, synonyms, vocabulary
from store.session import Session
from synonyms.matcher import Matcher
from synonyms.name_set import NameSet

# A long attribute is a sentence somebody tabulated; a long subject is the full name of a thing.
_LONGEST_ATTRIBUTE, _LONGEST_SUBJECT = 12, 60


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Names of one knowledge base at one revision."""

    revision: int
    matcher: Matcher
    schema: Schema


class KnowledgeCache:
    """Keeps one ``Knowledge`` per knowledge base and rebuilds it when the revision has moved."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._known: dict[int, Knowledge] = {}
        self._lock = Lock()

    def of(self, session: Session, kb: KnowledgeBase) -> Knowledge:
        """Return the names of ``kb``, read from the store when they changed."""
        known = self._known.get(kb.id)
        if known is None or known.revision != kb.revision:
            known = Knowledge(kb.revision, self._matcher(session, kb), read_schema(session, kb.id))
            with self._lock:
                self._known[kb.id] = known
        return known

    def _matcher(self, session: Session, kb: KnowledgeBase) -> Matcher:
        names = NameSet(
            tuple(vocabulary.listing(session, kb.id, state="accepted")),
            tuple(synonyms.listing(session, kb.id, state="accepted")),
        )
        return Matcher(names, _observed(session, kb), threshold=self._settings.synonym_threshold)


def _observed(session: Session, kb: KnowledgeBase) -> Iterable[tuple[MentionKind, str]]:
    """Yield names found in facts; a curated vocabulary says all there is to say, so it stands alone."""
    if kb.mode == "controlled":
        return
    for name in facts.names(session, kb.id):
        if len(name.attribute) <= _LONGEST_ATTRIBUTE:
            yield "attribute", name.attribute
        if len(name.subject) <= _LONGEST_SUBJECT:
            yield "subject", name.subject


def weighted_terms(session: Session, kb: KnowledgeBase, question: AnalysedQuestion) -> WeightedTerms:
    """Return the question's tokens weighed by how rare they are in the knowledge base."""
    tokens = bigram_tokens(question.topic)
    asked = content_words(question.aspect)
    frequencies = keywords.document_frequency(session, kb.id, [*tokens, *map(word_token, asked)])
    chunks = knowledge_bases.statistics(session, kb)["chunks"]
    forms = dict(question.written_forms)
    for mention in question.mentions:
        if fold(mention.canonical) != mention.surface:
            forms[mention.surface] = (*forms.get(mention.surface, ()), fold(mention.canonical))
    return weigh(tokens, frequencies, chunks, forms, asked)
