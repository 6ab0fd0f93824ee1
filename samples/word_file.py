"""A Word document from a list of blocks: headings, paragraphs, numbered lists, bullets, tables, notices."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from io import BytesIO
from typing import Any

import docx
from docx.document import Document
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt

from samples.archive import fixed
from samples.grid import regions

_FONT = "宋体"
_STYLES = ("Normal", "Title", "Heading 1", "Heading 2", "List Number", "List Bullet", "Caption", "Intense Quote")


def word_file(content: Mapping[str, Any]) -> bytes:
    """Return the bytes of a DOCX built from ``content`` (``properties`` and ``blocks``)."""
    document = docx.Document()
    _set_fonts(document)
    _set_properties(document, content["properties"])
    for block in content["blocks"]:
        ((kind, value),) = block.items()
        _WRITERS[kind](document, value)
    target = BytesIO()
    document.save(target)
    return fixed(target.getvalue(), content["properties"]["created"])


def _set_fonts(document: Document) -> None:
    for name in _STYLES:
        properties = document.styles[name].element.get_or_add_rPr()
        properties.get_or_add_rFonts().set(qn("w:eastAsia"), _FONT)
    document.styles["Normal"].font.size = Pt(10.5)


def _set_properties(document: Document, properties: Mapping[str, Any]) -> None:
    core = document.core_properties
    created = datetime.combine(properties["created"], datetime.min.time())
    core.created = core.modified = core.last_printed = created
    core.revision = 1
    core.comments = core.keywords = ""
    core.language = "zh-CN"
    core.last_modified_by = properties["author"]
    for name in ("title", "subject", "category", "version", "author"):
        setattr(core, name, properties[name])


def _paragraph(style: str) -> Callable[[Document, str], None]:
    def write(document: Document, text: str) -> None:
        document.add_paragraph(text, style=style)

    return write


def _bullets(document: Document, items: Sequence[str]) -> None:
    for item in items:
        document.add_paragraph(item, style="List Bullet")


def _numbered(document: Document, items: Sequence[str]) -> None:
    number = _restarted_numbering(document)
    for item in items:
        properties = document.add_paragraph(item, style="List Number")._p.get_or_add_pPr().get_or_add_numPr()
        properties.get_or_add_ilvl().val = 0
        properties.get_or_add_numId().val = number


def _restarted_numbering(document: Document) -> int:
    """Return a new numbering instance of the list style that counts from 1 again."""
    style = document.styles["List Number"].element.pPr.numPr.numId.val
    numbering = document.part.numbering_part.element
    abstract = numbering.num_having_numId(style).abstractNumId.val
    number = numbering.add_num(abstract)
    number.add_lvlOverride(ilvl=0).add_startOverride(1)
    return int(number.numId)


def _table(document: Document, table: Mapping[str, Any]) -> None:
    document.add_paragraph(table["caption"], style="Caption")
    rows = table["rows"]
    grid = document.add_table(rows=len(rows), cols=len(rows[0]), style="Table Grid")
    for region in regions(rows):
        cell = grid.cell(region.row, region.col)
        if region.merged:
            cell = cell.merge(grid.cell(region.last_row, region.last_col))
        cell.text = str(region.value)
    for row in grid.rows[: table["header_rows"]]:
        row._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))


_WRITERS: dict[str, Callable[[Document, Any], None]] = {
    "title": _paragraph("Title"),
    "h1": _paragraph("Heading 1"),
    "h2": _paragraph("Heading 2"),
    "p": _paragraph("Normal"),
    "notice": _paragraph("Intense Quote"),
    "bullets": _bullets,
    "numbered": _numbered,
    "table": _table,
}
