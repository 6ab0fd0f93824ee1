"""Changes of knowledge bases as wholes, each with its line in the trail."""

from collections.abc import Collection, Mapping
from typing import Any

from core.knowledge_base import KnowledgeBase, Mode
from service.access.trail import note
from store import knowledge_bases
from store.session import Session


def create(session: Session, name: str, mode: Mode = "open") -> KnowledgeBase:
    """Create a knowledge base for the session's tenant.

    Raises:
        InvalidInput: The name is empty, too long or padded, or the mode is unknown.
        Conflict: The tenant already has one of this name.
    """
    created = knowledge_bases.create(session, name, mode)
    note(session, "create", "knowledge base", name, mode=mode)
    return created


def get_or_create(session: Session, name: str) -> KnowledgeBase:
    """Return the knowledge base called ``name``, creating an open one when missing.

    Raises:
        InvalidInput: The name is none.
    """
    created = knowledge_bases.create_missing(session, name)
    if created is None:
        return knowledge_bases.get(session, name)
    note(session, "create", "knowledge base", name, mode=created.mode)
    return created


def delete(session: Session, kb: KnowledgeBase) -> None:
    """Delete a knowledge base with everything in it.

    Raises:
        NotFound: It is gone.
    """
    counts = knowledge_bases.statistics(session, kb)
    knowledge_bases.delete(session, kb.id)
    note(session, "delete", "knowledge base", kb.name, documents=counts["documents"], facts=counts["facts"])


def change_settings(
    session: Session, kb: KnowledgeBase, changes: Mapping[str, Any], without: Collection[str] = ()
) -> KnowledgeBase:
    """Change settings of a knowledge base, JSON-ready, and take those called ``without`` away; return it as it is then.

    Raises:
        NotFound: It is gone.
    """
    kept = {name: value for name, value in kb.settings.items() if name not in without}
    knowledge_bases.set_settings(session, kb.id, {**kept, **changes})
    note(session, "set", "knowledge base", kb.name, settings=dict(changes), removed=sorted(without))
    return knowledge_bases.by_id(session, kb.id)


def set_mode(session: Session, kb: KnowledgeBase, mode: Mode) -> None:
    """Switch between an open and a controlled vocabulary.

    Raises:
        NotFound: The knowledge base is gone.
        InvalidInput: There is no such mode.
    """
    knowledge_bases.set_mode(session, kb.id, mode)
    note(session, "set", "knowledge base", kb.name, mode=mode)
