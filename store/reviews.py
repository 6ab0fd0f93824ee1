"""Queries on what people decided of the statements of chunks."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from core.review import Decision, Judged
from store.fact_keys import statement_of
from store.tables import FACT, REVIEW

_MATCHES = sa.and_(
    REVIEW.c.kb_id == FACT.c.kb_id, REVIEW.c.chunk_id == FACT.c.chunk_id, REVIEW.c.statement == FACT.c.statement
)
_STATES = sa.case((REVIEW.c.decision == "approved", "approved"), else_="rejected")


def record(session: Session, kb_id: int, decisions: Collection[Decision]) -> None:
    """Keep ``decisions``, each in place of an earlier one on the same statement."""
    rows = [
        {
            "kb_id": kb_id,
            "chunk_id": decision.fact.chunk_id,
            "statement": statement_of(decision.fact),
            "decision": decision.verdict,
            "fact_id": decision.fact.id,
            "target_id": decision.target_id,
            "attribute": decision.fact.attribute,
            "rule": decision.fact.rule,
            "origin": decision.fact.origin,
            "confidence": decision.fact.confidence,
            "sampled": decision.sampled,
            "decided_by": decision.decided_by,
            "note": decision.note,
        }
        for decision in decisions
    ]
    if rows:
        statement = insert(REVIEW)
        keys = ["kb_id", "chunk_id", "statement"]
        changes: dict[str, Any] = {
            c.name: statement.excluded[c.name] for c in REVIEW.columns if c.name not in (*keys, "decided_at")
        }
        changes["decided_at"] = sa.func.now()
        session.execute(statement.on_conflict_do_update(index_elements=keys, set_=changes), rows)


def reapply(session: Session, kb_id: int, chunk_ids: Collection[str]) -> None:
    """Give the facts of these chunks the state that was decided of what they say.

    A merged fact gives way again to the one that was kept, if that is still there.
    """
    here = sa.and_(FACT.c.kb_id == kb_id, FACT.c.chunk_id.in_(list(chunk_ids)), FACT.c.origin != "person", _MATCHES)
    decided = sa.and_(here, REVIEW.c.decision != "merged", FACT.c.superseded_by.is_(None))
    session.execute(sa.update(FACT).where(decided).values(state=_STATES))
    kept = FACT.alias("kept")
    stands = sa.and_(kept.c.kb_id == kb_id, kept.c.id == REVIEW.c.target_id)
    merged = sa.and_(here, REVIEW.c.decision == "merged", FACT.c.superseded_by.is_(None), stands)
    session.execute(
        sa.update(FACT)
        .where(merged, kept.c.id != FACT.c.id)
        .values(
            former_state=FACT.c.state, state="superseded", superseded_by=REVIEW.c.target_id, superseded_rule="merged"
        )
    )


def judged(session: Session, kb_id: int) -> list[Judged]:
    """Count the decisions on sampled facts by attribute, rule and origin; a person's own facts are not counted.

    A fact was right when it was approved, or merged with one that says the same.
    """
    keys = (REVIEW.c.attribute, REVIEW.c.rule, REVIEW.c.origin)
    right = sa.func.count().filter(REVIEW.c.decision.in_(("approved", "merged")))
    statement = (
        sa.select(*keys, right, sa.func.count())
        .where(REVIEW.c.kb_id == kb_id, REVIEW.c.sampled, REVIEW.c.origin != "person")
        .group_by(*keys)
        .order_by(*keys)
    )
    return [Judged(*row) for row in session.execute(statement)]
