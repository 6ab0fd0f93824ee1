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
    cases, faults = read_leniently(path)
    if faults:
        raise faults[0]
    return cases


def read_leniently(path: Path) -> tuple[tuple[Case, ...], tuple[InvalidInput, ...]]:
    """Return the entries that are as described, and a fault for each that is not.

    Raises:
        InvalidInput: There is no such file, or it is no list of entries at all.
    """
    if not path.is_file():
        raise InvalidInput("no such suite", place=str(path))
    cases: dict[str, Case] = {}
    faults: list[InvalidInput] = []
    for entry, place in _lines(path) if path.suffix == ".jsonl" else _entries(path):
        try:
            case = _case(entry, place)
            if case.id in cases:
                raise InvalidInput(f"id {case.id!r} is used twice", place=place)
            cases[case.id] = case
        except InvalidInput as error:
            faults.append(error)
    return tuple(cases.values()), tuple(faults)


def _lines(path: Path) -> Iterator[tuple[Any, str]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        place = f"{path.name}, line {number}"
        try:
            yield json.loads(line), place
        except json.JSONDecodeError as error:
            yield InvalidInput(f"not JSON: {error.msg}", place=place), place


def _entries(path: Path) -> Iterator[tuple[Any, str]]:
    text = path.read_text(encoding="utf-8")
    try:
        node, data = yaml.compose(text, Loader=yaml.SafeLoader), yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark else ""
        raise InvalidInput("not valid YAML", place=f"{path.name}{where}") from error
    if not isinstance(data, list) or node is None:
        raise InvalidInput("expected a list of questions", place=path.name)
    for number, (entry, part) in enumerate(zip(data, node.value, strict=True), start=1):
        yield entry, f"{path.name}[{number}], line {part.start_mark.line + 1}"


def _case(entry: Any, place: str) -> Case:
    if isinstance(entry, InvalidInput):
        raise entry
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
