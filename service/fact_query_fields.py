"""The query language of facts, second half: clauses to a filter."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, get_args

from core.errors import NotFound
from core.fact import SCOPE_FIELDS, FactState, Origin, Scope
from core.knowledge_base import KnowledgeBase
from core.quantity import DIMENSIONS, parse
from core.vocabulary import TermKind
from service.document_pages import document_named
from service.fact_query_clauses import Clause
from service.fact_query_quantities import both, bounded, circumstance, quantity_in, written_out
from service.names import canonical_names
from store.fact_filter import FactFilter
from store.session import Session

_COMPARING = ("<", "<=", ">", ">=")


@dataclass(frozen=True, slots=True)
class Place:
    """Where names and documents are looked up."""

    session: Session
    kb: KnowledgeBase


def narrowed(wanted: FactFilter, clause: Clause, place: Place) -> FactFilter:
    """Return ``wanted`` with ``clause`` added; names may be aliases.

    Raises:
        InvalidInput: The operator or value does not suit the field.
        NotFound: No such document.
    """
    if clause.field in SCOPE_FIELDS or clause.field == "on":
        return replace(wanted, scope=_scope(wanted.scope or Scope(), clause))
    return _READERS[clause.field](wanted, clause, place)


def _alternatives(clause: Clause) -> tuple[str, ...]:
    return tuple(part.strip() for part in clause.value.split("|") if part.strip())


def _only(clause: Clause, *operators: str) -> None:
    if clause.operator not in operators:
        raise clause.wrong(f"{clause.field} does not take {clause.operator}", f"use {' or '.join(operators)}")


def _named(wanted: FactFilter, clause: Clause, place: Place) -> FactFilter:
    _only(clause, "=", "~")
    kind: TermKind = "subject" if clause.field == "subject" else "attribute"
    changed: dict[str, Any] = {f"{kind}_text": clause.value}
    if clause.operator == "=":
        names = canonical_names(place.session, place.kb, kind, _alternatives(clause))
        changed = {f"{kind}s": tuple(dict.fromkeys((*getattr(wanted, f"{kind}s"), *names)))}
    return replace(wanted, **changed)


def _value(wanted: FactFilter, clause: Clause, _place: Place) -> FactFilter:
    if clause.operator == "~":
        return replace(wanted, value_text=clause.value)
    if clause.operator in _COMPARING:
        bound = bounded(clause)
        return replace(wanted, overlaps=both(wanted.overlaps, bound, clause) if wanted.overlaps else bound)
    quantity = quantity_in(clause)
    if clause.operator == "=" and quantity is None:
        return replace(wanted, value_words=_alternatives(clause))
    if quantity is None:
        raise clause.wrong(f"{clause.value!r} is no quantity", "write a number or range with its unit, such as 3~7天")
    fields: dict[str, str] = {"=": "equals", "in": "within", "overlaps": "overlaps"}
    changed: dict[str, Any] = {fields[clause.operator]: quantity}
    return replace(wanted, **changed)


def _condition(wanted: FactFilter, clause: Clause, _place: Place) -> FactFilter:
    _only(clause, "=", "~")
    if clause.operator == "~":
        return replace(wanted, condition_text=clause.value)
    stated = circumstance(clause)
    return replace(wanted, condition_words=clause.value) if stated is None else replace(wanted, circumstance=stated)


def _unit(wanted: FactFilter, clause: Clause, _place: Place) -> FactFilter:
    _only(clause, "=")
    known = parse(f"1{written_out(f'1{clause.value}')[1:]}")
    return replace(wanted, unit=known.unit if known and known.unit else clause.value)


def _dimension(wanted: FactFilter, clause: Clause, _place: Place) -> FactFilter:
    _only(clause, "=")
    if clause.value not in DIMENSIONS and not clause.value.startswith("rate."):
        raise clause.wrong(f"unknown dimension {clause.value!r}", "see dianmian normalise, or docs/quantities.md")
    return replace(wanted, dimension=clause.value)


def _chosen(known: tuple[Any, ...]) -> Callable[[Clause], tuple[Any, ...]]:
    def choose(clause: Clause) -> tuple[Any, ...]:
        _only(clause, "=")
        chosen = _alternatives(clause)
        for name in chosen:
            if name not in known:
                at = clause.value.find(name)
                raise clause.wrong(f"unknown {clause.field} {name!r}", f"use {', '.join(map(str, known))}", at)
        return chosen

    return choose


def _state(wanted: FactFilter, clause: Clause, _place: Place) -> FactFilter:
    every = get_args(FactState)
    chosen = _chosen((*every, "all"))(clause)
    return replace(wanted, states=every if "all" in chosen else chosen)


def _origin(wanted: FactFilter, clause: Clause, _place: Place) -> FactFilter:
    return replace(wanted, origins=_chosen(get_args(Origin))(clause))


def _document(wanted: FactFilter, clause: Clause, place: Place) -> FactFilter:
    _only(clause, "=")
    ids = []
    for name in _alternatives(clause):
        try:
            ids.append(document_named(place.session, place.kb.id, name).id)
        except NotFound as error:
            error.place = f"{clause.place}, character {clause.start + clause.value.find(name)}"
            raise
    return replace(wanted, document_ids=tuple(ids))


def _confidence(wanted: FactFilter, clause: Clause, _place: Place) -> FactFilter:
    _only(clause, ">=")
    try:
        least = float(clause.value)
    except ValueError:
        least = -1.0
    if not 0 <= least <= 1:
        raise clause.wrong(f"{clause.value!r} is no confidence", "write a number from 0 to 1")
    return replace(wanted, least_confidence=least)


def _text(wanted: FactFilter, clause: Clause, _place: Place) -> FactFilter:
    _only(clause, "~", "=")
    return replace(wanted, text=clause.value)


def _scope(scope: Scope, clause: Clause) -> Scope:
    _only(clause, "=")
    if clause.field != "on":
        changed: dict[str, Any] = {clause.field: clause.value}
        return replace(scope, **changed)
    try:
        day = date.fromisoformat(clause.value)
    except ValueError as error:
        raise clause.wrong(f"{clause.value!r} is no date", "write it as 2025-03-01") from error
    return replace(scope, valid_from=day, valid_to=day)


_READERS: Mapping[str, Callable[[FactFilter, Clause, Place], FactFilter]] = {
    "subject": _named, "attribute": _named, "value": _value, "condition": _condition, "unit": _unit,
    "dimension": _dimension, "state": _state, "origin": _origin, "document": _document, "confidence": _confidence,
    "text": _text,
}  # fmt: skip
