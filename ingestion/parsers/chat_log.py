"""Exported conversations: lines that open a turn with a name and a time."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_DATE = r"\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?"
_TIME = r"(?:[上下]午|AM|PM)? ?\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?: ?[AP]M)?"
_WHEN = rf"(?P<when>{_DATE}[ T　]{{0,2}}{_TIME})"
_NAME = r"(?P<who>[^\s:：\[\]（(，。,;；][^:：\[\]，。;；\t]{0,29}?)"
_ACCOUNT = r"(?:\s?[（(<][^()（）<>]{3,40}[)）>])?"
_OPENINGS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^{_NAME}{_ACCOUNT}[ \t　]+{_WHEN}[ \t　]*(?:[:：][ \t　]*|$)",
        rf"^[\[【(（]?{_WHEN}[\]】)）]?[ \t　,，-]+{_NAME}{_ACCOUNT}[ \t　]*(?:[:：][ \t　]*|$)",
        rf"^[\[【(（]{_NAME}{_ACCOUNT}[\]】)）][ \t　]*{_WHEN}[ \t　]*(?:[:：][ \t　]*|$)",
    )
)
_LEAST_TURNS = 3
_LEAST_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: where it stands in the text, who spoke, and when, both as written."""

    start: int
    end: int
    speaker: str
    date: str


def _opening(line: str) -> tuple[str, str] | None:
    for pattern in _OPENINGS:
        match = pattern.match(line)
        if match:
            return match.group("who").strip(), match.group("when").strip()
    return None


def turns(text: str) -> list[Turn]:
    """Return the turns of a conversation in order; empty when ``text`` does not read as one.

    What stands before the first turn belongs to none. A text reads as a conversation when at least three turns open
    in it and a fifth of its lines do so.
    """
    found = list(_turns(text))
    lines = sum(1 for line in text.split("\n") if line.strip())
    return found if len(found) >= _LEAST_TURNS and len(found) >= lines * _LEAST_SHARE else []


def _turns(text: str) -> Iterator[Turn]:
    start, opened = 0, None
    at = 0
    for line in text.split("\n"):
        opening = _opening(line)
        if opening:
            if opened:
                yield Turn(start, at, *opened)
            start, opened = at, opening
        at += len(line) + 1
    if opened:
        yield Turn(start, len(text), *opened)
