"""A suite: questions with the values an answer must hold and the place it must come from."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from core.errors import InvalidInput

_FIELDS = {"id", "question", "kind", "expect", "document", "anchor", "also"}


@dataclass(frozen=True, slots=True)
class Gold:
    """A right place: a document's source name and a heading, table key or record id in it."""

    document: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Case:
    """One question. ``expect`` is empty and ``golds`` too when it must be refused (kind ``absent``)."""

    id: str
    question: str
    kind: str
    expect: tuple[str, ...]
    golds: tuple[Gold, ...]

    @property
    def absent(self) -> bool:
        return self.kind == "absent"


def read_suite(path: Path) -> tuple[Case, ...]:
    """Read a suite from JSONL, or a YAML list.

    Raises:
        InvalidInput: A line or entry is not as described; nothing is returned then.
    """
    if not path.is_file():
        raise InvalidInput("no such suite", place=str(path))
    entries = list(_lines(path) if path.suffix == ".jsonl" else _entries(path))
    cases = tuple(_case(entry, place) for entry, place in entries)
    seen: set[str] = set()
    for case, (_, place) in zip(cases, entries, strict=True):
        if case.id in seen:
            raise InvalidInput(f"id {case.id!r} is used twice", place=place)
        seen.add(case.id)
    return cases


def _lines(path: Path) -> Iterator[tuple[Any, str]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        place = f"{path.name}, line {number}"
        try:
            yield json.loads(line), place
        except json.JSONDecodeError as error:
            raise InvalidInput(f"not JSON: {error.msg}", place=place) from error


def _entries(path: Path) -> Iterator[tuple[Any, str]]:
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise InvalidInput("not valid YAML", place=path.name) from error
    if not isinstance(data, list):
        raise InvalidInput("expected a list of questions", place=path.name)
    for number, entry in enumerate(data, start=1):
        yield entry, f"{path.name}[{number}]"


def _case(entry: Any, place: str) -> Case:
    if not isinstance(entry, dict) or not {"id", "question", "kind"} <= entry.keys():
        raise InvalidInput("a question needs id, question and kind", place=place)
    unknown = entry.keys() - _FIELDS
    if unknown:
        raise InvalidInput(f"unknown field {sorted(unknown)[0]!r}", place=place)
    golds = [Gold(entry["document"], str(entry.get("anchor") or ""))] if entry.get("document") else []
    golds += [Gold(str(document), str(anchor)) for document, anchor in entry.get("also") or []]
    case = Case(
        str(entry["id"]),
        str(entry["question"]),
        str(entry["kind"]),
        tuple(str(value) for value in entry.get("expect") or []),
        tuple(golds),
    )
    if case.absent == bool(case.expect or case.golds):
        raise InvalidInput("an absent question expects nothing, every other needs expect and document", place=place)
    return case
