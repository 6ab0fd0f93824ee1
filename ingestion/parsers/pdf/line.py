"""Words of a PDF page joined to lines, columns kept apart."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text. ``box`` is (x0, top, x1, bottom) in points; ``size`` the commonest font size; pages from 1."""

    text: str
    page: int
    box: Box
    size: float
    bold: bool = False
    column: tuple[float, float] = (0.0, 0.0)


def is_wide(char: str) -> bool:
    """Return whether ``char`` is Chinese, Japanese, or full-width punctuation: no space is written around it."""
    return "\u2e80" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or "\uff00" <= char <= "\uffef"


def join_words(words: Sequence[dict[str, Any]]) -> str:
    """Return words of one line as text, with a space where the gap is one: narrow between Latin words, wide else."""
    text = ""
    previous: dict[str, Any] | None = None
    for word in words:
        part = str(word["text"])
        if previous is not None and part:
            gap = word["x0"] - previous["x1"]
            wide = is_wide(text[-1]) or is_wide(part[0])
            text += " " if gap > (0.8 if wide else 0.15) * word["size"] else ""
        text += part
        previous = word
    return text.strip()


def box_around(boxes: Sequence[Box]) -> Box:
    """Return the smallest box around ``boxes``, in tenths of a point."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return (round(min(left), 1), round(min(top), 1), round(max(right), 1), round(max(bottom), 1))


def _word_box(word: dict[str, Any]) -> Box:
    return (word["x0"], word["top"], word["x1"], word["bottom"])


def rows_of(words: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Group words whose middles lie on one line; superscripts join the line they overlap."""
    rows: list[list[dict[str, Any]]] = []
    for word in sorted(words, key=lambda w: (w["top"] + w["bottom"], w["x0"])):
        middle = (word["top"] + word["bottom"]) / 2
        last = rows[-1][-1] if rows else None
        if last is not None and abs(middle - (last["top"] + last["bottom"]) / 2) <= 0.4 * max(
            word["size"], last["size"]
        ):
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda w: w["x0"]) for row in rows]


def lines_of(words: Sequence[dict[str, Any]], page: int) -> list[Line]:
    """Return the lines of one column, top to bottom."""
    lines: list[Line] = []
    for row in rows_of(words):
        weights: dict[float, int] = {}
        bold = 0
        for word in row:
            size = round(word["size"] * 2) / 2
            weights[size] = weights.get(size, 0) + len(word["text"])
            bold += len(word["text"]) * ("bold" in word["fontname"].lower() or "black" in word["fontname"].lower())
        total = sum(weights.values())
        size = max(weights, key=lambda s: weights[s])
        text = join_words(row)
        if text:
            lines.append(Line(text, page, box_around([_word_box(w) for w in row]), size, bold * 2 > total))
    if not lines:
        return []
    column = (min(line.box[0] for line in lines), max(line.box[2] for line in lines))
    return [replace(line, column=column) for line in lines]


def cell_text(words: Sequence[dict[str, Any]]) -> str:
    """Return the text of a cell; Chinese lines wrapped in it are joined again."""
    text = ""
    for row in rows_of(words):
        line = join_words(row)
        if text and line:
            text += "" if is_wide(text[-1]) and is_wide(line[0]) else " "
        text += line
    return text
