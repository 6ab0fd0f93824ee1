"""The walk over a DOCX body that turns its paragraphs, lists and tables into blocks."""

from typing import Any

from core.document import ListItem
from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.numbering import article_label, item_kind, paragraph_pieces, part_mark
from ingestion.parsed import Parsed
from ingestion.parsers.chart_table import chart_table
from ingestion.parsers.docx_notes import Notes, without_marks
from ingestion.parsers.docx_numbering import Numbered, Numbering, read_numbering
from ingestion.parsers.docx_pictures import DocxPictures
from ingestion.parsers.docx_styles import Styles
from ingestion.parsers.docx_table import WRAPPERS, inner_elements, inner_tables, read_docx_table, table_rows
from ingestion.parsers.embedded_picture import PictureReader
from ingestion.parsers.office_package import OfficePackage, read_xml
from ingestion.parsers.office_xml import attribute, is_formula, mark_deleted, name_of, run_text, text_boxes

_LONGEST_HEADING = 200


class DocxWalk:
    """Visits the body in order and adds blocks; list paragraphs are held until the list ends."""

    def __init__(self, package: OfficePackage, settings: Settings) -> None:
        self._package = package
        self._builder = DocumentBuilder("docx")
        self._styles = Styles(package.related_root("styles"))
        self._numbering: Numbering = read_numbering(package.related_root("numbering"))
        self._notes = Notes(package)
        self._reader = PictureReader(settings)
        self._pictures = DocxPictures(package, self._reader)
        self._charts = {identity: part for identity, kind, part in package.relations(package.main) if kind == "chart"}
        self._numbers: dict[Any, Numbered | None] = {}
        self._items: list[ListItem] = []
        self._carried = ""
        self._titled = False

    def body(self, element: Any) -> None:
        """Add the blocks inside ``element``."""
        for inner in element:
            name = name_of(inner)
            if name == "p":
                self._paragraph(inner)
            elif name == "tbl":
                self._table(inner)
            elif name in WRAPPERS:
                self.body(inner)
            elif name == "altChunk":
                self._builder.warn("嵌入的外部文件未读取 / an embedded foreign file (altChunk) was not read")

    def finish(self) -> Parsed:
        """Return what was read."""
        self._add_carried()
        self._flush()
        self._reader.report(self._builder)
        return self._builder.finish()

    def _paragraph(self, element: Any) -> None:
        text = (self._carried + run_text(element)).strip()
        if mark_deleted(element):
            self._carried = text
        else:
            self._carried = ""
            self._add(element, text)
        self._add_attached(element)

    def _add_carried(self) -> None:
        if self._carried:
            self._flush()
            self._builder.paragraph(self._carried)

    def _add(self, element: Any, text: str) -> None:
        number = self._number(element)
        level = self._styles.heading_level(element)
        if not text or self._styles.is_contents(element):
            return
        if level is not None and len(text) <= _LONGEST_HEADING:
            self._heading(text, level, number)
        elif number is not None and not _is_text_number(number.marker, text):
            self._items.append(ListItem(number.marker, text, number.depth))
            self._notes.cite(text)
        else:
            self._flush()
            self._add_text(f"{number.marker} {text}".strip() if number else text, element)

    def _heading(self, text: str, level: int, number: Numbered | None) -> None:
        self._flush()
        label = f"{number.marker} {text}".strip() if number and not number.bullet else text
        self._titled |= level == 0
        self._builder.title(without_marks(label), level + 1 if self._titled else level)
        self._notes.cite(text)
        self._flush()

    def _add_text(self, text: str, element: Any) -> None:
        if self._styles.is_code(element):
            self._builder.code(text)
        elif is_formula(element):
            self._builder.other("formula", text)
        else:
            for start, end in paragraph_pieces(text):
                self._builder.paragraph(text[start:end])
        self._notes.cite(text)
        self._flush()

    def _number(self, element: Any) -> Numbered | None:
        """Return the number of a paragraph; each is counted once, however often it is read."""
        if element not in self._numbers:
            identity, depth = self._styles.numbering(element, self._numbering)
            counted = bool(identity) and identity != "0" and not mark_deleted(element)
            self._numbers[element] = self._numbering.next(identity, depth) if counted else None
        return self._numbers[element]

    def _line(self, element: Any) -> str:
        """Return a paragraph inside a table, with its automatic number."""
        number, text = self._number(element), run_text(element).strip()
        return f"{number.marker} {text}".strip() if number and text else text

    def _flush(self) -> None:
        if self._items:
            self._builder.list(self._items)
            self._items = []
        self._notes.add_to(self._builder)

    def _table(self, element: Any) -> None:
        self._add_carried()
        self._carried = ""
        self._flush()
        cells = [cell for row in table_rows(element) for cell in inner_elements(row, "tc")]
        if len(cells) == 1:
            self.body(cells[0])
            return
        self._add_table(element)
        self._add_attached(element, boxes=False)

    def _add_table(self, element: Any) -> None:
        table = read_docx_table(element, self._line)
        self._builder.table(table)
        for cell in table.cells:
            self._notes.cite(cell.text)
        self._flush()
        for inner in inner_tables(element):
            self._add_table(inner)

    def _add_attached(self, element: Any, *, boxes: bool = True) -> None:
        """Add what hangs on a paragraph or table: pictures with a description, charts, text boxes."""
        for picture in self._pictures.texts(element):
            self._flush()
            self._builder.other("image", picture.text, needs_review=picture.needs_review)
        for chart in (inner for inner in element.iter() if name_of(inner) == "chart"):
            part = self._charts.get(attribute(chart, "id") or "")
            table = chart_table(read_xml(self._package.read(part))) if part else None
            if table is not None:
                self._flush()
                self._builder.table(table)
        for box in text_boxes(element) if boxes else ():
            self._flush()
            self.body(box)


def _is_text_number(marker: str, text: str) -> bool:
    """Chinese legal numbering (第三条, 一、, （一）) is part of the text, not of a list."""
    whole = f"{marker} {text}"
    return bool(article_label(whole) or part_mark(whole)) or item_kind(whole) in ("bracket", "han")
