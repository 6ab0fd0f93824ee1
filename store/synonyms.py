"""Queries on aliases and the canonical words they lead to."""

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from core.errors import Conflict, InvalidInput
from core.vocabulary import Synonym, TermKind, TermState
from store.knowledge_bases import bump
from store.tables import SYNONYM

_COLUMNS = [column for column in SYNONYM.columns if column.name != "kb_id"]
_LONGEST = 300
_Key = tuple[str, str, str]


def upsert(session: Session, kb_id: int, synonyms: Sequence[Synonym]) -> None:
    """Store these aliases, over those of the same kind, alias and scope.

    An accepted alias takes the place of a proposed or rejected one, whatever that led to. A proposal never changes
    what a person has decided about the same pair.

    Raises:
        Conflict: An alias would lead to two canonical words in one scope; the message names all three.
        InvalidInput: An alias or canonical word is empty or too long.
        NotFound: The knowledge base is another tenant's.
    """
    rows: dict[_Key, Synonym] = {}
    for synonym in synonyms:
        _check(synonym)
        _refuse_second(rows.setdefault(_key(synonym), synonym), synonym)
        rows[_key(synonym)] = synonym
    if not rows:
        return
    for stored in _stored(session, kb_id, list(rows)):
        new = rows[_key(stored)]
        if new.canonical == stored.canonical and new.state == "proposed":
            del rows[_key(stored)]
        elif stored.state == "accepted" or (stored.state == "proposed" and new.state == "proposed"):
            _refuse_second(stored, new)
    _store(session, kb_id, list(rows.values()))
    bump(session, kb_id)


def listing(
    session: Session, kb_id: int, kind: TermKind | None = None, state: TermState | None = None
) -> list[Synonym]:
    """Return the aliases by kind, canonical word and alias, of any kind and state unless told."""
    statement = sa.select(*_COLUMNS).where(SYNONYM.c.kb_id == kb_id)
    if kind is not None:
        statement = statement.where(SYNONYM.c.kind == kind)
    if state is not None:
        statement = statement.where(SYNONYM.c.state == state)
    order = (SYNONYM.c.kind, SYNONYM.c.canonical, SYNONYM.c.alias, SYNONYM.c.scope)
    return [Synonym(**row._mapping) for row in session.execute(statement.order_by(*order))]


def delete(session: Session, kb_id: int, kind: TermKind, aliases: Collection[str], scope: str = "") -> int:
    """Delete these aliases of one scope; return how many there were."""
    statement = sa.delete(SYNONYM).where(
        SYNONYM.c.kb_id == kb_id,
        SYNONYM.c.kind == kind,
        SYNONYM.c.scope == scope,
        SYNONYM.c.alias.in_(list(aliases)),
    )
    gone = session.scalars(statement.returning(SYNONYM.c.alias)).all()
    bump(session, kb_id)
    return len(gone)


def _key(synonym: Synonym) -> _Key:
    return synonym.kind, synonym.alias, synonym.scope


def _check(synonym: Synonym) -> None:
    for words in (synonym.alias, synonym.canonical):
        if not words.strip() or len(words) > _LONGEST:
            raise InvalidInput(
                f"alias and canonical word have 1 to {_LONGEST} characters",
                place=f"{synonym.kind} {synonym.alias[:40]!r}",
            )


def _refuse_second(known: Synonym, new: Synonym) -> None:
    if known.canonical != new.canonical:
        raise Conflict(
            f"{new.alias} leads to {known.canonical} already and cannot lead to {new.canonical} too",
            place=f"{new.kind} {new.alias}",
            advice="give one of them a scope, or remove the other first",
        )


def _stored(session: Session, kb_id: int, keys: list[_Key]) -> list[Synonym]:
    key = sa.tuple_(SYNONYM.c.kind, SYNONYM.c.alias, SYNONYM.c.scope)
    aliases = SYNONYM.c.alias.in_([alias for _, alias, _ in keys])
    statement = sa.select(*_COLUMNS).where(SYNONYM.c.kb_id == kb_id, aliases, key.in_(keys)).with_for_update()
    return [Synonym(**row._mapping) for row in session.execute(statement)]


def _store(session: Session, kb_id: int, synonyms: list[Synonym]) -> None:
    if not synonyms:
        return
    statement = insert(SYNONYM)
    changes = {name: statement.excluded[name] for name in ("canonical", "state", "origin")}
    rows = [{"kb_id": kb_id, **{c.name: getattr(synonym, c.name) for c in _COLUMNS}} for synonym in synonyms]
    session.execute(
        statement.on_conflict_do_update(index_elements=["kb_id", "kind", "alias", "scope"], set_=changes), rows
    )
