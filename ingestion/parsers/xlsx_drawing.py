"""What lies on top of a sheet: text boxes, charts and notes on cells."""

from typing import Any

from core.document import Span
from ingestion.builder import DocumentBuilder
from ingestion.parsers.chart_table import chart_table
from ingestion.parsers.office_xml import attribute, name_of
from ingestion.parsers.office_package import OfficePackage, read_xml
from ingestion.parsers.xlsx_book import SheetPart, rich_text


def add_drawing(builder: DocumentBuilder, package: OfficePackage, sheet: SheetPart, *, titled: bool) -> None:
    """Add the texts of shapes and the notes on cells; of a chart its data only where it stands on its own sheet.

    A chart beside its data would say everything twice; there its title is kept.
    """
    place = Span(sheet=sheet.name)
    for _, kind, part in package.relations(sheet.part):
        if kind == "drawing":
            root = read_xml(package.read(part))
            for text in _shape_texts(root):
                builder.paragraph(text, place)
            _add_charts(builder, package, part, sheet, titled=titled)
        elif kind == "comments":
            _add_notes(builder, read_xml(package.read(part)), sheet)


def _shape_texts(root: Any) -> list[str]:
    texts: list[str] = []
    for shape in (element for element in root.iter() if name_of(element) == "sp"):
        lines = (
            "".join(run.text or "" for run in paragraph.iter() if name_of(run) == "t")
            for paragraph in shape.iter()
            if name_of(paragraph) == "p"
        )
        texts.append("\n".join(line for line in lines if line.strip()))
    return [text for text in texts if text]


def _add_charts(
    builder: DocumentBuilder, package: OfficePackage, drawing: str, sheet: SheetPart, *, titled: bool
) -> None:
    for _, kind, part in package.relations(drawing):
        table = chart_table(read_xml(package.read(part))) if kind == "chart" else None
        if table is None:
            continue
        if titled:
            builder.title(sheet.name, 2, Span(sheet=sheet.name))
        if table.caption:
            builder.paragraph(table.caption, Span(sheet=sheet.name))
        if sheet.is_chart:
            builder.table(table, Span(sheet=sheet.name))


def _add_notes(builder: DocumentBuilder, root: Any, sheet: SheetPart) -> None:
    for note in (element for element in root.iter() if name_of(element) == "comment"):
        place = attribute(note, "ref") or ""
        text = "".join(rich_text(part) for part in note if name_of(part) == "text").strip()
        # The reply chains of newer programs leave a hint for older ones here, not a note.
        if text and not text.startswith("[Threaded comment]"):
            row = int("".join(letter for letter in place if letter.isdigit()) or 0) or None
            builder.other("footnote", f"[{place}] {text}", Span(sheet=sheet.name, row=row))
