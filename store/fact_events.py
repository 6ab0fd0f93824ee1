"""Queries on the history of facts. It is added to and read, never changed."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import sqlalchemy as sa
from sqlalchemy.orm import Session

from core.fact import Fact
from core.review import FactEvent
from core.wire import to_builtins
from store.tables import FACT_EVENT

_COLUMNS = [column for column in FACT_EVENT.columns if column.name != "kb_id"]
_OF_PLACE = ("quote_start", "quote_end", "chunk_id", "document_id")


def add(
    session: Session,
    kb_id: int,
    action: str,
    actor: str,
    before: Fact | None,
    after: Fact | None,
    *,
    note: str = "",
    more: Mapping[str, Any] | None = None,
) -> None:
    """Note one change of a fact: ``before`` is ``None`` for a new one; ``more`` is kept beside what it became."""
    fact = after or before
    if fact is None:
        return
    values = {
        "kb_id": kb_id,
        "id": f"evt_{uuid4().hex[:20]}",
        "fact_id": fact.id,
        "document_id": fact.document_id,
        "actor": actor,
        "action": action,
        "before": None if before is None else _content(before),
        "after": None if after is None else {**_content(after), **(more or {})},
        "note": note,
    }
    session.execute(sa.insert(FACT_EVENT).values(values))


def of_fact(session: Session, kb_id: int, fact_id: str) -> list[FactEvent]:
    """Return the history of a fact, oldest first. It outlives the fact, but not its document."""
    statement = sa.select(*_COLUMNS).where(FACT_EVENT.c.kb_id == kb_id, FACT_EVENT.c.fact_id == fact_id)
    return [FactEvent(**row._mapping) for row in session.execute(statement.order_by(FACT_EVENT.c.at, FACT_EVENT.c.id))]


def _content(fact: Fact) -> dict[str, Any]:
    content: dict[str, Any] = to_builtins(fact)
    return {name: value for name, value in content.items() if name not in _OF_PLACE}
