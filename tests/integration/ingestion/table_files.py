"""The tables of a public set as an independent reader sees them, and the same tables written in four formats."""

import html
import json
import zipfile
from dataclasses import dataclass, field
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

from openpyxl import Workbook
from openpyxl.utils import get_column_letter

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/word/document.xml" ContentType='
    '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="word/document.xml"/></Relationships>'
)


@dataclass
class Place:
    """One cell: its text, where it stands, how far it reaches."""

    text: str
    row: int
    col: int
    rows: int = 1
    cols: int = 1


@dataclass
class Gold:
    """One table of the set. ``cells`` stand once each, in reading order."""

    name: str
    html: str
    cells: list[Place] = field(default_factory=list)

    def grid(self) -> list[list[str]]:
        """Return every row, a merged text in every place it covers."""
        height = max(cell.row + cell.rows for cell in self.cells)
        width = max(cell.col + cell.cols for cell in self.cells)
        rows = [[""] * width for _ in range(height)]
        for cell in self.cells:
            for row in range(cell.row, cell.row + cell.rows):
                for col in range(cell.col, cell.col + cell.cols):
                    rows[row][col] = cell.text
        return rows


class _Reader(HTMLParser):
    """Places cells by the rules of HTML tables: the first free column, spans kept free below."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[Place] = []
        self._taken: set[tuple[int, int]] = set()
        self._row = -1
        self._open: Place | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self._row += 1
        elif tag in ("td", "th"):
            spans = {name: max(int(value or 1), 1) for name, value in attrs if name in ("rowspan", "colspan")}
            col = next(n for n in range(10_000) if (self._row, n) not in self._taken)
            cell = Place("", self._row, col, spans.get("rowspan", 1), spans.get("colspan", 1))
            self._taken |= {(cell.row + r, cell.col + c) for r in range(cell.rows) for c in range(cell.cols)}
            self.cells.append(cell)
            self._open = cell
        elif tag == "br" and self._open is not None:
            self._open.text += " "

    def handle_data(self, data: str) -> None:
        if self._open is not None:
            self._open.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._open = None


def read_gold(paths: list[Path]) -> list[Gold]:
    """Return the tables of JSON-lines files, rows that reach past the last one clipped."""
    found: list[Gold] = []
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            reader = _Reader()
            reader.feed(record["html"])
            for cell in reader.cells:
                cell.text = " ".join(cell.text.split())
                cell.rows = min(cell.rows, reader._row + 1 - cell.row)
            found.append(Gold(record["table_id"], record["html"], reader.cells))
    return found


def as_html(gold: Gold) -> bytes:
    """Return the table as a page."""
    return f"<!DOCTYPE html><html><head><title>清单</title></head><body>{gold.html}</body></html>".encode()


def as_markdown(gold: Gold) -> bytes:
    """Return the table as GFM, merged texts repeated: Markdown has no merged cells."""
    rows = gold.grid()
    lines = ["| " + " | ".join(_escaped(text) for text in row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]).encode()


def _escaped(text: str) -> str:
    marked = "".join("\\" + char if char in "\\`*_{}[]<>#|~&$!" else char for char in text)
    return marked or " "


def as_xlsx(gold: Gold) -> bytes:
    """Return the table as a workbook of one sheet, every value a text."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for cell in gold.cells:
        if cell.text:
            target = sheet.cell(cell.row + 1, cell.col + 1, cell.text)
            target.data_type = "s"
        if cell.rows > 1 or cell.cols > 1:
            first = f"{get_column_letter(cell.col + 1)}{cell.row + 1}"
            sheet.merge_cells(f"{first}:{get_column_letter(cell.col + cell.cols)}{cell.row + cell.rows}")
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def as_docx(gold: Gold) -> bytes:
    """Return the table as a Word file, merged cells as ``gridSpan`` and ``vMerge``."""
    at = {(row, cell.col): cell for cell in gold.cells for row in range(cell.row, cell.row + cell.rows)}
    height = max(cell.row + cell.rows for cell in gold.cells)
    rows = []
    for row in range(height):
        columns = sorted(col for other, col in at if other == row)
        rows.append("<w:tr>" + "".join(_word_cell(at[row, col], row) for col in columns) + "</w:tr>")
    body = f"<w:tbl><w:tblPr/>{''.join(rows)}</w:tbl><w:p/>"
    document = f'<?xml version="1.0"?><w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>'
    return zipped({"[Content_Types].xml": _TYPES, "_rels/.rels": _RELATIONS, "word/document.xml": document})


def _word_cell(cell: Place, row: int) -> str:
    span = f'<w:gridSpan w:val="{cell.cols}"/>' if cell.cols > 1 else ""
    merge = ("<w:vMerge/>" if row > cell.row else '<w:vMerge w:val="restart"/>') if cell.rows > 1 else ""
    text = html.escape(cell.text) if row == cell.row else ""
    run = f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>' if text else ""
    return f"<w:tc><w:tcPr>{span}{merge}</w:tcPr><w:p>{run}</w:p></w:tc>"


def zipped(parts: dict[str, str | bytes]) -> bytes:
    """Return an archive of ``parts``."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in parts.items():
            archive.writestr(name, body)
    return out.getvalue()
