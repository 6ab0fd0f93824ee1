"""Queries on facts that give way to others. A fact comes back by itself when the one it gave way to is gone."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.orm import Session

from store.tables import FACT

_GIVE_WAY = sa.text("""
UPDATE fact SET former_state = coalesce(fact.former_state, fact.state), state = 'superseded',
    superseded_by = s.winner, superseded_rule = s.rule
FROM unnest(CAST(:losers AS text[]), CAST(:winners AS text[]), CAST(:rules AS text[])) AS s (loser, winner, rule)
WHERE fact.kb_id = :kb AND fact.id = s.loser AND s.loser <> s.winner
""")


@dataclass(frozen=True, slots=True)
class Supersession:
    """``loser_id`` gave way to ``winner_id``; ``rule`` is a resolution rule, ``person`` or ``merged``."""

    loser_id: str
    winner_id: str
    rule: str


def supersede(session: Session, kb_id: int, found: Iterable[Supersession]) -> None:
    """Let facts give way: they keep their own state for the day they come back."""
    items = list(found)
    if items:
        values = {
            "losers": [item.loser_id for item in items],
            "winners": [item.winner_id for item in items],
            "rules": [item.rule for item in items],
        }
        session.execute(_GIVE_WAY, {"kb": kb_id, **values})


def release(session: Session, kb_id: int, fact_ids: Collection[str]) -> None:
    """Let facts that gave way come back."""
    gone = sa.and_(FACT.c.kb_id == kb_id, FACT.c.id.in_(list(fact_ids)), FACT.c.superseded_by.is_not(None))
    session.execute(sa.update(FACT).where(gone).values(superseded_by=None))


def of_losers(session: Session, kb_id: int, fact_ids: Collection[str]) -> dict[str, Supersession]:
    """Return which of these facts have given way, and to which."""
    return _read(session, kb_id, FACT.c.id.in_(list(fact_ids)))


def of_winners(session: Session, kb_id: int, fact_ids: Collection[str]) -> dict[str, Supersession]:
    """Return the facts that gave way to these, by their own ids."""
    return _read(session, kb_id, FACT.c.superseded_by.in_(list(fact_ids)))


def of_documents_winners(session: Session, kb_id: int, document_id: str) -> list[str]:
    """Return the facts of other documents that gave way to facts of this one."""
    winner = FACT.alias("winner")
    statement = sa.select(FACT.c.id).join(
        winner, sa.and_(winner.c.kb_id == FACT.c.kb_id, winner.c.id == FACT.c.superseded_by)
    )
    here = sa.and_(FACT.c.kb_id == kb_id, winner.c.kb_id == kb_id, winner.c.document_id == document_id)
    return list(session.scalars(statement.where(here, FACT.c.document_id != document_id)))


def _read(session: Session, kb_id: int, condition: sa.ColumnElement[bool]) -> dict[str, Supersession]:
    columns = (FACT.c.id, FACT.c.superseded_by, FACT.c.superseded_rule)
    statement = sa.select(*columns).where(FACT.c.kb_id == kb_id, FACT.c.superseded_by.is_not(None), condition)
    return {row.id: Supersession(*row) for row in session.execute(statement)}
