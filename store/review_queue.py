"""The queue of facts that wait for a person: in an open conflict, of low confidence, or drawn into the sample."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from core.errors import InvalidInput
from core.review import REASONS, ReviewReason, Waiting, WaitingPage
from store.conflicts import open_fact_ids
from store.facts import by_ids
from store.tables import FACT
from store.tables.layout import AnyRow

_MARK = "@"


class ReviewQueue:
    """The queue of one knowledge base.

    Args:
        kb_id: The knowledge base.
        rate: Share (0–1) of all facts drawn into the sample.
        threshold: Facts of lower confidence (0–1) wait.
        reasons: Only facts that wait for one of these; all when empty.
    """

    def __init__(self, kb_id: int, rate: float, threshold: float, reasons: Collection[ReviewReason] = ()) -> None:
        self._kb_id = kb_id
        self._open = open_fact_ids(kb_id).cte("open_conflict")
        conditions: dict[ReviewReason, sa.ColumnElement[bool]] = {
            "conflict": self._open.c.id.is_not(None),
            "low_confidence": FACT.c.confidence < threshold,
            "sample": FACT.c.draw < rate,
        }
        self._columns = [condition.label(name) for name, condition in conditions.items()]
        # Contradictions are shown to users every day, so they come first; the sample can wait.
        self._rank = sa.case((conditions["conflict"], 0), (conditions["low_confidence"], 1), else_=2)
        wanted = [conditions[name] for name in REASONS if not reasons or name in reasons]
        undecided = sa.or_(FACT.c.state == "candidate", sa.and_(FACT.c.state == "approved", conditions["conflict"]))
        self._waits = sa.and_(undecided, sa.or_(*wanted))

    def page(self, session: Session, after: str | None = None, limit: int = 50) -> WaitingPage:
        """Return one page: contradictions first, then low confidence, then the sample; by id among equals.

        Raises:
            InvalidInput: ``after`` is no ``next`` of a page.
        """
        statement = self._of(FACT.c.id, *self._columns, self._rank.label("rank")).where(self._waits)
        if after is not None:
            statement = statement.where(sa.tuple_(self._rank, FACT.c.id) > sa.tuple_(*_read(after)))
        rows = session.execute(statement.order_by(self._rank, FACT.c.id).limit(limit + 1)).all()
        shown = rows[:limit]
        following = f"{shown[-1].rank}{_MARK}{shown[-1].id}" if len(rows) > limit else None
        # Whole facts are read for the page alone, not for all that is sorted.
        facts = by_ids(session, self._kb_id, [row.id for row in shown])
        items = tuple(Waiting(facts[row.id], _reasons(row)) for row in shown)
        return WaitingPage(items, following, self.count(session))

    def count(self, session: Session) -> int:
        """Count the facts that wait."""
        return session.scalar(self._of(sa.func.count()).where(self._waits)) or 0

    def reasons_of(self, session: Session, fact_id: str) -> tuple[ReviewReason, ...]:
        """Return why a fact waits, or would wait if it were undecided; empty when it is unknown."""
        row = session.execute(self._of(*self._columns).where(FACT.c.id == fact_id)).one_or_none()
        return () if row is None else _reasons(row)

    def _of(self, *columns: Any) -> sa.Select[Any]:
        joined = FACT.outerjoin(self._open, self._open.c.id == FACT.c.id)
        return sa.select(*columns).select_from(joined).where(FACT.c.kb_id == self._kb_id)


def _reasons(row: AnyRow) -> tuple[ReviewReason, ...]:
    return tuple(name for name in REASONS if row._mapping[name])


def _read(after: str) -> tuple[Any, Any]:
    rank, marked, fact_id = after.partition(_MARK)
    if not marked or rank not in ("0", "1", "2"):
        raise InvalidInput(f"{after!r} is no place in the queue", place="after", advice="begin at page one")
    return sa.literal(int(rank)), sa.literal(fact_id)
