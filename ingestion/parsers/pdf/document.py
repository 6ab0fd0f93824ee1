"""A PDF as one document: pages read one after the other, furniture dropped, blocks written in reading order."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import Any

from core.document import Block, Span
from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.numbering import paragraph_pieces
from ingestion.parsed import Parsed
from ingestion.parsers.pdf.citing import Item, with_footnotes
from ingestion.parsers.pdf.contents import without_contents
from ingestion.parsers.pdf.flow import flow_of
from ingestion.parsers.pdf.footnote import Footnote
from ingestion.parsers.pdf.furniture import without_furniture
from ingestion.parsers.pdf.line import Line
from ingestion.parsers.pdf.page import PageContent, read_page, read_picture
from ingestion.parsers.pdf.paragraph import Paragraph, body_size, heading_levels, paragraphs
from ingestion.parsers.pdf.scan import render
from ingestion.parsers.pdf.table import PageTable

_MOST_PAGES = 3000


def parse(data: bytes, source_name: str, settings: Settings) -> Parsed:
    """Read a PDF; pages without text, or with text in fonts that do not say what they mean, are read by OCR.

    Raises:
        UnreadableFile: Encrypted, broken, too long, or no page has text that could be read.
    """
    builder = DocumentBuilder("pdf")
    pages = _pages(data, source_name, builder, settings)
    unread = [page.number for page in pages if page.source in ("empty", "garbled")]
    if all(page.is_empty for page in pages):
        raise _nothing_read(source_name, settings)
    _report(builder, pages, settings)
    unsure = _write(builder, pages, settings.ocr_review_confidence)
    parsed = builder.finish(pages=len(pages), pages_read=1 - len(unread) / len(pages))
    sure = [sure for page in pages for sure in page.confidences]
    blocks = tuple(_reviewed(block, unsure) for block in parsed.blocks)
    return replace(parsed, blocks=blocks, ocr_confidence=sum(sure) / len(sure) if sure else None)


def _nothing_read(place: str, settings: Settings) -> UnreadableFile:
    if not settings.ocr_enabled:
        return UnreadableFile(
            "no page has text, the PDF looks scanned, and OCR is switched off",
            place=place,
            advice="set DIANMIAN_OCR_ENABLED=true, or send a PDF with text",
        )
    return UnreadableFile("no text was found on any page, not by OCR either", place=place, advice="scan it sharper")


def _pages(data: bytes, place: str, builder: DocumentBuilder, settings: Settings) -> list[PageContent]:
    import pdfplumber
    from pdfplumber.utils.exceptions import PdfminerException

    try:
        with pdfplumber.open(BytesIO(data)) as pdf:
            if len(pdf.pages) > _MOST_PAGES:
                raise UnreadableFile(f"more than {_MOST_PAGES} pages", place=place, advice="split the file")
            images = _images(data) if settings.ocr_enabled else None
            pages = [_page(page, number, images, builder) for number, page in enumerate(pdf.pages, 1)]
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


def _images(data: bytes) -> Callable[[int], Any]:
    """Return a function that renders a page; the file is opened for it only when a page needs it."""
    opened: list[Any] = []

    def image(number: int) -> Any:
        if not opened:
            import pypdfium2

            opened.append(pypdfium2.PdfDocument(data))
        return render(opened[0], number)

    return image


def _page(page: Any, number: int, images: Callable[[int], Any] | None, builder: DocumentBuilder) -> PageContent:
    image = None if images is None else partial(images, number)
    empty = PageContent(number, float(page.height), (), (), source="empty")
    try:
        return read_page(page, number, image)
    except Exception as error:
        # One broken page costs that page alone, and may still be legible as a picture.
        builder.warn(f"page {number}: not read as text, {type(error).__name__}: {error}"[:200])
    finally:
        page.close()
    try:
        return (read_picture(page, number, image) if image else None) or empty
    except Exception as error:
        builder.warn(f"page {number}: not read, {type(error).__name__}: {error}"[:200])
        return empty


def _report(builder: DocumentBuilder, pages: Sequence[PageContent], settings: Settings) -> None:
    """Say which pages were not read as text, and why."""
    advice = "" if settings.ocr_enabled else "（OCR 已关闭 / OCR is off）"
    for source, chinese, english in (
        ("empty", f"没有文字，未读取{advice}", "no text, not read"),
        ("garbled", f"字体映射损坏，文字是乱码{advice}", "broken font maps, the text is garbled"),
        ("ocr", "由 OCR 识别", "read by OCR"),
    ):
        numbers = [str(page.number) for page in pages if page.source == source]
        if numbers:
            listed = ", ".join(numbers[:20]) + (" …" if len(numbers) > 20 else "")
            builder.warn(f"第 {listed} 页{chinese} / page {listed}: {english}")


def _write(builder: DocumentBuilder, pages: Sequence[PageContent], least: float) -> set[tuple[Any, Any]]:
    """Write all blocks; return (page, box) of those with a line that OCR was less sure of than ``least``."""
    kept, contents = without_contents(without_furniture([(page.height, page.lines) for page in pages]))
    if contents:
        listed = ", ".join(map(str, contents[:20]))
        builder.warn(f"第 {listed} 页的目录未作为正文 / the contents on page {listed} are not part of the text")
    notes = [note for page in pages for note in page.footnotes]
    unsure: set[tuple[Any, Any]] = set()
    for item in with_footnotes(_blocks(pages, kept), notes):
        place = _write_item(builder, item)
        if _confidence(item) < least:
            unsure.add((place.page, place.bbox))
    if unsure:
        builder.warn(f"{len(unsure)} 段识别不确定，待审核 / {len(unsure)} blocks are uncertain and wait for review")
    return unsure


def _blocks(pages: Sequence[PageContent], kept: Sequence[Sequence[Line]]) -> Iterator[Paragraph | PageTable]:
    """Yield paragraphs, headings and tables in reading order."""
    every = [line for lines in kept for line in lines]
    body = body_size(every)
    levels = heading_levels(every, body)
    run: list[Line] = []
    for item in flow_of(pages, kept):
        if isinstance(item, Line):
            run.append(item)
            continue
        yield from paragraphs(run, body, levels)
        run = []
        yield item
    yield from paragraphs(run, body, levels)


def _write_item(builder: DocumentBuilder, item: Item) -> Span:
    if isinstance(item, Footnote):
        place = Span(page=item.page, bbox=item.box)
        builder.other("footnote", item.text, place)
    elif isinstance(item, PageTable):
        place = Span(page=item.page, bbox=item.place)
        builder.table(item.table, place)
    else:
        place = item.place()
        text = item.text()
        if item.level is not None:
            builder.title(text, item.level, place)
        else:
            for start, end in paragraph_pieces(text):
                builder.paragraph(text[start:end], place)
    return place


def _confidence(item: Item) -> float:
    """Return how sure OCR was of the worst line of ``item``, 1 where it was not needed."""
    parts: Sequence[Line | PageTable] = item.lines if isinstance(item, Paragraph) else ()
    parts = [item] if isinstance(item, PageTable) else parts
    return min((part.confidence for part in parts if part.confidence is not None), default=1.0)


def _reviewed(block: Block, unsure: set[tuple[Any, Any]]) -> Block:
    return replace(block, needs_review=True) if (block.span.page, block.span.bbox) in unsure else block
