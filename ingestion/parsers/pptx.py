"""PPTX: slides in order, shapes top to bottom and left to right, with titles, tables, charts and notes."""

from dataclasses import replace
from io import BytesIO
from typing import Any

from core.document import Span
from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.parsed import Parsed
from ingestion.parsers.chart_table import chart_table
from ingestion.parsers.embedded_picture import PictureReader
from ingestion.parsers.office_package import read_xml
from ingestion.parsers.pptx_diagram import diagram_texts
from ingestion.parsers.pptx_order import in_reading_order
from ingestion.parsers.pptx_table import slide_table
from ingestion.parsers.pptx_text import TextRun, text_runs

_FURNITURE = frozenset({"DATE", "FOOTER", "SLIDE_NUMBER", "HEADER"})
_TITLES = frozenset({"TITLE", "CENTER_TITLE", "VERTICAL_TITLE"})


def parse(data: bytes, source_name: str, settings: Settings) -> Parsed:
    """Read a presentation; a broken slide or shape costs itself alone and is reported.

    Raises:
        UnreadableFile: The presentation cannot be opened.
    """
    import pptx

    try:
        slides = list(pptx.Presentation(BytesIO(data)).slides)
    except Exception as error:
        raise UnreadableFile(
            f"the presentation cannot be opened: {error}"[:300], place=source_name, advice="save it again as PPTX"
        ) from error
    builder = DocumentBuilder("pptx")
    reader = PictureReader(settings)
    deck = _Deck(builder, reader)
    for number, slide in enumerate(slides, 1):
        try:
            deck.slide(slide, number)
        except Exception as error:
            cause = f"{type(error).__name__}: {error}"
            builder.warn(f"第 {number} 页未读完 / slide {number}: not read whole, {cause}"[:300])
    reader.report(builder)
    parsed = builder.finish(pages=len(slides))
    read = {block.span.slide for block in parsed.blocks}
    return replace(parsed, pages_read=len(read) / len(slides) if slides else None)


class _Deck:
    """Adds slides to a builder."""

    def __init__(self, builder: DocumentBuilder, reader: PictureReader) -> None:
        self._builder = builder
        self._reader = reader
        self._place = Span()
        self._titled = False

    def slide(self, slide: Any, number: int) -> None:
        """Add one slide: its title, its shapes, then its notes."""
        self._place = Span(slide=number)
        shapes = in_reading_order(slide.shapes)
        titles = [shape for shape in shapes if _role(shape) in _TITLES and _has_text(shape)]
        if titles:
            self._builder.title(titles[0].text_frame.text.replace("\x0b", " "), 1 if number == 1 else 2, self._place)
            self._titled = True
        elif self._titled and number > 1 and shapes:
            # Without a title of its own the slide would stand under the one before it.
            self._builder.title(f"幻灯片 {number}", 2, self._place)
        for shape in shapes:
            if shape not in titles[:1] and _role(shape) not in _FURNITURE:
                self._guarded(shape, number)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            notes = slide.notes_slide.notes_text_frame.text.replace("\x0b", "\n").strip()
            self._builder.paragraph(f"备注：{notes}" if notes else "", self._place)
        if slide.element.get("show") == "0":
            self._builder.warn(f"第 {number} 页是隐藏的，内容已读取 / slide {number} is hidden but was read")
        if any(relation.reltype.endswith("/comments") for relation in slide.part.rels.values()):
            self._builder.warn(f"第 {number} 页的批注未读取 / review comments on slide {number} were not read")

    def _guarded(self, shape: Any, number: int) -> None:
        try:
            self._shape(shape)
        except Exception as error:
            self._builder.warn(f"slide {number}: a shape was not read, {type(error).__name__}: {error}"[:300])

    def _shape(self, shape: Any) -> None:
        if getattr(shape, "has_table", False):
            self._builder.table(slide_table(shape.table), self._place)
        elif getattr(shape, "has_chart", False):
            self._chart(shape)
        elif _has_text(shape):
            for run in text_runs(shape.text_frame, _role(shape)):
                self._add(run)
        elif shape.element.tag.endswith("}pic"):
            self._picture(shape)
        else:
            self._other(shape)

    def _add(self, run: TextRun) -> None:
        if run.items:
            self._builder.list(run.items, self._place)
        else:
            self._builder.paragraph(run.text, self._place)

    def _chart(self, shape: Any) -> None:
        table = chart_table(read_xml(shape.chart.part.blob))
        if table is not None:
            if table.caption:
                self._builder.paragraph(table.caption, self._place)
            self._builder.table(table, self._place)

    def _picture(self, shape: Any) -> None:
        found = self._reader.read(_description(shape), _content(shape))
        if found is not None:
            self._builder.other("image", found.text, self._place, needs_review=found.needs_review)

    def _other(self, shape: Any) -> None:
        """Add the text of drawings that the library has no name for."""
        for text in diagram_texts(shape):
            self._builder.paragraph(text, self._place)


def _role(shape: Any) -> str:
    """Return the name of a placeholder's type, empty for other shapes."""
    try:
        return shape.placeholder_format.type.name if shape.is_placeholder else ""
    except (AttributeError, ValueError, KeyError):
        return ""


def _has_text(shape: Any) -> bool:
    return bool(getattr(shape, "has_text_frame", False) and shape.text_frame.text.strip())


def _description(shape: Any) -> str:
    for element in shape.element.iter():
        if element.tag.endswith("}cNvPr"):
            return element.get("descr") or element.get("title") or ""
    return ""


def _content(shape: Any) -> bytes | None:
    """Return the bytes of a picture; one that lies outside the file or is broken has none."""
    try:
        return bytes(shape.image.blob)
    except (AttributeError, KeyError, ValueError):
        return None
