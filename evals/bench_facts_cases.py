"""What ``make bench-facts`` asks: each question as the product answers it, and as SQL written by hand for the same."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.quantity import Quantity, parse
from evals.bench_facts_data import SUBJECTS, subject
from store import facts
from store.fact_rows import keys_of
from store.facts import FactFilter
from store.session import Session

Rows = Sequence[Sequence[Any]]
Statement = tuple[str, Mapping[str, Any]]

_LIVE = " AND state IN ('candidate', 'approved')"
_NAMED = " FROM fact WHERE kb_id = %(kb)s AND attribute = %(attribute)s" + _LIVE
_VALUED = (
    _NAMED + " AND dimension = %(dimension)s AND canonical_unit = %(unit)s AND low_key <= %(high_key)s"
    " AND high_key >= %(low_key)s AND coalesce(value_range && numrange(%(low)s, %(high)s, '[]'), false)"
)
_HELD = """ AND conditions <> '[]' AND (SELECT bool_and(
    coalesce((item #>> '{quantity,canonical_low}')::numeric, '-Infinity') <= %(point)s
    AND coalesce((item #>> '{quantity,canonical_high}')::numeric, 'Infinity') > %(point)s)
    FROM jsonb_array_elements(conditions) item WHERE item #>> '{quantity,dimension}' = 'duration')"""
_OF_SUBJECT = " AND subject = %(subject)s"
_RISING, _FALLING = " ORDER BY sort_low, id LIMIT 50", " ORDER BY sort_high DESC NULLS LAST, id DESC LIMIT 50"
_BY_ID = " ORDER BY id LIMIT 50"
_DURATIONS = ("保修期", "免费维护期", "分期期数上限", "电池质保期")
_TERMS = ("退货期限", "换货期限", "试用期", "保价期")


@dataclass(frozen=True, slots=True)
class Case:
    """One kind of question. ``product`` and ``bare`` take a turn, which varies it, and say the same in their own form.

    ``bare`` gives statements that are executed one after the other; ``shown`` brings the rows of all of them into the
    form ``product`` returns, so that the two can be held against each other.
    """

    name: str
    product: Callable[[Session, int, int], Any]
    bare: Callable[[int, int], list[Statement]]
    shown: Callable[[list[Rows]], Any]


def cases() -> list[Case]:
    """Return every kind of question."""
    return [
        Case("range_sort", _page(_rising), _paged(_rising, _VALUED, _RISING), _page_shown),
        Case("range_sort_falling", _page(_falling), _paged(_falling, _VALUED, _FALLING), _page_shown),
        Case("set", _subjects, _subjects_bare, lambda rows: [tuple(row) for row in rows[0]]),
        Case("equality", _selected(_equality), _one(_equality, _OF_SUBJECT), _ids),
        Case("condition", _selected(_condition), _one(_condition, _OF_SUBJECT + _HELD), _ids),
        Case("condition_of_all", _page(_for_all), _paged(_for_all, _NAMED + _HELD, _RISING), _page_shown),
    ]


def _rising(turn: int) -> FactFilter:
    asked = _parsed(f"{6 + turn % 30}个月至{12 + turn % 30}个月")
    return FactFilter(attributes=(_DURATIONS[turn % 4],), overlaps=asked, order_by="value_asc", limit=50)


def _falling(turn: int) -> FactFilter:
    return replace(_rising(turn), order_by="value_desc")


def _set(turn: int) -> FactFilter:
    return FactFilter(attributes=(_TERMS[turn % 4],), overlaps=_parsed(f">={35 + turn % 20}天"))


def _equality(turn: int) -> FactFilter:
    return FactFilter(subjects=(subject(turn * 37 % SUBJECTS),), attributes=(_DURATIONS[turn % 4],), limit=50)


def _condition(turn: int) -> FactFilter:
    return FactFilter(
        subjects=(subject(turn * 37 % SUBJECTS),),
        attributes=(_DURATIONS[turn % 4],),
        circumstance=_parsed(f"{turn % 7}.5年"),
        limit=50,
    )


def _for_all(turn: int) -> FactFilter:
    return replace(_condition(turn), subjects=(), order_by="value_asc")


def _page(wanted: Callable[[int], FactFilter]) -> Callable[[Session, int, int], Any]:
    def product(session: Session, kb_id: int, turn: int) -> Any:
        page = facts.page(session, kb_id, wanted(turn))
        return [fact.id for fact in page.facts], page.total

    return product


def _paged(wanted: Callable[[int], FactFilter], meant: str, order: str) -> Callable[[int, int], list[Statement]]:
    def bare(kb_id: int, turn: int) -> list[Statement]:
        bound = _bound(kb_id, wanted(turn))
        return [("SELECT *" + meant + order, bound), ("SELECT count(*)" + meant, bound)]

    return bare


def _page_shown(rows: list[Rows]) -> Any:
    return [row[1] for row in rows[0]], rows[1][0][0]


def _subjects(session: Session, kb_id: int, turn: int) -> Any:
    return [(found.subject, found.count) for found in facts.subjects(session, kb_id, _set(turn))]


def _subjects_bare(kb_id: int, turn: int) -> list[Statement]:
    statement = "SELECT subject, count(*)" + _VALUED + " GROUP BY subject ORDER BY subject"
    return [(statement, _bound(kb_id, _set(turn)))]


def _selected(wanted: Callable[[int], FactFilter]) -> Callable[[Session, int, int], Any]:
    return lambda session, kb_id, turn: [fact.id for fact in facts.select(session, kb_id, wanted(turn))]


def _one(wanted: Callable[[int], FactFilter], narrowed: str) -> Callable[[int, int], list[Statement]]:
    return lambda kb_id, turn: [("SELECT *" + _NAMED + narrowed + _BY_ID, _bound(kb_id, wanted(turn)))]


def _ids(rows: list[Rows]) -> Any:
    return [row[1] for row in rows[0]]


def _bound(kb_id: int, wanted: FactFilter) -> dict[str, Any]:
    bound: dict[str, Any] = {"kb": kb_id, "attribute": wanted.attributes[0], "subject": "".join(wanted.subjects)}
    if wanted.circumstance is not None:
        bound["point"] = wanted.circumstance.canonical_low
    if wanted.overlaps is not None:
        value = wanted.overlaps
        bound |= {"dimension": value.dimension, "unit": value.canonical_unit}
        bound |= {"low": value.canonical_low, "high": value.canonical_high}
        bound["low_key"], bound["high_key"] = keys_of(value)
    return bound


def _parsed(words: str) -> Quantity:
    found = parse(words)
    if found is None:
        raise ValueError(words)
    return found
