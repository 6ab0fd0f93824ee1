"""Vocabulary and synonyms of a knowledge base: reading files in, and handing names to extraction."""

from collections.abc import Iterable
from pathlib import Path

from core.identity import content_hash
from core.knowledge_base import KnowledgeBase
from core.text import fold
from core.vocabulary import Term
from extraction.naming import Naming
from store import knowledge_bases, synonyms, vocabulary
from store.session import Session
from synonyms.files import read_synonyms, read_vocabulary
from synonyms.name_set import NameSet, checked


def import_names(
    session: Session, kb: KnowledgeBase, vocabulary_file: Path | None, synonym_file: Path | None
) -> NameSet:
    """Read vocabulary and synonym files into ``kb``; nothing is stored when either is bad.

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
    vocabulary.upsert(session, kb.id, names.terms)
    synonyms.upsert(session, kb.id, names.synonyms)
    if names.terms:
        knowledge_bases.set_mode(session, kb.id, "controlled")
    return names


def propose_attributes(session: Session, kb: KnowledgeBase, names: Iterable[str]) -> None:
    """Store attributes found in documents as proposals; what a person decided about a name stays."""
    known = {fold(term.name) for term in vocabulary.listing(session, kb.id, "attribute")}
    fresh = {name: Term("attribute", name, state="proposed") for name in names if fold(name) not in known}
    if fresh:
        vocabulary.upsert(session, kb.id, tuple(fresh.values()))


def naming_of(session: Session, kb: KnowledgeBase) -> tuple[Naming, str]:
    """Return the names extraction maps to, and a hash that changes when any of them does."""
    terms = [term for term in vocabulary.listing(session, kb.id) if term.state == "accepted"]
    aliases = [alias for alias in synonyms.listing(session, kb.id) if alias.state == "accepted"]
    maps: dict[str, dict[str, str]] = {"attribute": {}, "subject": {}, "value": {}, "unit": {}}
    for term in terms:
        maps[term.kind][fold(term.name)] = term.name
    for alias in aliases:
        maps[alias.kind].setdefault(fold(alias.alias), alias.canonical)
    content = repr((kb.mode, sorted((kind, sorted(names.items())) for kind, names in maps.items())))
    naming = Naming(maps["attribute"], maps["subject"], controlled=kb.mode == "controlled")
    return naming, content_hash(content)[:12]
