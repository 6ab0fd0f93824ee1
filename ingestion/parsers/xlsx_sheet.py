"""One sheet of a workbook, read as a stream: memory follows the filled cells, not the used range."""

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any

from lxml import etree
from openpyxl.styles.numbers import is_date_format, is_timedelta_format
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

from ingestion.parsers.cell_format import shown
from ingestion.parsers.office_package import OfficePackage
from ingestion.parsers.office_xml import attribute, name_of
from ingestion.parsers.sheet_cells import Region, SheetCells
from ingestion.parsers.xlsx_book import Book, SheetPart, rich_text

_PLACE = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d+)")
_TAGS = ("{*}row", "{*}mergeCell", "{*}col")
_LARGEST_COLUMN = 16_384


def column_number(letters: str) -> int:
    """Return the column, counted from 1, that ``letters`` name (A → 1, XFD → 16384)."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


@lru_cache(maxsize=20_000)
def _column(letters: str) -> int:
    return column_number(letters)


@lru_cache(maxsize=1024)
def _is_date(number_format: str) -> bool:
    return bool(is_date_format(number_format))


@lru_cache(maxsize=1024)
def _is_duration(number_format: str) -> bool:
    return bool(is_timedelta_format(number_format))


def read_sheet(package: OfficePackage, book: Book, sheet: SheetPart) -> SheetCells:
    """Return the filled cells of ``sheet``.

    Raises:
        lxml.etree.XMLSyntaxError: Its part is broken.
        ValueError: It holds too many cells.
    """
    cells = SheetCells(sheet.name, sheet.visible)
    merged: list[Region] = []
    last = 0
    with package.open(sheet.part) as stream:
        for _, element in etree.iterparse(stream, tag=_TAGS, resolve_entities=False, no_network=True):
            name = name_of(element)
            if name == "row":
                last = int(element.get("r") or last + 1)
                _row(cells, book, element, last)
                element.clear()
                while element.getprevious() is not None:
                    del element.getparent()[0]
            elif name == "mergeCell":
                merged += _region(attribute(element, "ref") or "")
            elif element.get("hidden") in ("1", "true"):
                last_column = min(int(element.get("max") or 0), _LARGEST_COLUMN)
                cells.hidden_columns += max(last_column - int(element.get("min") or 0) + 1, 0)
    cells.merge(iter(merged))
    return cells


def _region(reference: str) -> Iterator[Region]:
    places = [(int(row), _column(col)) for col, row in _PLACE.findall(reference)]
    if places:
        (top, left), (bottom, right) = places[0], places[-1]
        yield Region(top, left, bottom, right)


def _row(cells: SheetCells, book: Book, element: Any, row: int) -> None:
    col = 0
    filled = False
    for cell in element:
        place = cell.get("r")
        col = _column(place.rstrip("0123456789")) if place else col + 1
        if len(cell):
            text, numeric = _content(cells, book, cell, row, col)
            if text:
                cells.put(row, col, text, numeric=numeric)
                filled = True
    if filled and element.get("hidden") in ("1", "true"):
        cells.hidden_rows += 1


def _content(cells: SheetCells, book: Book, cell: Any, row: int, col: int) -> tuple[str, bool]:
    """Return the text of a cell as a person sees it, and whether it is a number or date."""
    value = formula = None
    for part in cell:
        name = part.tag.rsplit("}", 1)[-1]
        if name == "v":
            value = part.text
        elif name == "f":
            formula = part.text or ""
        elif name == "is":
            value = rich_text(part)
    if value is None or (value == "" and formula is not None):
        if formula is None or cell.get("t") == "str":
            return "", False
        cells.unsaved.append(cell.get("r") or f"row {row}, column {col}")
        return (f"={formula}" if formula else ""), False
    kind = cell.get("t") or "n"
    if kind == "n":
        style = int(cell.get("s") or 0)
        return _number(value, book.formats[style] if style < len(book.formats) else "General", book), True
    if kind == "s":
        return book.texts[int(value)].strip() if value.isdigit() and int(value) < len(book.texts) else "", False
    if kind == "b":
        return ("TRUE" if value == "1" else "FALSE"), False
    return value.strip(), kind == "d"


def _number(value: str, number_format: str, book: Book) -> str:
    if number_format == "General" and value.isdigit() and len(value) <= 15:
        return value
    try:
        exact = Decimal(value)
    except InvalidOperation:
        return value.strip()
    if _is_date(number_format):
        epoch = CALENDAR_MAC_1904 if book.from_1904 else CALENDAR_WINDOWS_1900
        try:
            moment = from_excel(float(exact), epoch, timedelta=_is_duration(number_format))
        except (ValueError, OverflowError):
            return f"{exact:f}"
        return shown(moment, number_format)
    return shown(exact, number_format)
