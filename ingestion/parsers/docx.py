"""DOCX: the document's own XML in order, with headings, numbering, tables and notes."""

import re
from io import BytesIO
from typing import Any

from core.document import ListItem
from core.errors import UnreadableFile
from ingestion.builder import DocumentBuilder
from ingestion.numbering import article_label, item_kind, paragraph_pieces, part_mark
from ingestion.parsed import Parsed
from ingestion.parsers.docx_fallback import plain_paragraphs
from ingestion.parsers.docx_numbering import Numbered, Numbering, read_numbering
from ingestion.parsers.docx_styles import Styles
from ingestion.parsers.docx_table import cell_text, read_docx_table
from ingestion.parsers.docx_xml import attribute, child, name_of, run_text, text_boxes

_NOTE = re.compile(r"\[\^(e?-?\d+)\]")
_THROUGH = frozenset({"sdt", "sdtContent", "customXml", "ins", "smartTag", "moveTo"})


def parse(data: bytes, source_name: str) -> Parsed:
    """Read a DOCX file; when its structure cannot be read, its paragraphs are read as plain text, and said so.

    Raises:
        UnreadableFile: Not even the plain text can be read.
    """
    import docx

    try:
        package = docx.Document(BytesIO(data))
        walk = _Walk(package)
        walk.body(package.element.body)
        return walk.finish()
    except Exception as error:
        builder = DocumentBuilder("docx-plain")
        try:
            for text in plain_paragraphs(data):
                builder.paragraph(text)
        except Exception as second:
            raise UnreadableFile(
                f"the document cannot be opened: {error}"[:300], place=source_name, advice="save it again as DOCX"
            ) from second
        builder.warn(f"structure not read ({type(error).__name__}), text only: no headings, tables or numbering")
        return builder.finish()


def related_root(package: Any, kind: str) -> Any | None:
    """Return the root element of the related part whose type ends in ``kind`` (``footnotes``), or ``None``."""
    from docx.oxml.parser import parse_xml

    for relation in package.part.rels.values():
        if not relation.is_external and relation.reltype.endswith(f"/{kind}"):
            return parse_xml(relation.target_part.blob)
    return None


class _Walk:
    """Visits the body in order and adds blocks; list paragraphs are held until the list ends."""

    def __init__(self, package: Any) -> None:
        self._builder = DocumentBuilder("docx")
        self._styles = Styles(related_root(package, "styles"))
        self._numbering: Numbering = read_numbering(related_root(package, "numbering"))
        self._notes = _notes(related_root(package, "footnotes"), "") | _notes(related_root(package, "endnotes"), "e")
        self._items: list[ListItem] = []
        self._pending: list[str] = []
        self._titled = False
        self._images = 0

    def body(self, element: Any) -> None:
        """Add the blocks inside ``element``."""
        for inner in element:
            name = name_of(inner)
            if name == "p":
                self._paragraph(inner)
            elif name == "tbl":
                self._table(inner)
            elif name in _THROUGH:
                self.body(inner)

    def finish(self) -> Parsed:
        """Return what was read."""
        self._flush()
        if self._images:
            self._builder.warn(f"{self._images} 张图片没有文字说明，未读取 / {self._images} images were not read")
        return self._builder.finish()

    def _paragraph(self, element: Any) -> None:
        text = run_text(element).strip()
        number = self._number(element) if text else None
        level = self._styles.heading_level(element)
        if text and level is not None and len(text) <= 200:
            self._heading(text, level, number)
        elif text and number is not None and not self._is_text_number(number.marker, text):
            self._items.append(ListItem(number.marker, text, number.depth))
            self._note(text)
        elif text:
            self._flush()
            self._add_text(f"{number.marker} {text}" if number else text, element)
        self._pictures(element)
        for box in text_boxes(element):
            self._flush()
            self.body(box)

    def _heading(self, text: str, level: int, number: Numbered | None) -> None:
        self._flush()
        label = f"{number.marker} {text}" if number and not number.bullet else text
        self._titled |= level == 0
        self._builder.title(_NOTE.sub("", label), level + 1 if self._titled else level)
        self._note(text)
        self._flush()

    def _add_text(self, text: str, element: Any) -> None:
        if self._styles.is_code(element):
            self._builder.code(text)
        else:
            for start, end in paragraph_pieces(text):
                self._builder.paragraph(text[start:end])
        self._note(text)
        self._flush()

    @staticmethod
    def _is_text_number(marker: str, text: str) -> bool:
        """Chinese legal numbering (第三条, 一、, （一）) is part of the text, not of a list."""
        whole = f"{marker} {text}"
        return bool(article_label(whole) or part_mark(whole)) or item_kind(whole) in ("bracket", "han")

    def _number(self, element: Any) -> Numbered | None:
        number_id, depth = self._styles.numbering(element)
        return self._numbering.next(number_id, depth) if number_id and number_id != "0" else None

    def _note(self, text: str) -> None:
        self._pending += [found for found in _NOTE.findall(text) if found in self._notes]

    def _flush(self) -> None:
        if self._items:
            self._builder.list(self._items)
            self._items = []
        for note in self._pending:
            self._builder.other("footnote", f"[^{note}]: {self._notes[note]}")
        self._pending = []

    def _table(self, element: Any) -> None:
        self._flush()
        table = read_docx_table(element)
        if len(table.cells) == 1:
            inner = next(cell for cell in element.iter() if name_of(cell) == "tc")
            self.body(inner)
            return
        self._builder.table(table)
        self._note(cell_text(element))
        self._flush()

    def _pictures(self, element: Any) -> None:
        for picture in (inner for inner in element.iter() if name_of(inner) == "docPr"):
            if any(name_of(up) == "Fallback" for up in picture.iterancestors()):
                continue
            described = attribute(picture, "descr")
            if described and described.strip():
                self._flush()
                self._builder.other("image", described)
            elif child(picture.getparent(), "graphic") is not None:
                self._images += 1


def _notes(root: Any | None, prefix: str) -> dict[str, str]:
    if root is None:
        return {}
    found = {}
    for note in root:
        identity = attribute(note, "id")
        if identity is None or attribute(note, "type") in ("separator", "continuationSeparator"):
            continue
        found[f"{prefix}{identity}"] = " ".join(cell_text(note).split())
    return {identity: text for identity, text in found.items() if text}
