"""One table as an XLSX file, written row by row; every cell is text."""

import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import IO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

_READ = 1 << 16
_LONGEST_CELL = 32_767
_MOST_ROWS = 1_048_576
_SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
# Characters no XML 1.0 file may hold, and what would read as the escape of one.
_IMPOSSIBLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LOOKS_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


def sheet_bytes(columns: Sequence[str], pages: Iterable[Sequence[Mapping[str, str]]]) -> Iterator[bytes]:
    """Yield the file; the rows pass through a temporary file on disk, never through memory as a whole.

    A sheet holds 1,048,576 rows; what is more goes on in another. A cell longer than the 32,767 characters a
    spreadsheet holds is cut there.
    """
    rows = (row for page in pages for row in page)
    with tempfile.TemporaryFile() as file:
        with ZipFile(file, "w", ZIP_DEFLATED) as archive:
            sheets, more = 0, True
            while more:
                sheets += 1
                with archive.open(f"xl/worksheets/sheet{sheets}.xml", "w", force_zip64=True) as sheet:
                    more = _write(sheet, columns, rows)
            for name, text in _parts(sheets).items():
                archive.writestr(name, _HEAD + text)
        file.seek(0)
        while block := file.read(_READ):
            yield block


def _write(sheet: IO[bytes], columns: Sequence[str], rows: Iterator[Mapping[str, str]]) -> bool:
    """Write one sheet; return whether it is full, so that another must follow."""
    sheet.write(f'{_HEAD}<worksheet xmlns="{_SPREADSHEET}"><sheetData>'.encode())
    sheet.write(_row(columns))
    count = 0
    for row in islice(rows, _MOST_ROWS - 1):
        sheet.write(_row([row[name] for name in columns]))
        count += 1
    sheet.write(b"</sheetData></worksheet>")
    return count == _MOST_ROWS - 1


def _parts(sheets: int) -> dict[str, str]:
    numbers = range(1, sheets + 1)
    types = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{_TYPE}.worksheet+xml"/>' for n in numbers
    )
    links = "".join(
        f'<Relationship Id="rId{n}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>' for n in numbers
    )
    names = "".join(f'<sheet name="facts{n if n > 1 else ""}" sheetId="{n}" r:id="rId{n}"/>' for n in numbers)
    return {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>{types}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{links}</Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_SPREADSHEET}" xmlns:r="{_OFFICE}"><sheets>{names}</sheets></workbook>',
    }


def _row(cells: Sequence[str]) -> bytes:
    shown = "".join(f'<c t="inlineStr"><is><t xml:space="preserve">{_safe(cell)}</t></is></c>' for cell in cells)
    return f"<row>{shown}</row>".encode()


def _safe(cell: str) -> str:
    kept = _LOOKS_ESCAPED.sub("_x005F_", cell[:_LONGEST_CELL])
    return escape(_IMPOSSIBLE.sub("\ufffd", kept)).replace("\r", "&#13;")
