"""Rows held until the transaction ends, so that what was looked at is still so when it is changed."""

from sqlalchemy import Table, literal, select
from sqlalchemy.orm import Session

from core.vocabulary import TermKind
from store import posting_blocks
from store.tables import CONFLICT, DOCUMENT, FACT, SYNONYM, VOCABULARY
from store.tables import KNOWLEDGE_BASE as KB


def hold_knowledge_base(session: Session, kb_id: int) -> None:
    """Hold a knowledge base; whoever holds it already is waited for, here as in all the following."""
    _hold(session, KB, id=kb_id)


def hold_document(session: Session, kb_id: int, document_id: str) -> None:
    """Hold a document, if there is one with this id."""
    # In the order in which a load takes them: else each could wait for the other.
    posting_blocks.lock(session, kb_id)
    _hold(session, DOCUMENT, kb_id=kb_id, id=document_id)


def hold_fact(session: Session, kb_id: int, fact_id: str) -> None:
    """Hold a fact, if there is one with this id."""
    _hold(session, FACT, kb_id=kb_id, id=fact_id)


def hold_conflict(session: Session, kb_id: int, conflict_id: str) -> None:
    """Hold a conflict, if there is one with this id."""
    _hold(session, CONFLICT, kb_id=kb_id, id=conflict_id)


def hold_term(session: Session, kb_id: int, kind: TermKind, name: str) -> None:
    """Hold a term of the vocabulary, if there is one of this very name."""
    _hold(session, VOCABULARY, kb_id=kb_id, kind=kind, name=name)


def hold_synonym(session: Session, kb_id: int, kind: TermKind, alias: str, scope: str) -> None:
    """Hold an alias, if there is this very one."""
    _hold(session, SYNONYM, kb_id=kb_id, kind=kind, alias=alias, scope=scope)


def _hold(session: Session, table: Table, **key: object) -> None:
    conditions = [table.c[name] == value for name, value in key.items()]
    session.execute(select(literal(1)).select_from(table).where(*conditions).with_for_update())
