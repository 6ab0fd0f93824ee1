# ruff: noqa: E501 (tables and patterns read best unbroken)
"""The numbers of sources in a written answer: read in every form models write, kept only where there is such a one."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from core.text import sentences

_WORD = r"(?:来源|资料|片段|文档|出处|sources?|refs?\.?)?"
_MARK = re.compile(
    rf"([ \t]*)[\[［【]\s*\^?\s*{_WORD}\s*[:：#]?\s*(\d{{1,3}}(?:\s*(?:[,，、;；]|和|and)\s*{_WORD}\s*\d{{1,3}})*)\s*[\]］】]",
    re.I,
)
_NUMBER = re.compile(r"\d+")
_PLAIN = re.compile(r"\[(\d{1,3})\]")
_LEADING = re.compile(r"(?:\s*\[\d{1,3}\])+")


@dataclass(frozen=True, slots=True)
class Cited:
    """A text with citations as ``[1][2]``; ``removed`` are the numbers that named no source."""

    text: str
    removed: tuple[int, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers cited, each once, in the order of the text."""
        return tuple(dict.fromkeys(int(number) for number in _PLAIN.findall(self.text)))


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of an answer without its marks, and the numbers of the sources it stands on."""

    text: str
    numbers: tuple[int, ...]


def cited(text: str, known: Collection[int]) -> Cited:
    """Return ``text`` with its citations in one form, those that are not ``known`` taken out."""
    removed: dict[int, None] = {}

    def one_form(match: re.Match[str]) -> str:
        numbers = [int(number) for number in _NUMBER.findall(match[2])]
        removed.update(dict.fromkeys(number for number in numbers if number not in known))
        kept = "".join(f"[{number}]" for number in dict.fromkeys(numbers) if number in known)
        return match[1] + kept if kept else ""

    return Cited(_MARK.sub(one_form, text).strip(), tuple(removed))


def statements(text: str) -> tuple[Statement, ...]:
    """Return the sentences of a text whose citations are in one form, each with its sources.

    One without a citation of its own stands on that of the next sentence in its line, else on the last one before,
    else on the first one after.
    """
    found: list[tuple[str, tuple[int, ...], int]] = []
    for line_number, line in enumerate(text.splitlines()):
        for piece in _pieces(line):
            numbers = tuple(dict.fromkeys(int(number) for number in _PLAIN.findall(piece)))
            bare = _PLAIN.sub("", piece).strip()
            if bare:
                found.append((bare, numbers, line_number))
    return tuple(Statement(bare, numbers or _borrowed(found, at)) for at, (bare, numbers, _) in enumerate(found))


def _pieces(line: str) -> list[str]:
    """Split a line into sentences; marks after a full stop belong to the sentence before it."""
    pieces: list[str] = []
    for sentence in sentences(line):
        leading = _LEADING.match(sentence.text)
        rest = sentence.text
        if leading and pieces:
            pieces[-1] += leading.group()
            rest = rest[leading.end() :]
        if rest.strip():
            pieces.append(rest)
    return pieces


def _borrowed(found: list[tuple[str, tuple[int, ...], int]], at: int) -> tuple[int, ...]:
    line = found[at][2]
    after = [numbers for _, numbers, where in found[at + 1 :] if numbers and where == line]
    before = [numbers for _, numbers, _ in found[:at] if numbers]
    later = [numbers for _, numbers, _ in found[at + 1 :] if numbers]
    return next(iter(after + before[::-1] + later), ())
