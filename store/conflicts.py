"""Queries on contradictions between facts."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import array, insert
from sqlalchemy.orm import Session

from core.conflict import Conflict, ConflictState
from core.errors import NotFound
from core.fact import Fact
from core.identity import stable_id
from store.fact_filter import LIVE
from store.fact_rows import fact_of
from store.membership import among
from store.tables import CHUNK, CONFLICT, FACT
from store.tables.layout import AnyRow

_LEFT, _RIGHT = FACT.alias("left_fact"), FACT.alias("right_fact")
_COMPARED = (*LIVE, "superseded")
_HELD = sa.exists().where(CHUNK.c.kb_id == FACT.c.kb_id, CHUNK.c.id == FACT.c.chunk_id, CHUNK.c.needs_review)
_OPEN = sa.and_(CONFLICT.c.outcome.is_(None), _LEFT.c.state.in_(LIVE), _RIGHT.c.state.in_(LIVE))
_COLUMNS = (
    CONFLICT.c.id, CONFLICT.c.left_id, CONFLICT.c.right_id, CONFLICT.c.outcome, CONFLICT.c.rule,
    CONFLICT.c.decided_by, CONFLICT.c.decided_at, CONFLICT.c.note, _OPEN.label("open"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ConflictPage:
    """One page of contradictions, where the next begins (``None`` after the last), and the number on all pages."""

    conflicts: tuple[Conflict, ...]
    next: str | None
    total: int


def conflict_of(one_id: str, other_id: str) -> Conflict:
    """Return the undecided contradiction of two facts, whose id depends on nothing but theirs."""
    left, right = sorted((one_id, other_id))
    return Conflict(stable_id("cfl", left, right), left, right)


def topics_of_facts(session: Session, kb_id: int, fact_ids: Collection[str]) -> list[str]:
    """Return what these facts are about."""
    return _topics(session, kb_id, FACT.c.id.in_(list(fact_ids)))


def topics_told_twice(session: Session, kb_id: int, after: str, limit: int) -> list[str]:
    """Return up to ``limit`` topics that several facts speak of, in order, those after ``after``."""
    statement = sa.select(FACT.c.topic).where(FACT.c.kb_id == kb_id, FACT.c.topic > after)
    statement = statement.group_by(FACT.c.topic).having(sa.func.count() > 1).order_by(FACT.c.topic).limit(limit)
    return list(session.scalars(statement))


def facts_on(session: Session, kb_id: int, topics: Collection[str], most: int) -> dict[str, list[Fact]]:
    """Return the facts on each topic, at most ``most`` by id each.

    Rejected facts and those of chunks that wait for review are left out: they do not answer and overrule nothing.
    """
    listed = sa.func.unnest(sa.literal(list(topics), sa.ARRAY(sa.Text)))
    about = listed.table_valued("topic", name="about").render_derived()
    told = (
        sa.select(FACT)
        .where(FACT.c.kb_id == kb_id, FACT.c.topic == about.c.topic, FACT.c.state.in_(_COMPARED), ~_HELD)
        .order_by(FACT.c.id)
        .limit(most)
        .lateral("told")
    )
    found: dict[str, list[Fact]] = {}
    for row in session.execute(sa.select(told).select_from(about.join(told, sa.true()))):
        found.setdefault(row.topic, []).append(fact_of(row))
    return found


def of_facts(session: Session, kb_id: int, fact_ids: Collection[str]) -> list[Conflict]:
    """Return the contradictions that have one of these facts on either side, by id."""
    ids = list(fact_ids)
    mine = sa.or_(CONFLICT.c.left_id.in_(ids), CONFLICT.c.right_id.in_(ids))
    return [_conflict(row) for row in session.execute(_select(kb_id).where(mine).order_by(CONFLICT.c.id))]


def get(session: Session, kb_id: int, conflict_id: str) -> Conflict:
    """Return one contradiction.

    Raises:
        NotFound: There is none with this id.
    """
    row = session.execute(_select(kb_id).where(CONFLICT.c.id == conflict_id)).one_or_none()
    if row is None:
        raise NotFound(
            f"there is no conflict {conflict_id}", place=conflict_id, advice="it may be gone with a fact; list them"
        )
    return _conflict(row)


def page(
    session: Session, kb_id: int, state: ConflictState | None = None, after: str | None = None, limit: int = 50
) -> ConflictPage:
    """Return one page of contradictions by id, open or resolved ones, or all.

    A contradiction that nobody decided is resolved too while one of its facts is not live.
    """
    wanted = [] if state is None else [_OPEN if state == "open" else sa.not_(_OPEN)]
    total = session.scalar(sa.select(sa.func.count()).select_from(_select(kb_id).where(*wanted).subquery())) or 0
    statement = _select(kb_id).where(*wanted).order_by(CONFLICT.c.id).limit(limit + 1)
    if after is not None:
        statement = statement.where(CONFLICT.c.id > after)
    rows = session.execute(statement).all()
    shown = tuple(map(_conflict, rows[:limit]))
    return ConflictPage(shown, shown[-1].id if len(rows) > limit else None, total)


def put(session: Session, kb_id: int, conflicts: Sequence[Conflict]) -> None:
    """Store contradictions with what decided them, in place of what stood there."""
    if not conflicts:
        return
    statement = insert(CONFLICT)
    names = ("outcome", "rule", "decided_by", "decided_at", "note")
    changes = {name: statement.excluded[name] for name in names}
    rows: list[dict[str, Any]] = [
        {"kb_id": kb_id, "id": item.id, "left_id": item.left_id, "right_id": item.right_id}
        | {name: getattr(item, name) for name in names}
        for item in conflicts
    ]
    session.execute(statement.on_conflict_do_update(index_elements=["kb_id", "id"], set_=changes), rows)


def remove(session: Session, kb_id: int, ids: Collection[str]) -> None:
    """Forget these contradictions."""
    session.execute(sa.delete(CONFLICT).where(CONFLICT.c.kb_id == kb_id, CONFLICT.c.id.in_(list(ids))))


def open_fact_ids(kb_id: int) -> sa.Select[Any]:
    """Return a query for the ids of the facts that stand in an open contradiction, each once."""
    sides = sa.func.unnest(array([CONFLICT.c.left_id, CONFLICT.c.right_id])).label("id")
    return _joined(sa.select(sides)).where(CONFLICT.c.kb_id == kb_id, _OPEN).distinct()


def agreed_pairs(session: Session, kb_id: int, fact_ids: Collection[str]) -> frozenset[frozenset[str]]:
    """Return the pairs among these facts that a person found to agree."""
    statement = sa.select(CONFLICT.c.left_id, CONFLICT.c.right_id).where(
        CONFLICT.c.kb_id == kb_id,
        CONFLICT.c.outcome == "both",
        among(CONFLICT.c.left_id, fact_ids),
        among(CONFLICT.c.right_id, fact_ids),
    )
    return frozenset(frozenset(row) for row in session.execute(statement))


def _topics(session: Session, kb_id: int, condition: sa.ColumnElement[bool]) -> list[str]:
    statement = sa.select(FACT.c.topic).where(
        FACT.c.kb_id == kb_id, condition, FACT.c.topic != "", FACT.c.state.in_(_COMPARED)
    )
    return list(session.scalars(statement.distinct()))


def _select(kb_id: int) -> sa.Select[Any]:
    return _joined(sa.select(*_COLUMNS)).where(CONFLICT.c.kb_id == kb_id)


def _joined(statement: sa.Select[Any]) -> sa.Select[Any]:
    left = sa.and_(_LEFT.c.kb_id == CONFLICT.c.kb_id, _LEFT.c.id == CONFLICT.c.left_id)
    right = sa.and_(_RIGHT.c.kb_id == CONFLICT.c.kb_id, _RIGHT.c.id == CONFLICT.c.right_id)
    return statement.select_from(CONFLICT.join(_LEFT, left).join(_RIGHT, right))


def _conflict(row: AnyRow) -> Conflict:
    return Conflict(**row._mapping)
