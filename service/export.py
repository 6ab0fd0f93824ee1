"""Facts as a file: CSV for spreadsheets, JSONL for programs, XLSX for people. Written page by page."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, get_args

from core.errors import InvalidInput
from core.wire import to_json
from service.export_rows import COLUMNS, Row
from service.export_sheet import sheet_bytes

Format = Literal["csv", "jsonl", "xlsx"]
MEDIA_TYPES: dict[Format, str] = {
    "csv": "text/csv",
    "jsonl": "application/x-ndjson",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
_BOM = "\ufeff".encode()
# A spreadsheet takes a cell that begins with one of these for a formula, and runs it.
_ACTIVE = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def format_of(name: str) -> Format:
    """Return the format called ``name``, or named by the end of a file's name.

    Raises:
        InvalidInput: There is no such format.
    """
    ending = name.rpartition(".")[2].lower()
    for known in get_args(Format):
        if ending == known:
            return known  # type: ignore[no-any-return]
    raise InvalidInput(f"unknown format {ending!r}", place=name, advice=f"use {', '.join(get_args(Format))}")


def exported(pages: Iterable[Sequence[Row]], form: Format, *, bom: bool = False) -> Iterator[bytes]:
    """Yield the bytes of a file of ``pages``, never more than one page of them at once.

    CSV cells that a spreadsheet would run get an apostrophe in front; JSONL and XLSX hold every cell as it is, XLSX
    as text, so that 00123 stays 00123.

    Args:
        pages: Rows, see ``service.export_rows``.
        form: What to write.
        bom: Whether CSV begins with the mark by which Excel knows UTF-8.
    """
    if form == "xlsx":
        return sheet_bytes(COLUMNS, pages)
    return _csv(pages, bom=bom) if form == "csv" else _jsonl(pages)


def _csv(pages: Iterable[Sequence[Row]], *, bom: bool) -> Iterator[bytes]:
    yield (_BOM if bom else b"") + _lines([COLUMNS])
    for page in pages:
        yield _lines([[_harmless(row[name]) for name in COLUMNS] for row in page])


def _lines(rows: Iterable[Sequence[str]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode("utf-8", "replace")


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.lstrip(" \n").startswith(_ACTIVE) else cell


def _jsonl(pages: Iterable[Sequence[Row]]) -> Iterator[bytes]:
    for page in pages:
        yield b"".join(to_json(row) + b"\n" for row in page)
