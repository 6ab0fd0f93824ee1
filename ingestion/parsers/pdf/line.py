"""Words of a PDF page joined to lines, columns kept apart."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text. ``box`` is (x0, top, x1, bottom) in points; ``size`` the commonest font size; pages from 1.

    ``confidence`` (0–1) is set on lines that OCR read, ``marks`` are the footnotes the line refers to.
    """

    text: str
    page: int
    box: Box
    size: float
    bold: bool = False
    column: tuple[float, float] = (0.0, 0.0)
    confidence: float | None = None
    marks: tuple[str, ...] = ()
    paper: Box | None = None

    @property
    def place(self) -> Box:
        """The box on the page as it is shown, which differs from ``box`` on pages printed sideways."""
        return self.paper or self.box


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


def lines_of(words: Sequence[dict[str, Any]], page: int, marks: frozenset[str] = frozenset()) -> list[Line]:
    """Return the lines of one column, top to bottom; ``marks`` are those of the page's footnotes."""
    lines = [line for row in rows_of(words) if (line := _line(row, page, marks)) is not None]
    if not lines:
        return []
    column = (min(line.box[0] for line in lines), max(line.box[2] for line in lines))
    return [replace(line, column=column) for line in lines]


def _line(row: Sequence[dict[str, Any]], page: int, marks: frozenset[str]) -> Line | None:
    weights: dict[float, int] = {}
    bold = 0
    for word in row:
        size = round(word["size"] * 2) / 2
        weights[size] = weights.get(size, 0) + len(word["text"])
        bold += len(word["text"]) * ("bold" in word["fontname"].lower() or "black" in word["fontname"].lower())
    size = max(weights, key=lambda s: weights[s])
    cited = tuple(mark for word in row for mark in _marks(word, size, marks))
    # A raised figure joined to the text would change the number before it.
    parts = [{**word, "text": f"[{_bare(word)}]"} if _is_raised(word, size, marks) else word for word in row]
    text = join_words(parts)
    if not text:
        return None
    sure = [word["confidence"] for word in row if "confidence" in word]
    box = box_around([_word_box(word) for word in row])
    return Line(
        text, page, box, size, bold * 2 > sum(weights.values()), confidence=min(sure, default=None), marks=cited
    )


def _bare(word: dict[str, Any]) -> str:
    return str(word["text"]).strip("[]()（）")


def _is_raised(word: dict[str, Any], size: float, marks: frozenset[str]) -> bool:
    return bool(word["size"] <= 0.8 * size) and _bare(word) in marks


def _marks(word: dict[str, Any], size: float, marks: frozenset[str]) -> list[str]:
    if _is_raised(word, size, marks):
        return [_bare(word)]
    return [mark for mark in sorted(marks) if not mark.isdecimal() and mark in word["text"]]


def cell_text(words: Sequence[dict[str, Any]]) -> str:
    """Return the text of a cell; Chinese lines wrapped in it are joined again."""
    text = ""
    for row in rows_of(words):
        line = join_words(row)
        if text and line:
            text += "" if is_wide(text[-1]) and is_wide(line[0]) else " "
        text += line
    return text
