"""In which order facts come, and where the next page begins."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from core.errors import InvalidInput, NotFound
from store.fact_filter import FactFilter
from store.tables import FACT
from store.tables.layout import AnyRow

_MARK = "@"


@dataclass(frozen=True, slots=True)
class _Sorting:
    """What facts are sorted by; ``None`` for the id alone."""

    column: sa.ColumnElement[Any] | None
    descending: bool
    gaps: bool

    @property
    def terms(self) -> list[sa.ColumnElement[Any]]:
        """The sort keys in order; an id falls where the key before it falls, so that one comparison skips a page."""
        if self.column is None:
            return [FACT.c.id.asc()]
        if self.descending:
            return [self.column.desc().nulls_last(), FACT.c.id.desc()]
        return [self.column.asc(), FACT.c.id.asc()]

    def beyond(self, key: Any, fact_id: str) -> sa.ColumnElement[bool]:
        """Return what holds for every fact behind the one with ``key`` and ``fact_id``."""
        behind_id = FACT.c.id < fact_id if self.descending else FACT.c.id > fact_id
        if self.column is None:
            return behind_id
        if key is None:
            return sa.and_(self.column.is_(None), behind_id)
        here, there = sa.tuple_(self.column, FACT.c.id), sa.tuple_(sa.literal(key, self.column.type), fact_id)
        behind = here < there if self.descending else here > there
        return sa.or_(behind, self.column.is_(None)) if self.gaps else behind


def ordered(session: Session, statement: sa.Select[Any], kb_id: int, wanted: FactFilter) -> sa.Select[Any]:
    """Return ``statement`` in the order of ``wanted``, from where the page before has ended.

    Raises:
        InvalidInput: ``after`` belongs to another order.
        NotFound: ``after`` is an id and that fact is gone.
    """
    sorting = _sorting(wanted)
    if wanted.after is not None:
        fact_id, _, _ = wanted.after.partition(_MARK)
        statement = statement.where(sorting.beyond(_key(session, kb_id, wanted, sorting), fact_id))
    return statement.order_by(*sorting.terms)


def cursor(wanted: FactFilter, row: AnyRow) -> str:
    """Return where the page behind ``row`` begins: its id and sort key, so that it may be gone by then."""
    column: Any = _sorting(wanted).column
    if column is None:
        return str(row.id)
    key = row._mapping[column.name]
    return f"{row.id}{_MARK}{'' if key is None else key}"


def _sorting(wanted: FactFilter) -> _Sorting:
    if wanted.order_by is None:
        return _Sorting(None, descending=False, gaps=False)
    name, _, direction = wanted.order_by.partition("_")
    descending = direction == "desc"
    if name != "value":
        return _Sorting(FACT.c[name], descending, gaps=False)
    # Where a value is asked for, no fact without one is left to be put last.
    gaps = not (wanted.overlaps or wanted.within or wanted.equals or wanted.dimension)
    return _Sorting(FACT.c.sort_high if descending else FACT.c.sort_low, descending, gaps)


def _key(session: Session, kb_id: int, wanted: FactFilter, sorting: _Sorting) -> Any:
    fact_id, marked, written = (wanted.after or "").partition(_MARK)
    if sorting.column is None:
        return None
    if not marked:
        return _stored_key(session, kb_id, fact_id, sorting.column)
    if not isinstance(sorting.column.type, sa.Float):
        return written
    try:
        return float(written) if written else None
    except ValueError as error:
        raise InvalidInput("the page before had another order", place="after", advice="begin at page one") from error


def _stored_key(session: Session, kb_id: int, fact_id: str, column: sa.ColumnElement[Any]) -> Any:
    row = session.execute(sa.select(column).where(FACT.c.kb_id == kb_id, FACT.c.id == fact_id)).one_or_none()
    if row is None:
        raise NotFound("the last fact of the page before is gone", place="after", advice="begin at page one")
    return row[0]
