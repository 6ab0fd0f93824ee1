"""Changing the words of a knowledge base: terms and aliases added, removed, proposed and decided on.

Every change raises the revision, so that the next question is asked with the new words; ``reread`` reads the documents
anew, so that stored facts carry the new names too.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.errors import NotFound
from core.knowledge_base import KnowledgeBase, Mode
from core.vocabulary import Synonym, Term, TermKind, TermState
from service.access.trail import note
from service.knowledge_bases import set_mode as change_mode
from service.loading import LoadReport
from service.names import check_words
from service.wiring import Application
from store import synonyms, vocabulary
from store.session import Session

_DECISIONS: dict[TermState, str] = {"accepted": "accept", "rejected": "reject", "proposed": "propose"}


def add_term(session: Session, kb: KnowledgeBase, term: Term, aliases: Sequence[str] = ()) -> None:
    """Store an accepted term with its aliases.

    Raises:
        InvalidInput: A name is empty or too long.
        Conflict: The words contradict what is there.
    """
    vocabulary.upsert(session, kb.id, [replace(term, state="accepted")])
    synonyms.upsert(session, kb.id, [Synonym(term.kind, alias, term.name) for alias in aliases])
    check_words(session, kb)
    note(session, "add", "term", term.name, kb=kb.name, kind=term.kind, aliases=list(aliases))


def remove_term(session: Session, kb: KnowledgeBase, kind: TermKind, name: str) -> int:
    """Delete a term with all aliases that lead to it, and return how many those were.

    Raises:
        NotFound: There is no such term.
    """
    term = vocabulary.get(session, kb.id, kind, name)
    vocabulary.delete(session, kb.id, kind, [term.name])
    own = [item for item in synonyms.listing(session, kb.id, kind) if item.canonical == term.name]
    for item in own:
        synonyms.delete(session, kb.id, kind, [item.alias], item.scope)
    note(session, "remove", "term", term.name, kb=kb.name, kind=kind, aliases=[item.alias for item in own])
    return len(own)


def decide_terms(
    session: Session, kb: KnowledgeBase, kind: TermKind, names: Collection[str], state: TermState, *, alone: bool
) -> list[Term]:
    """Accept or reject terms and, unless ``alone``, the aliases proposed with them.

    Raises:
        NotFound: There is no such term; nothing is changed.
        Conflict: What would be accepted contradicts what is there; nothing is changed.
    """
    decided = [replace(vocabulary.get(session, kb.id, kind, name), state=state) for name in names]
    vocabulary.upsert(session, kb.id, decided)
    if not alone:
        own = {term.name for term in decided}
        waiting = synonyms.listing(session, kb.id, kind, "proposed")
        synonyms.upsert(session, kb.id, [replace(item, state=state) for item in waiting if item.canonical in own])
    check_words(session, kb)
    for term in decided:
        note(session, _DECISIONS[state], "term", term.name, kb=kb.name, kind=kind, alone=alone)
    return decided


def add_synonym(session: Session, kb: KnowledgeBase, synonym: Synonym) -> Synonym:
    """Store an alias, accepted at once; return it.

    Raises:
        InvalidInput: A word is empty or too long.
        Conflict: It contradicts what is there.
    """
    stored = replace(synonym, state="accepted")
    synonyms.upsert(session, kb.id, [stored])
    _note(session, "add", kb, stored)
    return stored


def remove_synonym(session: Session, kb: KnowledgeBase, kind: TermKind, alias: str, scope: str = "") -> None:
    """Delete an alias, in whatever state.

    Raises:
        NotFound: There is none of this kind and scope.
    """
    known = synonyms.get(session, kb.id, kind, alias, scope)
    synonyms.delete(session, kb.id, kind, [known.alias], scope)
    _note(session, "remove", kb, known)


def decide_synonym(
    session: Session, kb: KnowledgeBase, kind: TermKind, alias: str, scope: str, state: TermState
) -> Synonym:
    """Accept or reject a proposed alias; return it.

    Raises:
        NotFound: There is none of this kind and scope.
        Conflict: Accepting it contradicts what is there.
    """
    decided = replace(synonyms.get(session, kb.id, kind, alias, scope), state=state)
    synonyms.upsert(session, kb.id, [decided])
    _note(session, _DECISIONS[state], kb, decided)
    return decided


def propose_synonyms(session: Session, kb: KnowledgeBase, found: Sequence[Synonym]) -> list[Synonym]:
    """Store what reviews, misses, documents or a model suggest, with its ``origin``; return what is new.

    Nothing acts until a person accepts it, and what a person has decided is not proposed again.

    Raises:
        InvalidInput: A word is empty or too long.
    """
    fresh = synonyms.propose(session, kb.id, found)
    if fresh:
        note(session, "propose", "words", kb.name, synonyms=len(fresh))
    return fresh


def propose_terms(session: Session, kb: KnowledgeBase, found: Sequence[Term]) -> list[Term]:
    """Store terms as proposals, over former proposals of the same name; return those not decided on yet.

    Raises:
        InvalidInput: A name is empty or too long.
    """
    decided = {(term.kind, term.name) for term in vocabulary.listing(session, kb.id) if term.state != "proposed"}
    fresh = [replace(term, state="proposed") for term in found if (term.kind, term.name) not in decided]
    vocabulary.upsert(session, kb.id, fresh)
    if fresh:
        note(session, "propose", "words", kb.name, terms=len(fresh))
    return fresh


def set_mode(session: Session, kb: KnowledgeBase, mode: Mode) -> None:
    """Switch between an open and a controlled vocabulary.

    Raises:
        NotFound: A controlled vocabulary needs a term to hold on to, and there is none.
        InvalidInput: There is no such mode.
    """
    if mode == "controlled" and not vocabulary.listing(session, kb.id, "attribute", "accepted"):
        raise NotFound(
            "the vocabulary has no accepted attribute, so no fact would be left",
            place=kb.name,
            advice="import a vocabulary or accept proposals first",
        )
    change_mode(session, kb, mode)


def reread(application: Application, kb: KnowledgeBase) -> LoadReport:
    """Read every chunk that was read under other names. Loading no file at all does what is pending.

    Raises:
        Conflict: A load of the knowledge base did not end in time.
        NotReady: The database is gone.
    """
    return application.loader.load_files(kb.name, ())


def _note(session: Session, action: str, kb: KnowledgeBase, synonym: Synonym) -> None:
    of = {"canonical": synonym.canonical, "kind": synonym.kind, "scope": synonym.scope}
    note(session, action, "synonym", synonym.alias, kb=kb.name, **of)
