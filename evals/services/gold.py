"""Right answers, computed from the files in plain Python: nothing here knows the product."""

import json
import operator
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TABLES = ("hotel", "attraction", "restaurant")
_TIMES = re.compile(r"(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})")
_HOURS = {"小时": 1.0, "天": 24.0}
_SPAN = re.compile(r"([\d.]+)(小时|天)")

Record = Mapping[str, Any]
Tables = Mapping[str, Sequence[Record]]


@dataclass(frozen=True, slots=True)
class Gold:
    """What is right: the names in order, the values they are ordered by, and what is true of the record asked about."""

    names: tuple[str, ...]
    values: tuple[float, ...] = ()
    holds: bool = True
    stated: tuple[str, ...] = ()


def read_tables(folder: Path) -> dict[str, list[Record]]:
    """Read the ``[name, record]`` pairs of each table."""
    return {
        name: [record for _, record in json.loads((folder / f"{name}_db.json").read_text(encoding="utf-8"))]
        for name in TABLES
    }


def passes(record: Record, condition: Sequence[Any]) -> bool:
    """Return whether ``record`` fulfils ``[field, test, value]``; a field that is missing fulfils nothing."""
    field, test, value = condition
    found = record.get(field)
    if found is None:
        return False
    if test in ("has", "lacks"):
        items = [str(item).strip() for item in (found if isinstance(found, list) else [found])]
        return bool((value in items) == (test == "has"))
    if test == "says":
        return bool(value in found)
    if test == "at":
        return any(_open_at(match, value) for match in _TIMES.findall(found))
    numbers = [float(found)] if isinstance(found, int | float) else _hours(found)
    return bool(numbers) and all(_compare(number, test, float(value)) for number in numbers)


def chosen(records: Sequence[Record], case: Mapping[str, Any]) -> Gold:
    """Return the records a case asks for, those that share the last place included."""
    kept = [record for record in records if all(passes(record, condition) for condition in case.get("where", []))]
    if "sort" not in case:
        return Gold(tuple(record["名称"] for record in kept))
    field, direction = case["sort"]
    valued = [record for record in kept if record.get(field) is not None]
    valued.sort(key=lambda record: record[field], reverse=direction == "desc")
    top = case.get("top")
    if top is not None and len(valued) > top:
        valued = [record for at, record in enumerate(valued) if at < top or record[field] == valued[top - 1][field]]
    return Gold(tuple(record["名称"] for record in valued), tuple(float(record[field]) for record in valued))


def of_named(records: Sequence[Record], case: Mapping[str, Any]) -> Gold:
    """Return what is true of the records a case names: whether they fulfil it, or which of them comes first."""
    if case["kind"] == "yes_no":
        holds = all(passes(record, condition) for record in records for condition in case["where"])
        return Gold((), holds=holds)
    stated = tuple(str(record[case["field"]]) for record in records)
    if case["kind"] == "lookup":
        return Gold((), stated=stated)
    pick = max if case["sort"][1] == "desc" else min
    best = pick(records, key=lambda record: record[case["field"]])
    return Gold((best["名称"],), stated=stated)


def _hours(text: str) -> list[float]:
    return [float(number) * _HOURS[unit] for number, unit in _SPAN.findall(text)]


def _compare(found: float, test: str, value: float) -> bool:
    tests = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq}
    return bool(tests[test](found, value))


def _open_at(times: Sequence[str], minute: int) -> bool:
    first, last = (int(times[at]) * 60 + int(times[at + 1]) for at in (0, 2))
    return first <= minute <= last if first < last else minute >= first or minute <= last
