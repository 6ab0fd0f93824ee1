"""Queries on the canonical words of a knowledge base."""

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from core.errors import InvalidInput, NotFound
from core.text import fold
from core.vocabulary import Term, TermKind, TermState
from store.knowledge_bases import bump
from store.tables import VOCABULARY

_COLUMNS = [column for column in VOCABULARY.columns if column.name != "kb_id"]
_LONGEST = 300


def upsert(session: Session, kb_id: int, terms: Sequence[Term]) -> None:
    """Store these terms, over those of the same kind and name.

    A proposal never takes the place of a term that a person has accepted or rejected.

    Raises:
        InvalidInput: A name is empty or too long.
        NotFound: The knowledge base is another tenant's.
    """
    rows = {(term.kind, term.name): {"kb_id": kb_id, **_row(term)} for term in terms}
    if rows:
        statement = insert(VOCABULARY)
        changes = {name: statement.excluded[name] for name in ("dimension", "description", "state")}
        decided = sa.and_(VOCABULARY.c.state != "proposed", statement.excluded.state == "proposed")
        session.execute(
            statement.on_conflict_do_update(
                index_elements=["kb_id", "kind", "name"], set_=changes, where=sa.not_(decided)
            ),
            list(rows.values()),
        )
        bump(session, kb_id)


def get(session: Session, kb_id: int, kind: TermKind, name: str) -> Term:
    """Return the term of this kind and name, in whatever state.

    Raises:
        NotFound: There is none.
    """
    for term in listing(session, kb_id, kind):
        if fold(term.name) == fold(name):
            return term
    raise NotFound(f"there is no {kind} {name}", place=f"{kind} {name}", advice="see: dianmian vocabulary list")


def clear(session: Session, kb_id: int, kinds: Collection[TermKind]) -> None:
    """Delete every accepted term of these kinds; proposals and rejections stay."""
    accepted = sa.and_(VOCABULARY.c.kind.in_(list(kinds)), VOCABULARY.c.state == "accepted")
    session.execute(sa.delete(VOCABULARY).where(VOCABULARY.c.kb_id == kb_id, accepted))
    bump(session, kb_id)


def listing(session: Session, kb_id: int, kind: TermKind | None = None, state: TermState | None = None) -> list[Term]:
    """Return the terms by kind and name, of any kind and state unless told."""
    statement = sa.select(*_COLUMNS).where(VOCABULARY.c.kb_id == kb_id)
    if kind is not None:
        statement = statement.where(VOCABULARY.c.kind == kind)
    if state is not None:
        statement = statement.where(VOCABULARY.c.state == state)
    rows = session.execute(statement.order_by(VOCABULARY.c.kind, VOCABULARY.c.name))
    return [Term(**row._mapping) for row in rows]


def delete(session: Session, kb_id: int, kind: TermKind, names: Collection[str]) -> int:
    """Delete these terms; return how many there were."""
    statement = sa.delete(VOCABULARY).where(
        VOCABULARY.c.kb_id == kb_id, VOCABULARY.c.kind == kind, VOCABULARY.c.name.in_(list(names))
    )
    gone = session.scalars(statement.returning(VOCABULARY.c.name)).all()
    bump(session, kb_id)
    return len(gone)


def _row(term: Term) -> dict[str, str]:
    if not term.name.strip() or len(term.name) > _LONGEST:
        raise InvalidInput(f"a term has 1 to {_LONGEST} characters", place=f"{term.kind} {term.name[:40]!r}")
    return {column.name: getattr(term, column.name) for column in _COLUMNS}
