"""One page of a PDF: its words put into lines in reading order, and its tables."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ingestion.parsers.pdf.column import find_gutter, in_columns
from ingestion.parsers.pdf.contents import is_contents_heading
from ingestion.parsers.pdf.doubled import first_drawn
from ingestion.parsers.pdf.footnote import Footnote, part_footnotes
from ingestion.parsers.pdf.garble import is_garbled
from ingestion.parsers.pdf.line import Box, Line, lines_of
from ingestion.parsers.pdf.scan import ScannedPage, scan_page
from ingestion.parsers.pdf.table import PageTable, in_tables, page_tables, unruled_tables
from ingestion.parsers.pdf.turned import box_on_paper, turned_upright

Word = dict[str, Any]
Source = Literal["text", "garbled", "ocr", "empty"]


@dataclass(frozen=True, slots=True)
class PageContent:
    """What was read from one page; boxes are in points from its top left corner, as it is shown.

    ``source`` says where the text comes from: ``garbled`` is text whose fonts do not say what they mean.
    """

    number: int
    height: float
    lines: tuple[Line, ...]
    tables: tuple[PageTable, ...]
    footnotes: tuple[Footnote, ...] = ()
    source: Source = "text"

    @property
    def is_empty(self) -> bool:
        return not self.lines and not self.tables

    @property
    def confidences(self) -> tuple[float, ...]:
        """How sure OCR was of every line and table it read, 0–1."""
        found = [*(line.confidence for line in self.lines), *(table.confidence for table in self.tables)]
        return tuple(confidence for confidence in found if confidence is not None)


def read_page(page: Any, number: int, image: Callable[[], Any] | None) -> PageContent:
    """Return the content of a pdfplumber page.

    Args:
        page: The page.
        number: Its number, from 1.
        image: Renders the page for OCR, giving (RGB array, pixels per point); ``None`` when OCR is off.
    """
    upright = turned_upright(page)
    clean = _clean(upright)
    words = _words(clean)
    garbled = is_garbled("".join(str(word["text"]) for word in words))
    if (garbled or not words) and image is not None:
        read = read_picture(page, number, image)
        if read is not None:
            return read
    content = _laid_out(clean, number, words)
    source: Source = "empty" if content.is_empty else "garbled" if garbled else "text"
    content = replace(content, source=source)
    return content if upright is page else _on_paper(content, upright, page)


def read_picture(page: Any, number: int, image: Callable[[], Any]) -> PageContent | None:
    """Return what OCR reads on a page, ``None`` when that is nothing; arguments as for ``read_page``."""
    scanned = scan_page(*image())
    return _scanned(page, number, scanned) if scanned.words else None


def _clean(page: Any) -> Any:
    """Return a page without slanted print, which is a watermark or a label on a drawing, and without doubled print."""
    is_first = first_drawn()
    return page.filter(lambda item: item["object_type"] != "char" or (_is_straight(item) and is_first(item)))


def _is_straight(char: dict[str, Any]) -> bool:
    a, b, *_ = char["matrix"]
    return bool(min(abs(a), abs(b)) <= 0.1 * max(abs(a), abs(b)))


def _words(page: Any) -> list[Word]:
    turned = Counter(char["matrix"][1] > 0 for char in page.chars if not char["upright"])
    words = page.extract_words(
        extra_attrs=["size", "fontname"],
        x_tolerance_ratio=0.15,
        use_text_flow=False,
        char_dir_rotated="btt" if turned[True] >= turned[False] else "ttb",
    )
    for word in words:
        if not word["upright"]:
            word["size"] = word["x1"] - word["x0"]
    return [word for word in words if word["size"] > 1]


def _laid_out(page: Any, number: int, words: Sequence[Word]) -> PageContent:
    width, height = float(page.width), float(page.height)
    tables, charts = page_tables(page, words, number)
    # Upright labels beside a drawing would tear the lines they stand next to.
    level = [word for word in words if word["upright"] and not in_tables(word, tables)]
    level, footnotes = _without_footnotes(level, number, width, height)
    marks = frozenset(note.mark for note in footnotes)
    lines = _lines(level, width, number, marks)
    if not any(is_contents_heading(line.text) for line in lines[:6]):
        # Without leaders a list of contents looks like a table of figures, so it is not tried there.
        found = unruled_tables(level, [*(table.box for table in tables), *charts], width, number)
        rest = [word for word in level if not in_tables(word, found)]
        lines = _lines(rest, width, number, marks) if found else lines
        tables += found
    return PageContent(number, height, tuple(lines), tuple(tables), tuple(footnotes))


def _without_footnotes(
    words: Sequence[Word], number: int, width: float, height: float
) -> tuple[list[Word], list[Footnote]]:
    gutter = find_gutter(words, width)
    if gutter is None:
        return part_footnotes([words], [], number, height)
    sides = [[word for word in words if word["x1"] <= gutter], [word for word in words if word["x0"] >= gutter]]
    across = [word for word in words if word["x0"] < gutter < word["x1"]]
    return part_footnotes(sides, across, number, height)


def _lines(words: Sequence[Word], width: float, number: int, marks: frozenset[str] = frozenset()) -> list[Line]:
    return [line for group in in_columns(words, width) for line in lines_of(group, number, marks)]


def _scanned(page: Any, number: int, scanned: ScannedPage) -> PageContent:
    width = float(page.width)
    tables = unruled_tables(scanned.words, (), width, number)
    lines = _lines([word for word in scanned.words if not in_tables(word, tables)], width, number)
    return PageContent(number, float(page.height), tuple(lines), tuple(tables), source="ocr")


def _on_paper(content: PageContent, upright: Any, page: Any) -> PageContent:
    """Return content read from a turned page with its boxes where the page shows them."""

    def back(box: Box) -> Box:
        return box_on_paper(box, upright, page)

    return replace(
        content,
        lines=tuple(replace(line, paper=back(line.box)) for line in content.lines),
        tables=tuple(replace(table, paper=back(table.box)) for table in content.tables),
        footnotes=tuple(replace(note, box=back(note.box)) for note in content.footnotes),
    )
