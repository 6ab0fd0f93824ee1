"""The questions, with the names of records filled in."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from evals.services.gold import Gold, Tables, chosen, of_named


@dataclass(frozen=True, slots=True)
class Case:
    """One question and what is right."""

    id: str
    kind: str
    question: str
    gold: Gold


def read_cases(path: Path, tables: Tables) -> tuple[Case, ...]:
    """Read the suite and compute its answers."""
    entries: list[dict[str, Any]] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return tuple(_case(entry, tables) for entry in entries)


def _case(entry: Mapping[str, Any], tables: Tables) -> Case:
    named = [tables[table][number] for table, number in entry.get("named", [])]
    names = [record["名称"] for record in named]
    where = [[field, test, _filled(value, names)] for field, test, value in entry.get("where", [])]
    case = {**entry, "where": where}
    asks_of_named = entry["kind"] in ("compare", "yes_no", "lookup")
    gold = of_named(named, case) if asks_of_named else chosen(tables[entry["of"]], case)
    return Case(entry["id"], entry["kind"], _filled(entry["question"], names), gold)


def _filled(value: Any, names: list[str]) -> Any:
    return value.format(*names) if isinstance(value, str) and "{" in value else value
