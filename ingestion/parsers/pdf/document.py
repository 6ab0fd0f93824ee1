"""PDF with text: pages, boxes, ruled tables, headings by font size."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

from core.document import Span
from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.numbering import paragraph_pieces
from ingestion.parsed import Parsed
from ingestion.parsers.pdf.column import in_columns
from ingestion.parsers.pdf.furniture import without_furniture
from ingestion.parsers.pdf.line import Line, lines_of
from ingestion.parsers.pdf.paragraph import Paragraph, body_size, heading_levels, paragraphs
from ingestion.parsers.pdf.table import PageTable, continues, in_tables, joined, page_tables

_MOST_PAGES = 3000


@dataclass(frozen=True, slots=True)
class _Page:
    """What was read from one page."""

    height: float
    lines: tuple[Line, ...]
    tables: tuple[PageTable, ...]


def parse(data: bytes, source_name: str, settings: Settings) -> Parsed:  # noqa: ARG001  one signature for all parsers
    """Read a PDF that has text.

    Raises:
        UnreadableFile: Encrypted, broken, or scanned (no page has text).
    """
    builder = DocumentBuilder("pdf")
    pages = _pages(data, source_name, builder)
    empty = [number for number, page in enumerate(pages, 1) if not page.lines and not page.tables]
    if len(empty) == len(pages):
        raise UnreadableFile(
            "no page has text, the PDF looks scanned; reading scanned pages is not supported yet",
            place=source_name,
            advice="run OCR on it first, or send a PDF with text",
        )
    if empty:
        listed = ", ".join(map(str, empty[:20]))
        builder.warn(f"第 {listed} 页没有文字，未读取 / no text on page {listed}, not read")
    _write(builder, pages)
    return builder.finish(pages=len(pages), pages_read=1 - len(empty) / len(pages))


def _pages(data: bytes, place: str, builder: DocumentBuilder) -> list[_Page]:
    import pdfplumber
    from pdfplumber.utils.exceptions import PdfminerException

    pages: list[_Page] = []
    try:
        with pdfplumber.open(BytesIO(data)) as pdf:
            if len(pdf.pages) > _MOST_PAGES:
                raise UnreadableFile(f"more than {_MOST_PAGES} pages", place=place, advice="split the file")
            for number, page in enumerate(pdf.pages, 1):
                pages.append(_page(page, number, builder))
                page.close()
    except PdfminerException as error:
        cause = error.args[0] if error.args else error
        locked = "password" in type(cause).__name__.lower()
        raise UnreadableFile(
            "the PDF is protected by a password" if locked else f"the PDF is broken: {type(cause).__name__}",
            place=place,
            advice="remove the password and try again" if locked else "open it in a PDF program and save it again",
        ) from error
    if not pages:
        raise UnreadableFile("the PDF has no pages", place=place, advice="open it in a PDF program and save it again")
    return pages


def _page(page: Any, number: int, builder: DocumentBuilder) -> _Page:
    try:
        # Many PDFs fake bold print by drawing each character twice.
        page = page.dedupe_chars()
        words = page.extract_words(extra_attrs=["size", "fontname"], x_tolerance_ratio=0.15, use_text_flow=False)
        words = [word for word in words if word["size"] > 1]
        tables = page_tables(page, words, number)
    except Exception as error:
        # One broken page costs that page alone.
        builder.warn(f"page {number}: not read, {type(error).__name__}: {error}"[:200])
        return _Page(float(page.height), (), ())
    outside = [word for word in words if not in_tables(word, tables)]
    lines = [line for group in in_columns(outside, float(page.width)) for line in lines_of(group, number)]
    return _Page(float(page.height), tuple(lines), tuple(tables))


def _write(builder: DocumentBuilder, pages: Sequence[_Page]) -> None:
    kept = without_furniture([(page.height, page.lines) for page in pages])
    every = [line for lines in kept for line in lines]
    body = body_size(every)
    levels = heading_levels(every, body)
    run: list[Line] = []
    for item in _joined(_in_order(pages, kept)):
        if isinstance(item, Line):
            run.append(item)
            continue
        _write_lines(builder, run, body, levels)
        run = []
        builder.table(item.table, Span(page=item.page, bbox=item.box))
    _write_lines(builder, run, body, levels)


def _in_order(pages: Sequence[_Page], kept: Sequence[Sequence[Line]]) -> Iterator[Line | PageTable]:
    """Yield lines and tables page by page; a table stands before the first line below it in its column."""
    for page, lines in zip(pages, kept, strict=True):
        waiting = sorted(page.tables, key=lambda table: table.box[1])
        for line in lines:
            while waiting and _is_below(line, waiting[0]):
                yield waiting.pop(0)
            yield line
        yield from waiting


def _is_below(line: Line, table: PageTable) -> bool:
    shares_column = line.column[0] <= table.box[2] and line.column[1] >= table.box[0]
    return line.box[1] >= table.box[3] - 2 and shares_column


def _joined(items: Iterator[Line | PageTable]) -> Iterator[Line | PageTable]:
    """Join a table with the one that follows it directly on the next page when their columns match."""
    held: PageTable | None = None
    first_page = 0
    for item in items:
        if isinstance(item, PageTable) and held is not None and continues(held, item):
            held = joined(held, item)
            continue
        if held is not None:
            yield replace(held, page=first_page)
            held = None
        if isinstance(item, PageTable):
            held, first_page = item, item.page
        else:
            yield item
    if held is not None:
        yield replace(held, page=first_page)


def _write_lines(builder: DocumentBuilder, lines: Sequence[Line], body: float, levels: dict[float, int]) -> None:
    for paragraph in paragraphs(lines, body, levels):
        _write_paragraph(builder, paragraph)


def _write_paragraph(builder: DocumentBuilder, paragraph: Paragraph) -> None:
    text = paragraph.text()
    if paragraph.level is not None:
        builder.title(text, paragraph.level, paragraph.place())
        return
    for start, end in paragraph_pieces(text):
        builder.paragraph(text[start:end], paragraph.place())
