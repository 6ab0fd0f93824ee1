"""Vocabulary and synonyms of a knowledge base: reading files in, and handing names to extraction."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from core.alias_rules import contradiction
from core.errors import Conflict
from core.identity import content_hash
from core.knowledge_base import KnowledgeBase
from core.text import fold
from core.vocabulary import Term, TermKind
from extraction.naming import Naming
from service.access.trail import note
from store import knowledge_bases, synonyms, vocabulary
from store.session import Session
from synonyms.files import read_synonyms, read_vocabulary
from synonyms.name_set import NameSet, checked


def import_names(
    session: Session,
    kb: KnowledgeBase,
    vocabulary_file: Path | None,
    synonym_file: Path | None,
    *,
    replacing: bool = False,
) -> NameSet:
    """Read vocabulary and synonym files into ``kb``; nothing is stored when either is bad.

    A vocabulary makes ``kb`` controlled. A known term that it lists as an alias becomes one.

    Args:
        session: An open transaction.
        kb: The knowledge base.
        vocabulary_file: Terms with their aliases.
        synonym_file: Aliases alone.
        replacing: Whether what was accepted before goes: with a vocabulary all terms and aliases of the kinds it
            holds, with synonyms alone the aliases.

    Raises:
        InvalidInput: A file is bad; the message names line or entry.
        Conflict: An alias already names something else.
    """
    names = NameSet()
    if vocabulary_file:
        names = names.merged(read_vocabulary(vocabulary_file))
    if synonym_file:
        names = names.merged(read_synonyms(synonym_file))
    checked(names, str(vocabulary_file or synonym_file or ""))
    if replacing:
        vocabulary.clear(session, kb.id, {term.kind for term in names.terms})
        kinds = {term.kind for term in names.terms} | {synonym.kind for synonym in names.synonyms}
        synonyms.clear(session, kb.id, kinds)
    if vocabulary_file:
        _merge_terms(session, kb, names)
    vocabulary.upsert(session, kb.id, names.terms)
    synonyms.upsert(session, kb.id, names.synonyms)
    check_words(session, kb)
    if names.terms:
        knowledge_bases.set_mode(session, kb.id, "controlled")
    counts = {"terms": len(names.terms), "synonyms": len(names.synonyms), "replacing": replacing}
    note(session, "import", "words", kb.name, **counts)
    return names


def _merge_terms(session: Session, kb: KnowledgeBase, names: NameSet) -> None:
    for kind in {synonym.kind for synonym in names.synonyms}:
        aliases = {fold(synonym.alias) for synonym in names.synonyms if synonym.kind == kind}
        known = vocabulary.listing(session, kb.id, kind, "accepted")
        vocabulary.delete(session, kb.id, kind, [term.name for term in known if fold(term.name) in aliases])


def check_words(session: Session, kb: KnowledgeBase) -> None:
    """Refuse words that do not hold together, before the transaction makes them count.

    Raises:
        Conflict: An alias leads to two words, to another alias, or is a word of the vocabulary itself.
    """
    terms = vocabulary.listing(session, kb.id, state="accepted")
    found = contradiction(synonyms.listing(session, kb.id, state="accepted"), terms)
    if found is not None:
        raise Conflict(found.message, place=found.alias, advice=found.advice)


def canonical_names(session: Session, kb: KnowledgeBase, kind: TermKind, names: Sequence[str]) -> tuple[str, ...]:
    """Return ``names`` and the canonical names that those of them which are accepted aliases lead to, in any scope."""
    wanted = {fold(name) for name in names}
    aliases = synonyms.listing(session, kb.id, kind, "accepted")
    return (*names, *dict.fromkeys(alias.canonical for alias in aliases if fold(alias.alias) in wanted))


def propose_attributes(session: Session, kb: KnowledgeBase, names: Iterable[str]) -> None:
    """Store attributes found in documents as proposals; what a person decided about a name stays."""
    known = {fold(term.name) for term in vocabulary.listing(session, kb.id, "attribute")}
    fresh = {name: Term("attribute", name, state="proposed") for name in names if fold(name) not in known}
    if fresh:
        vocabulary.upsert(session, kb.id, tuple(fresh.values()))


def naming_of(session: Session, kb: KnowledgeBase) -> tuple[Naming, str]:
    """Return the names extraction maps to, and a hash that changes when any of them does."""
    terms = vocabulary.listing(session, kb.id, state="accepted")
    aliases = synonyms.listing(session, kb.id, state="accepted")
    maps: dict[tuple[str, str], dict[str, str]] = {("", "attribute"): {}, ("", "subject"): {}}
    for term in terms:
        maps.setdefault(("", term.kind), {})[fold(term.name)] = term.name
    for alias in aliases:
        maps.setdefault((fold(alias.scope), alias.kind), {}).setdefault(fold(alias.alias), alias.canonical)
    content = repr((kb.mode, sorted((key, sorted(names.items())) for key, names in maps.items())))
    scoped = {
        scope: Naming(maps.get((scope, "attribute"), {}), maps.get((scope, "subject"), {}))
        for scope in {scope for scope, _ in maps if scope}
    }
    controlled = kb.mode == "controlled"
    naming = Naming(maps["", "attribute"], maps["", "subject"], controlled=controlled, scoped=scoped)
    return naming, content_hash(content)[:12]
