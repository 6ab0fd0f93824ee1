"""Sentences and clauses with their character offsets. Numbers, quotations and brackets are never split."""

from collections.abc import Iterator
from dataclasses import dataclass

_SENTENCE_ENDS = "。！？!?\n"
_CLAUSE_ENDS = "；;"
_OPENING = dict(zip("「『“《（(【〈", "」』”》）)】〉", strict=True))
_TRAILERS = "」』”》）)】〉"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text: ``text == whole[start:end]``."""

    text: str
    start: int
    end: int


def sentences(text: str) -> tuple[Piece, ...]:
    """Split into sentences at 。！？ and line ends; an English full stop ends one before a space."""
    return tuple(_split(text, 0, _SENTENCE_ENDS, full_stop=True))


def clauses(sentence: Piece) -> tuple[Piece, ...]:
    """Split a sentence at semicolons. Offsets stay those of the whole text."""
    return tuple(_split(sentence.text, sentence.start, _CLAUSE_ENDS, full_stop=False))


def _split(text: str, offset: int, ends: str, *, full_stop: bool) -> Iterator[Piece]:
    start = 0
    awaited: list[str] = []
    for at, char in enumerate(text):
        if char in _OPENING and _OPENING[char] in text[at:]:
            awaited.append(_OPENING[char])
        elif awaited and char == awaited[-1]:
            awaited.pop()
        ends_here = char in ends or (full_stop and char == "." and text[at + 1 : at + 2].isspace())
        if char == "\n":
            awaited.clear()
        if ends_here and not awaited and text[at + 1 : at + 2] not in _TRAILERS.strip():
            yield from _piece(text, start, at + 1, offset)
            start = at + 1
    yield from _piece(text, start, len(text), offset)


def _piece(text: str, start: int, end: int, offset: int) -> Iterator[Piece]:
    raw = text[start:end]
    left = len(raw) - len(raw.lstrip())
    kept = raw.strip()
    if kept:
        yield Piece(kept, offset + start + left, offset + start + left + len(kept))
