"""Queries on aliases and the canonical words they lead to."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from core.alias_rules import contradiction
from core.errors import Conflict, InvalidInput, NotFound
from core.text import fold
from core.vocabulary import Synonym, TermKind, TermState
from store import vocabulary
from store.knowledge_bases import bump
from store.tables import SYNONYM

_COLUMNS = [column for column in SYNONYM.columns if column.name != "kb_id"]
_LONGEST = 300
_Key = tuple[str, str, str]


def upsert(session: Session, kb_id: int, synonyms: Sequence[Synonym]) -> None:
    """Store these aliases, over those of the same kind, alias and scope.

    An accepted alias takes the place of a proposed or rejected one, whatever that led to. A proposal never changes
    what a person has decided about the same pair. When a word that aliases lead to becomes an alias itself, they lead
    on to its canonical word.

    Raises:
        Conflict: An alias would lead to two canonical words in one scope, to another alias, or is a word of the
            vocabulary itself; the message names the words.
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
    changed = [*_led_on(session, kb_id, rows), *rows.values()]
    _check_together(session, kb_id, changed)
    _store(session, kb_id, changed)
    bump(session, kb_id)


def propose(session: Session, kb_id: int, synonyms: Sequence[Synonym]) -> list[Synonym]:
    """Store these aliases as proposals, their origin kept, and return those that are new.

    What is known in any state under the same kind and scope is left out: a person's decision stands, and of two
    proposals for one alias the first waits. Nothing proposed acts until it is accepted.

    Raises:
        InvalidInput: An alias or canonical word is empty or too long.
    """
    known = {_folded(synonym) for synonym in listing(session, kb_id)}
    fresh: dict[_Key, Synonym] = {}
    for synonym in synonyms:
        if _folded(synonym) not in known and fold(synonym.alias) != fold(synonym.canonical):
            fresh.setdefault(_folded(synonym), replace(synonym, state="proposed"))
    upsert(session, kb_id, list(fresh.values()))
    return list(fresh.values())


def get(session: Session, kb_id: int, kind: TermKind, alias: str, scope: str = "") -> Synonym:
    """Return the alias of this kind and scope, in whatever state.

    Raises:
        NotFound: There is none.
    """
    wanted = (kind, fold(alias), scope)
    for synonym in listing(session, kb_id, kind):
        if _folded(synonym) == wanted:
            return synonym
    where = f" in scope {scope}" if scope else ""
    raise NotFound(f"there is no alias {alias}{where}", place=f"{kind} {alias}", advice="see: dianmian synonyms list")


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


def clear(session: Session, kb_id: int, kinds: Collection[TermKind]) -> None:
    """Delete every accepted alias of these kinds; proposals and rejections stay."""
    accepted = sa.and_(SYNONYM.c.kind.in_(list(kinds)), SYNONYM.c.state == "accepted")
    session.execute(sa.delete(SYNONYM).where(SYNONYM.c.kb_id == kb_id, accepted))
    bump(session, kb_id)


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


def _folded(synonym: Synonym) -> _Key:
    return synonym.kind, fold(synonym.alias), synonym.scope


def _led_on(session: Session, kb_id: int, new: Mapping[_Key, Synonym]) -> list[Synonym]:
    """Return the stored aliases that would lead to an alias, with the word that one leads to."""
    onward = {_folded(item): item.canonical for item in new.values() if item.state == "accepted"}
    found: list[Synonym] = []
    for stored in listing(session, kb_id, state="accepted") if onward else []:
        target = fold(stored.canonical)
        further = onward.get((stored.kind, target, stored.scope)) or onward.get((stored.kind, target, ""))
        # A circle is left as it is, to be refused.
        if further is not None and fold(further) != fold(stored.alias) and _key(stored) not in new:
            found.append(replace(stored, canonical=further))
    return found


def _check_together(session: Session, kb_id: int, new: Sequence[Synonym]) -> None:
    """Hold what is being accepted against what is already."""
    accepted = [synonym for synonym in new if synonym.state == "accepted"]
    if not accepted:
        return
    changed = {_key(synonym) for synonym in new}
    kept = [synonym for synonym in listing(session, kb_id, state="accepted") if _key(synonym) not in changed]
    found = contradiction([*kept, *accepted], vocabulary.listing(session, kb_id, state="accepted"))
    if found is not None:
        raise Conflict(found.message, place=found.alias, advice=found.advice)


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
