"""Aliases proposed from the log of questions; nothing acts before a person accepts it."""

from core.knowledge_base import KnowledgeBase
from core.vocabulary import Synonym, Term
from service.wiring import Application
from service.words import propose_synonyms
from store import asked as asked_store
from store import facts, knowledge_bases, synonyms, vocabulary
from store.asked import Asked, AskedFilter
from store.session import Session
from synonyms.matcher import Matcher
from synonyms.name_set import NameSet
from synonyms.proposing.from_log import NEAR, LoggedQuestion, aliases_from_log

_MOST_QUESTIONS = 10_000
_LONGEST_NAME = 60


def propose_from_log(application: Application, kb_name: str) -> list[Synonym]:
    """Read the newest 10,000 questions and store what they suggest; return the proposals that are new.

    Raises:
        NotFound: No such knowledge base.
    """
    application.question_log.flush()
    with application.database.session() as session:
        kb = knowledge_bases.get(session, kb_name)
        newest = asked_store.listing(session, kb.id, AskedFilter(), limit=_MOST_QUESTIONS)
        found = aliases_from_log([_logged(one) for one in reversed(newest)], _matcher(session, kb))
        return propose_synonyms(session, kb, found)


def _logged(one: Asked) -> LoggedQuestion:
    failed = one.liked is False or (one.refused and one.liked is not True)
    return LoggedQuestion(one.question, f"{one.door} {one.actor}", one.at, failed)


def _matcher(session: Session, kb: KnowledgeBase) -> Matcher:
    """Return a matcher that takes names seen in facts for as good as those people chose: nothing acts unasked."""
    seen = {
        (kind, name)
        for fact in facts.names(session, kb.id)
        for kind, name in (("attribute", fact.attribute), ("subject", fact.subject))
        if 1 < len(name) <= _LONGEST_NAME
    }
    terms = vocabulary.listing(session, kb.id, state="accepted")
    listed = {(term.kind, term.name) for term in terms}
    more = tuple(Term(kind, name) for kind, name in sorted(seen - listed))  # type: ignore[arg-type]
    return Matcher(NameSet((*terms, *more), tuple(synonyms.listing(session, kb.id, state="accepted"))), threshold=NEAR)
