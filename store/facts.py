"""Queries on facts. Choosing them by their content has a file of its own and is offered here."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from core.errors import InvalidInput
from core.fact import Fact, FactState, Origin
from store import reviews
from store.fact_filter import LIVE, FactFilter, Order
from store.fact_keys import statement_of
from store.fact_rows import OF_SUPERSESSION, READ, fact_of, row_of
from store.fact_selection import FactName, FactPage, SubjectCount, count, names, page, piece, select, subjects
from store.knowledge_bases import bump
from store.membership import among
from store.tables import FACT

__all__ = [
    "LIVE",
    "FactFilter",
    "FactName",
    "FactPage",
    "Order",
    "SubjectCount",
    "by_chunks",
    "by_ids",
    "count",
    "delete",
    "names",
    "page",
    "piece",
    "replace",
    "save",
    "select",
    "set_confidence",
    "set_state",
    "subjects",
]


def replace(
    session: Session, kb_id: int, chunk_ids: Collection[str], facts: Sequence[Fact], origin: Origin | None = None
) -> None:
    """Put ``facts`` in place of what was extracted from these chunks, by ``origin`` when one is given.

    What a person decided of a statement holds for it when it comes again, under whatever id. What a person wrote
    stays, and is not stored a second time when it is now read from the text as well.

    Raises:
        InvalidInput: A fact comes from another chunk or cannot be stored; the message names it.
        Conflict: A chunk is gone.
        NotFound: The knowledge base is another tenant's.
    """
    wanted = set(chunk_ids)
    for fact in facts:
        if fact.chunk_id not in wanted:
            raise InvalidInput(f"the fact comes from chunk {fact.chunk_id}, which is not replaced", place=fact.id)
    written = _written(session, kb_id, wanted)
    facts = [fact for fact in facts if fact.origin == "person" or statement_of(fact) not in written]
    session.execute(
        sa.delete(FACT).where(
            FACT.c.kb_id == kb_id,
            FACT.c.chunk_id.in_(wanted),
            FACT.c.id.not_in([fact.id for fact in facts]),
            FACT.c.origin != "person" if origin is None else FACT.c.origin == origin,
        )
    )
    _store(session, kb_id, facts, keep_decisions=True)
    reviews.reapply(session, kb_id, wanted)


def save(session: Session, kb_id: int, facts: Sequence[Fact]) -> None:
    """Store facts as they are, state included, over those of the same id: for a person's corrections."""
    _store(session, kb_id, facts, keep_decisions=False)


def set_state(session: Session, kb_id: int, ids: Collection[str], state: FactState) -> int:
    """Set the state of these facts; return how many there were. One that has given way has it once it comes back."""
    gone = FACT.c.superseded_by.is_not(None)
    values = {
        "state": sa.case((gone, FACT.c.state), else_=state),
        "former_state": sa.case((gone, state), else_=FACT.c.former_state),
    }
    statement = sa.update(FACT).where(FACT.c.kb_id == kb_id, FACT.c.id.in_(list(ids))).values(values)
    result: Any = session.execute(statement)
    bump(session, kb_id)
    return int(result.rowcount)


def set_confidence(session: Session, kb_id: int, confidence: Mapping[str, float]) -> None:
    """Set the confidence (0–1) of these facts, by id."""
    for fact_id, value in confidence.items():
        session.execute(sa.update(FACT).where(FACT.c.kb_id == kb_id, FACT.c.id == fact_id).values(confidence=value))


def delete(session: Session, kb_id: int, ids: Collection[str]) -> int:
    """Delete these facts; return how many there were."""
    result: Any = session.execute(sa.delete(FACT).where(FACT.c.kb_id == kb_id, FACT.c.id.in_(list(ids))))
    bump(session, kb_id)
    return int(result.rowcount)


def by_chunks(
    session: Session, kb_id: int, chunk_ids: Collection[str], states: Collection[FactState] | None = LIVE
) -> list[Fact]:
    """Return the facts of these chunks in reading order: the live ones, or those in ``states``, ``None`` for all."""
    statement = sa.select(*READ).where(FACT.c.kb_id == kb_id, among(FACT.c.chunk_id, chunk_ids))
    if states is not None:
        statement = statement.where(FACT.c.state.in_(list(states)))
    statement = statement.order_by(FACT.c.chunk_id, FACT.c.quote_start, FACT.c.id)
    return [fact_of(row) for row in session.execute(statement)]


def by_ids(session: Session, kb_id: int, ids: Collection[str]) -> dict[str, Fact]:
    """Return the facts that exist among ``ids``, by id."""
    statement = sa.select(*READ).where(FACT.c.kb_id == kb_id, FACT.c.id.in_(list(ids)))
    return {row.id: fact_of(row) for row in session.execute(statement)}


def _written(session: Session, kb_id: int, chunk_ids: Collection[str]) -> set[str]:
    """Return what a person wrote of these chunks, as keys of statements."""
    statement = sa.select(FACT.c.statement).where(
        FACT.c.kb_id == kb_id, FACT.c.chunk_id.in_(list(chunk_ids)), FACT.c.origin == "person"
    )
    return set(session.scalars(statement))


def _store(session: Session, kb_id: int, facts: Sequence[Fact], *, keep_decisions: bool) -> None:
    if facts:
        statement = insert(FACT)
        names = [c.name for c in FACT.columns if not c.primary_key and c.name not in OF_SUPERSESSION]
        changes: dict[str, Any] = {name: statement.excluded[name] for name in names}
        if keep_decisions:
            said = sa.or_(FACT.c.state == "approved", FACT.c.state == "rejected")
            decided = sa.or_(said, FACT.c.superseded_by.is_not(None))
            changes["state"] = sa.case((decided, FACT.c.state), else_=statement.excluded.state)
        rows = {fact.id: row_of(kb_id, fact) for fact in facts}
        session.execute(
            statement.on_conflict_do_update(index_elements=["kb_id", "id"], set_=changes), list(rows.values())
        )
    bump(session, kb_id)
