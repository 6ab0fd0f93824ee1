"""A log of questions people asked: one a line, or JSON lines; repetitions are counted."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rapidfuzz import fuzz

from core.errors import InvalidInput
from core.text import fold

_BAD = frozenset({"-1", "down", "bad", "dislike", "no", "false"})
_NUMBER = re.compile(r"\d+(?:\.\d+)?|[零一二三四五六七八九十百千万两半]+")
_NOT_WORDS = re.compile(r"[\W_]+")
_ALIKE = 92


@dataclass(frozen=True, slots=True)
class Logged:
    """One question of a log.

    Attributes:
        question: As it was first asked.
        disliked: Whoever asked was not content with the answer, at least once.
        answer: What was answered then: the disliked answer where there is one; empty when the log does not say.
        count: How often it was asked.
    """

    question: str
    disliked: bool = False
    answer: str = ""
    count: int = 1


def read_log(path: Path) -> tuple[Logged, ...]:
    """Read a question a line, or JSON lines with ``question`` and, where known, ``answer`` and ``feedback``.

    Questions that are the same but for a few letters, with the same numbers, are one; the most frequent come first.

    Raises:
        InvalidInput: The file is not there or no text, or a line is neither.
    """
    if not path.is_file():
        raise InvalidInput("no such log", place=str(path))
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise InvalidInput("the log is no text in UTF-8", place=path.name, advice="save it as UTF-8") from error
    found = (_logged(line.strip(), f"{path.name}, line {at}") for at, line in enumerate(lines, start=1) if line.strip())
    return tuple(merged(found))


def merged(log: Iterable[Logged]) -> Iterator[Logged]:
    """Yield each question once with how often it was asked, the most frequent first, else in the order of the log."""
    same: dict[str, Logged] = {}
    for logged in log:
        key = _NOT_WORDS.sub("", fold(logged.question)) or fold(logged.question)
        same[key] = _joined(same[key], logged) if key in same else logged
    groups: dict[str, Logged] = {}
    for key, logged in same.items():
        alike = next((known for known in groups if _alike(known, key)), None)
        groups[alike or key] = _joined(groups[alike], logged) if alike else logged
    yield from sorted(groups.values(), key=lambda logged: -logged.count)


def _alike(one: str, other: str) -> bool:
    return _NUMBER.findall(one) == _NUMBER.findall(other) and fuzz.ratio(one, other) >= _ALIKE


def _joined(known: Logged, again: Logged) -> Logged:
    worse = again.disliked and not known.disliked
    answer = again.answer if (worse and again.answer) or not known.answer else known.answer
    return replace(known, disliked=known.disliked or again.disliked, answer=answer, count=known.count + again.count)


def _logged(line: str, place: str) -> Logged:
    if not line.startswith("{"):
        return Logged(line)
    try:
        row = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        told = getattr(error, "msg", "nested too deep")
        raise InvalidInput(f"not JSON: {told}", place=place) from error
    question, answer = row.get("question"), row.get("answer") or ""
    if not isinstance(question, str) or not question.strip():
        raise InvalidInput("a line of a log needs a question", place=place, advice='write {"question": "…"}')
    if not isinstance(answer, str):
        raise InvalidInput("the answer of a line is no text", place=place, advice='write {"answer": "…"}')
    return Logged(question.strip(), str(row.get("feedback", "")).lower() in _BAD, answer.strip())
