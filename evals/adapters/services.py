"""The project's own questions over the CrossWOZ database, with answers computed from its files (evals/services)."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from core.errors import InvalidInput
from evals.adapters.row import list_rows
from evals.services.gold import TABLES, Tables, read_tables
from evals.services.suite import Case as Asked
from evals.services.suite import read_cases
from evals.suite import Case, Gold

_SUITE = Path(__file__).resolve().parents[1] / "suites" / "services.yaml"


def services_cases(folder: Path) -> Iterator[Case | None]:
    """Yield the questions over the tables in ``folder``; none for yes or no and for lists of nothing.

    A suite looks for values in the text: 是 is found in many a wrong answer, and nothing cannot be looked for.

    Raises:
        InvalidInput: A table is not there, or holds other records than the questions are about.
    """
    if not folder.is_dir():
        raise InvalidInput("no such folder", place=str(folder))
    for table in TABLES:
        _check(folder / f"{table}_db.json")
    try:
        tables = read_tables(folder)
        asked = read_cases(_SUITE, tables)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        words = f"the questions are about other records: {type(error).__name__} {error}"
        raise InvalidInput(words, place=folder.name) from error
    entries = {entry["id"]: entry for entry in yaml.safe_load(_SUITE.read_text(encoding="utf-8"))}
    entries = {entry["id"]: entry for entry in yaml.safe_load(_SUITE.read_text(encoding="utf-8"))}
    yield from (_case(each, entries[each.id], tables) for each in asked)


def _check(path: Path) -> None:
    for pair in list_rows(path):
        if [part.kind for part in pair.node.items] != ["text", "mapping"]:
            raise InvalidInput("expected [name, record]", place=str(pair.node.place))


def _case(asked: Asked, entry: Mapping[str, Any], tables: Tables) -> Case | None:
    gold, document = asked.gold, f"{entry['of']}_db.json"
    if asked.kind == "yes_no" or not (gold.names or gold.stated):
        return None
    if asked.kind == "count":
        return Case(asked.id, asked.question, asked.kind, (str(len(gold.names)),), (Gold(document, ""),))
    spoken_of = [tables[table][number]["名称"] for table, number in entry.get("named", [])]
    # Records that a list asks for are its places; a record that is only named in a condition (附近) is none.
    places = spoken_of if gold.stated else gold.names
    expect = (*gold.names, *gold.stated)
    return Case(asked.id, asked.question, asked.kind, expect, tuple(Gold(document, place) for place in places))
