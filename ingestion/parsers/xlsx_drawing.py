"""What lies on top of a sheet: text boxes, charts and notes on cells."""

from typing import Any

from core.document import Span, Table
from ingestion.builder import DocumentBuilder
from ingestion.parsers.chart_table import chart_table
from ingestion.parsers.office_package import OfficePackage, read_xml
from ingestion.parsers.office_xml import attribute, name_of
from ingestion.parsers.xlsx_book import SheetPart, rich_text


def add_drawing(builder: DocumentBuilder, package: OfficePackage, sheet: SheetPart, *, whole: bool) -> None:
    """Add the texts of shapes, the titles of charts, and the notes on cells.

    Args:
        builder: Takes the blocks.
        package: The workbook.
        sheet: The sheet.
        whole: There is nothing but drawings, so that charts are given with their data and under the sheet's name;
            a chart beside its data would say everything twice.
    """
    named = False
    for _, kind, part in package.relations(sheet.part):
        if kind == "drawing":
            tables = _charts(package, part)
            if whole and tables and not named:
                builder.title(sheet.name, 2, Span(sheet=sheet.name))
                named = True
            _add_drawn(builder, read_xml(package.read(part)), tables, sheet, whole=whole)
        elif kind in ("comments", "threadedComment"):
            _add_notes(builder, read_xml(package.read(part)), sheet)


def _add_drawn(builder: DocumentBuilder, root: Any, tables: list[Table], sheet: SheetPart, *, whole: bool) -> None:
    place = Span(sheet=sheet.name)
    for text in _shape_texts(root):
        builder.paragraph(text, place)
    for table in tables:
        builder.paragraph(table.caption, place)
        if whole:
            builder.table(table, place)


def _charts(package: OfficePackage, drawing: str) -> list[Table]:
    parts = [part for _, kind, part in package.relations(drawing) if kind == "chart"]
    return [table for part in parts if (table := chart_table(read_xml(package.read(part)))) is not None]


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


def _add_notes(builder: DocumentBuilder, root: Any, sheet: SheetPart) -> None:
    for note in (element for element in root.iter() if name_of(element) in ("comment", "threadedComment")):
        place = attribute(note, "ref") or ""
        text = "".join(rich_text(part) or part.text or "" for part in note if name_of(part) == "text").strip()
        # The reply chains of newer programs leave a hint for older ones here, not a note.
        if text and not text.startswith("[Threaded comment]"):
            row = int("".join(letter for letter in place if letter.isdigit()) or 0) or None
            builder.other("footnote", f"[{place}] {text}", Span(sheet=sheet.name, row=row))
