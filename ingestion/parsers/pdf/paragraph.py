"""Lines to paragraphs and headings."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from core.document import Span
from ingestion.numbering import article_label, item_kind, part_mark
from ingestion.parsers.pdf.line import Line, box_around, is_wide

_ENDS = frozenset("。！？；：.!?;:”」』）)")
_LONGEST_HEADING = 60


@dataclass(slots=True)
class Paragraph:
    """Lines that belong together; ``level`` is set for headings."""

    lines: list[Line]
    level: int | None = None

    def text(self) -> str:
        """Return the lines as running text: no space between Chinese lines, split words joined again."""
        text = ""
        for line in self.lines:
            if text and re.search(r"[a-z]-$", text) and line.text[:1].islower():
                text = text[:-1]
            elif text and not (is_wide(text[-1]) or is_wide(line.text[0])):
                text += " "
            text += line.text
        return text

    def place(self) -> Span:
        """Return page and box; of a paragraph over a page break, those on its first page."""
        page = self.lines[0].page
        return Span(page=page, bbox=box_around([line.place for line in self.lines if line.page == page]))


def body_size(lines: Sequence[Line]) -> float:
    """Return the font size most characters have."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def heading_levels(lines: Sequence[Line], body: float) -> dict[float, int]:
    """Return the level (from 1) of every font size clearly above the body's, the largest first."""
    sizes = sorted({line.size for line in lines if _is_large(line, body)}, reverse=True)
    return {size: min(level, 6) for level, size in enumerate(sizes, 1)}


def _is_large(line: Line, body: float) -> bool:
    return line.size >= body * 1.15 and len(line.text) <= _LONGEST_HEADING and any(c.isalpha() for c in line.text)


def paragraphs(lines: Sequence[Line], body: float, levels: dict[float, int]) -> list[Paragraph]:
    """Return paragraphs and headings in reading order."""
    made: list[Paragraph] = []
    for line in lines:
        level = _level(line, body, levels)
        last = made[-1] if made else None
        if last is not None and last.level == level and _goes_on(last, line, heading=level is not None):
            last.lines.append(line)
        else:
            made.append(Paragraph([line], level))
    return made


def _level(line: Line, body: float, levels: dict[float, int]) -> int | None:
    if line.text[-1] in "。；，,;":
        return None
    if _is_large(line, body):
        return levels.get(line.size)
    short = len(line.text) <= 40 and line.box[2] < line.column[1] - 2 * line.size
    if line.bold and short and item_kind(line.text) != "bullet" and line.text[-1] not in "：:":
        return min(len(levels) + 1, 6)
    return None


def _goes_on(last: Paragraph, line: Line, *, heading: bool) -> bool:
    before = last.lines[-1]
    if heading:
        near = line.page == before.page and line.box[1] - before.box[3] < 0.8 * line.size
        return near and not (article_label(line.text) or part_mark(line.text) or item_kind(line.text))
    if article_label(line.text) or item_kind(line.text) or part_mark(line.text):
        return False
    if part_mark(before.text) and len(last.lines) == 1 and _ends_short(before):
        return False
    indented = line.box[0] > line.column[0] + 1.2 * line.size
    if _new_column(before, line):
        return not _ends_short(before) and before.text[-1] not in _ENDS and not (indented and _first_indented(last))
    gap = line.box[1] - before.box[3]
    if gap > 0.9 * line.size or gap < -line.size * 2:
        return False
    if indented and not _hangs(last, line):
        return False
    return not (_ends_short(before) and before.text[-1] in _ENDS)


def _new_column(before: Line, line: Line) -> bool:
    return line.page != before.page or line.box[1] < before.box[1] - line.size


def _ends_short(line: Line) -> bool:
    return line.box[2] < line.column[1] - 2.5 * line.size


def _first_indented(paragraph: Paragraph) -> bool:
    first = paragraph.lines[0]
    return first.box[0] > first.column[0] + 1.2 * first.size


def _hangs(paragraph: Paragraph, line: Line) -> bool:
    """Return whether ``line`` stands where the paragraph's later lines stand (a hanging indent, a centred block)."""
    reference = paragraph.lines[-1] if len(paragraph.lines) > 1 else paragraph.lines[0]
    return abs(reference.box[0] - line.box[0]) < line.size * 0.5 or bool(item_kind(paragraph.lines[0].text))
