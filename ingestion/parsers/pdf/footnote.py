"""Footnotes: small print at the foot of a page, opened by the mark that the text above carries."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ingestion.parsers.pdf.line import Box, box_around, cell_text, rows_of

Word = dict[str, Any]
_MARK = re.compile(r"^[\[(（〔]?\s*(?P<mark>[①-⑳]|\d{1,3}|[*†‡※])\s*[\])）〕]?[.、]?\s*(?=\S)")
_RAISED = re.compile(r"[\[(（]?(?:\d{1,3}|[*†‡※①-⑳])[\])）]?")
_LOWER_PART = 0.5
_SMALLER = 0.93


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote with the mark that refers to it (``1``, ``①``, ``*``)."""

    mark: str
    text: str
    page: int
    box: Box


def part_footnotes(
    columns: Sequence[Sequence[Word]], across: Sequence[Word], page: int, height: float
) -> tuple[list[Word], list[Footnote]]:
    """Return the words that are no footnote, and the footnotes of the page.

    Footnotes are the lines below the last line of the body's size that begin with a mark, in smaller print, in the
    lower half of the page, and what follows each of them; a mark must also be carried by the text above.

    Args:
        columns: The words of the page, column by column.
        across: Words that reach over several columns; no footnote is looked for among them.
        page: Number of the page.
        height: Its height in points.
    """
    every = [*across, *(word for column in columns for word in column)]
    body = _body_size(every)
    found = [(_footnote(rows, page), rows) for column in columns for rows in _candidates(column, body, height)]
    opened = {id(word) for _, rows in found for row in rows for word in row}
    text = [word for word in every if id(word) not in opened]
    cited = _cited(rows_of(text), {note.mark for note, _ in found})
    kept = [(note, rows) for note, rows in found if note.mark in cited]
    taken = {id(word) for _, rows in kept for row in rows for word in row}
    return [word for word in every if id(word) not in taken], [note for note, _ in kept]


def _candidates(words: Sequence[Word], body: float, height: float) -> list[list[list[Word]]]:
    """Return the rows of what may be footnotes at the foot of one column."""
    rows = rows_of(words)
    first = len(rows)
    while first and _is_small(rows[first - 1], body) and rows[first - 1][0]["top"] > height * _LOWER_PART:
        first -= 1
    opening = next((number for number in range(first, len(rows)) if _mark(rows[number])), len(rows))
    groups: list[list[list[Word]]] = []
    for row in rows[opening:]:
        if _mark(row) or not groups:
            groups.append([row])
        elif _follows(groups[-1][-1], row):
            groups[-1].append(row)
        else:
            break
    return groups


def is_raised(word: Word, size: float) -> bool:
    """Return whether ``word`` is set as a superscript in a line of print of ``size`` points."""
    small = float(word["size"]) <= 0.8 * size
    return small and _RAISED.fullmatch(str(word["text"])) is not None


def _body_size(words: Sequence[Word]) -> float:
    sizes: Counter[float] = Counter()
    for word in words:
        sizes[round(word["size"] * 2) / 2] += len(word["text"])
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _is_small(row: Sequence[Word], body: float) -> bool:
    return float(max(word["size"] for word in row)) <= _SMALLER * body


def _mark(row: Sequence[Word]) -> str:
    match = _MARK.match(cell_text(row))
    return match.group("mark") if match else ""


def _follows(upper: Sequence[Word], lower: Sequence[Word]) -> bool:
    space = min(w["top"] for w in lower) - max(w["bottom"] for w in upper)
    return bool(space < max(w["size"] for w in upper))


def _footnote(rows: Sequence[Sequence[Word]], page: int) -> Footnote:
    words = [word for row in rows for word in row]
    box = box_around([(word["x0"], word["top"], word["x1"], word["bottom"]) for word in words])
    return Footnote(_mark(rows[0]), cell_text(words), page, box)


def _cited(rows: Sequence[Sequence[Word]], marks: set[str]) -> set[str]:
    """Return the marks that the text above carries: raised, or circled digits and signs at any height."""
    found: set[str] = set()
    for row in rows:
        size = max(word["size"] for word in row)
        for word in row:
            bare = word["text"].strip("[]()（）")
            found |= {bare} & marks if is_raised(word, size) else set()
            found |= {mark for mark in marks if not mark.isdecimal() and mark in word["text"]}
    return found
