"""A suite: questions with the values an answer must hold and the place it must come from."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from core.errors import InvalidInput

_FIELDS = {"id", "question", "kind", "expect", "document", "anchor", "also", "text", "facts", "tags"}


@dataclass(frozen=True, slots=True)
class Gold:
    """A right place: a document's source name and a heading, table key or record id in it."""

    document: str
    anchor: str


@dataclass(frozen=True, slots=True)
class GoldFact:
    """A fact the point layer should hold; ``value`` as the source writes it."""

    subject: str
    attribute: str
    value: str


@dataclass(frozen=True, slots=True)
class Case:
    """One question. ``expect`` is empty and ``golds`` too when it must be refused (kind ``absent``).

    Attributes:
        expect: Every value the answer must state.
        golds: Every right place.
        texts: Groups of words; those of a group must stand together in one piece of a right document, such as a
            column's name, a row's name and the value. Attribution of misses needs them.
        facts: What the point layer should hold for it; none when the answer is found in the text alone.
        tags: For figures of their own.
    """

    id: str
    question: str
    kind: str
    expect: tuple[str, ...]
    golds: tuple[Gold, ...]
    texts: tuple[tuple[str, ...], ...] = ()
    facts: tuple[GoldFact, ...] = ()
    tags: tuple[str, ...] = ()

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
        tuple(_texts(entry.get("text") or [], place)),
        tuple(_facts(entry.get("facts") or [], place)),
        tuple(str(tag) for tag in entry.get("tags") or []),
    )
    if case.absent == bool(case.expect or case.golds):
        raise InvalidInput("an absent question expects nothing, every other needs expect and document", place=place)
    return case


def _texts(groups: Any, place: str) -> Iterator[tuple[str, ...]]:
    for group in groups if isinstance(groups, list) else [groups]:
        words = tuple(str(part) for part in (group if isinstance(group, list) else [group]))
        if not all(words):
            raise InvalidInput("an empty text is found everywhere", place=f"{place}, text")
        yield words


def _facts(facts: Any, place: str) -> Iterator[GoldFact]:
    for fact in facts if isinstance(facts, list) else [facts]:
        parts = [fact.get(name) for name in ("subject", "attribute", "value")] if isinstance(fact, dict) else fact
        if (
            not isinstance(parts, list)
            or len(parts) != 3
            or not all(isinstance(part, str | int | float) for part in parts)
        ):
            raise InvalidInput("a fact is [subject, attribute, value]", place=f"{place}, facts")
        yield GoldFact(*map(str, parts))
