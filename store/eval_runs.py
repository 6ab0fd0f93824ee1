"""Queries on evaluation runs. What a run holds is JSON here; only ``evals`` knows what it means."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from core.errors import Conflict, InvalidInput, NotFound
from store.tables import EVAL_RUN as RUN
from store.tables import KNOWLEDGE_BASE as KB

LATEST = "latest"
_LONGEST_NAME = 200
_HEAD = (KB.c.name.label("kb"), RUN.c.name, RUN.c.suite, RUN.c.made_at, RUN.c.settings, RUN.c.figures)


@dataclass(frozen=True, slots=True)
class EvalRun:
    """A stored run of knowledge base ``kb``. ``cases`` is empty where only the head of a run was read."""

    kb: str
    name: str
    suite: str
    made_at: datetime
    settings: Mapping[str, Any]
    figures: Mapping[str, float]
    cases: tuple[Mapping[str, Any], ...] = ()


def save(session: Session, kb_id: int, run: EvalRun) -> None:
    """Store ``run`` under its name in the knowledge base ``kb_id``; ``run.kb`` is not looked at.

    Raises:
        InvalidInput: The name is empty, too long, padded, or ``latest``.
        Conflict: The knowledge base has a run of this name already.
        NotFound: The tenant has no such knowledge base.
    """
    check_name(run.name)
    row: dict[str, Any] = {
        "kb_id": kb_id,
        "name": run.name,
        "suite": run.suite,
        "made_at": run.made_at,
        "settings": dict(run.settings),
        "figures": dict(run.figures),
        "cases": [dict(case) for case in run.cases],
    }
    statement = insert(RUN).values(row).on_conflict_do_nothing().returning(RUN.c.name)
    if session.scalar(statement) is None:
        raise _taken(run.name)


def check_free(session: Session, kb_id: int, name: str) -> None:
    """Refuse a name under which ``save`` could not store a run, before the run is made.

    Raises:
        InvalidInput, Conflict: As ``save``.
    """
    check_name(name)
    if session.scalar(sa.select(RUN.c.name).where(RUN.c.kb_id == kb_id, RUN.c.name == name)):
        raise _taken(name)


def check_name(name: str) -> None:
    """Refuse a name no run can have.

    Raises:
        InvalidInput: It is empty, too long, padded, has control characters, or is ``latest``.
    """
    fits = name and name == name.strip() and len(name) <= _LONGEST_NAME and name.isprintable()
    if not fits or name == LATEST:
        raise InvalidInput(
            f"{name!r} is no name for a run",
            place="name",
            advice=f"use 1 to {_LONGEST_NAME} printable characters, and not {LATEST}",
        )


def listing(session: Session, kb: str | None = None) -> list[EvalRun]:
    """Return the tenant's runs, or those of one knowledge base, without their cases, the newest first."""
    statement = _runs(_HEAD, kb).order_by(RUN.c.made_at.desc(), KB.c.name, RUN.c.name)
    return [EvalRun(**row._mapping) for row in session.execute(statement)]


def get(session: Session, name: str, kb: str | None = None) -> EvalRun:
    """Return the run called ``name``, the newest of all for ``latest``, with its cases.

    Args:
        session: An open transaction.
        name: The run.
        kb: Look in this knowledge base alone.

    Raises:
        NotFound: There is none.
        Conflict: Several knowledge bases have one of this name.
    """
    statement = _runs((*_HEAD, RUN.c.cases), kb)
    if name == LATEST:
        statement = statement.order_by(RUN.c.made_at.desc(), KB.c.name, RUN.c.name).limit(1)
    else:
        statement = statement.where(RUN.c.name == name).order_by(KB.c.name).limit(2)
    found = session.execute(statement).all()
    if not found:
        where = f" of {kb}" if kb else ""
        raise NotFound(f"there is no run {name}{where}", place=name, advice="dianmian eval list shows all")
    if len(found) > 1:
        bases = ", ".join(row.kb for row in found)
        raise Conflict(f"several knowledge bases have a run {name}: {bases} …", place=name, advice="add --kb")
    values = dict(found[0]._mapping)
    return EvalRun(**{**values, "cases": tuple(values["cases"])})


def delete(session: Session, name: str, kb: str | None = None) -> EvalRun:
    """Delete the run that ``get`` returns, and return it.

    Raises:
        NotFound, Conflict: As ``get``.
    """
    run = get(session, name, kb)
    base = sa.select(KB.c.id).where(KB.c.name == run.kb).scalar_subquery()
    session.execute(sa.delete(RUN).where(RUN.c.kb_id == base, RUN.c.name == run.name))
    return run


def _taken(name: str) -> Conflict:
    advice = f"choose another name, or remove it: dianmian eval delete {name}"
    return Conflict(f"there is a run {name} already", place=name, advice=advice)


def _runs(columns: tuple[Any, ...], kb: str | None) -> sa.Select[Any]:
    statement = sa.select(*columns).join_from(RUN, KB, KB.c.id == RUN.c.kb_id)
    return statement if kb is None else statement.where(KB.c.name == kb)
