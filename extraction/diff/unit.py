"""The smallest pieces that are compared: sentences, and rows of tables."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.document import Block, Document, Span
from core.quantity import find
from core.text import fold, sentences
from extraction.diff.numbering import unnumbered
from extraction.inspected import Place, line_of, place_in

_MARKS = re.compile(r"[\s，,。；;：:、！!？?“”\"'‘’（）()\[\]【】《》<>*_`|~\-–—·.]+")
_MARKUP = re.compile(r"^[>\s]+|\*\*|__|`")
_DIGITS = re.compile(r"[0-9零一二两三四五六七八九十百千万]+")
_DELIMITER = re.compile(r"^[\s>]*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence or row. Units with equal ``key`` say the same; ``mask`` is the key without its numbers.

    ``cells`` holds the named cells of a row, else it is empty.
    """

    text: str
    key: str
    mask: str
    place: Place
    cells: tuple[tuple[str, str], ...] = ()


def units_of(document: Document, block: Block) -> Iterator[Unit]:
    """Yield the units of one block in its order. Numbers of items, marks and white space do not count as words."""
    if block.table is not None:
        yield from _rows(document, block)
        return
    if block.kind == "record":
        yield from _fields(document, block)
        return
    start = block.span.char_start
    for piece in sentences(block.text):
        text = unnumbered(_MARKUP.sub("", piece.text))
        if key := key_of(text):
            yield Unit(text, key, masked(text), place_in(document, block, start + piece.start, start + piece.end))


def lines_above(document: Document) -> Iterator[Unit]:
    """Yield the lines between title and text of a statute (who passed it, when), which are no block of their own."""
    at = 0
    for line in document.metadata.get("info", "").split("\n"):
        if key := key_of(line):
            at = max(document.markdown.find(line, at), 0)
            span = Span(at, at + len(line))
            place = Place(document.source_name, (), span, line_of(document, at))
            yield Unit(line, key, masked(line), place)


def key_of(text: str) -> str:
    """Return the form in which two wordings are the same."""
    return _MARKS.sub("", _points(fold(text)))


def masked(text: str) -> str:
    """Return the key of a text with its numbers left out."""
    parts: list[str] = []
    at = 0
    for found in find(text):
        parts += [text[at : found.start], "#"]
        at = found.end
    return _DIGITS.sub("#", key_of("".join((*parts, text[at:]))))


def _points(folded: str) -> str:
    """Keep the point inside 3.5 and the minus of -5, which are no marks between words."""
    return re.sub(r"(?<![0-9a-z])-(?=\d)", "−", re.sub(r"(?<=\d)\.(?=\d)", "点", folded))


def _rows(document: Document, block: Block) -> Iterator[Unit]:
    table = block.table
    assert table is not None  # noqa: S101  the caller sends tables only
    grid, header = table.grid(), table.header_rows
    names = table.columns() if header else [""] * table.column_count
    lines = _line_starts(block, len(grid) - header)
    for number, cells in enumerate(grid[header:]):
        row = table.source_rows[number + header] if number + header < len(table.source_rows) else None
        start, end = lines[number] if lines else (block.span.char_start, block.span.char_end)
        text = " | ".join(" ".join(cell.split()) for cell in cells)
        if key := key_of(text):
            named = tuple((name, cell) for name, cell in zip(names, cells, strict=True))
            yield Unit(text, key, masked(text), place_in(document, block, start, end, row), named)


def _line_starts(block: Block, rows: int) -> list[tuple[int, int]]:
    """Return start and end of every row's line, where the table is written one row a line."""
    spans: list[tuple[int, int]] = []
    at = block.span.char_start
    for line in block.text.split("\n"):
        spans.append((at, at + len(line)))
        at += len(line) + 1
    written = len(spans) >= 2 and bool(_DELIMITER.match(block.text.split("\n")[1]))
    return spans[2:] if written and len(spans) == rows + 2 else []


def _fields(document: Document, block: Block) -> Iterator[Unit]:
    """A record is compared field by field, each named, and its text sentence by sentence."""
    for name, value in block.fields:
        for piece in sentences(value):
            if key := key_of(piece.text):
                found = document.markdown.find(piece.text, block.span.char_start, block.span.char_end)
                start = found if found >= 0 else block.span.char_start
                end = start + len(piece.text) if found >= 0 else block.span.char_end
                text = f"{name}：{piece.text}"
                key = key_of(text)
                yield Unit(text, key, masked(text), place_in(document, block, start, end))
