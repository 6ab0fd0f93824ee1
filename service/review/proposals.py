"""Names that a person put right are proposed as synonyms; whether they become such is decided elsewhere."""

from dataclasses import dataclass

from core.errors import Conflict
from core.fact import Fact
from core.knowledge_base import KnowledgeBase
from core.text import fold
from core.vocabulary import Synonym, TermKind
from store import synonyms
from store.session import Session


@dataclass(frozen=True, slots=True)
class Proposal:
    """An alias put forward for a canonical name; ``refused`` says why it was not, empty when it was."""

    kind: TermKind
    alias: str
    canonical: str
    refused: str = ""


def propose_names(session: Session, kb: KnowledgeBase, wrong: Fact, right: Fact) -> tuple[Proposal, ...]:
    """Propose the subject and attribute of ``wrong`` as other names for those of ``right``, where they differ."""
    names: tuple[tuple[TermKind, str, str], ...] = (
        ("subject", wrong.subject, right.subject),
        ("attribute", wrong.attribute, right.attribute),
    )
    return tuple(
        _propose(session, kb, kind, alias, canonical)
        for kind, alias, canonical in names
        if alias.strip() and fold(alias) != fold(canonical)
    )


def _propose(session: Session, kb: KnowledgeBase, kind: TermKind, alias: str, canonical: str) -> Proposal:
    synonym = Synonym(kind, alias, canonical, state="proposed", origin="review")
    try:
        synonyms.upsert(session, kb.id, [synonym])
    except Conflict as error:
        return Proposal(kind, alias, canonical, refused=error.message)
    return Proposal(kind, alias, canonical)
