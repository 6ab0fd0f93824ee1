"""The parts of a workbook that its sheets share: names, texts and number formats."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lxml import etree
from openpyxl.styles.numbers import BUILTIN_FORMATS

from ingestion.parsers.office_package import OfficePackage, read_xml
from ingestion.parsers.office_xml import attribute, child, children, name_of


@dataclass(frozen=True, slots=True)
class SheetPart:
    """One sheet: its name, its part of the package, and whether a person sees it. Charts on sheets of their own count
    as ``is_chart``."""

    name: str
    part: str
    visible: bool
    is_chart: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """What all sheets share. ``formats`` holds the number format of every cell style by its index."""

    sheets: tuple[SheetPart, ...]
    texts: tuple[str, ...]
    formats: tuple[str, ...]
    from_1904: bool


def read_book(package: OfficePackage) -> Book:
    """Return the shared parts of a workbook.

    Raises:
        ValueError: The main part is not that of a workbook.
    """
    root = read_xml(package.read(package.main))
    if name_of(root) != "workbook":
        raise ValueError("the main part is no workbook")
    parts = {identity: (kind, part) for identity, kind, part in package.relations(package.main)}
    properties = child(root, "workbookPr")
    since = attribute(properties, "date1904") if properties is not None else None
    texts = package.related("sharedStrings")
    return Book(
        tuple(_sheets(root, parts)),
        tuple(_texts(package, texts)) if texts else (),
        _formats(package.related_root("styles")),
        since in ("1", "true"),
    )


def _sheets(root: Any, parts: dict[str, tuple[str, str]]) -> Iterator[SheetPart]:
    for sheet in children(root, "sheets"):
        identity = next((value for key, value in sheet.attrib.items() if key.endswith("}id")), "")
        kind, part = parts.get(identity, ("", ""))
        visible = (attribute(sheet, "state") or "visible") == "visible"
        yield SheetPart(attribute(sheet, "name") or "", part, visible, kind == "chartsheet")


def rich_text(element: Any) -> str:
    """Return a shared or inline string: its runs joined, reading aids above the characters left out."""
    parts: list[str] = []
    for inner in element:
        name = name_of(inner)
        if name == "t":
            parts.append(inner.text or "")
        elif name == "r":
            parts += [part.text or "" for part in inner if name_of(part) == "t"]
    return "".join(parts)


def _texts(package: OfficePackage, part: str) -> Iterator[str]:
    with package.open(part) as stream:
        for _, element in etree.iterparse(stream, tag="{*}si", resolve_entities=False, no_network=True):
            yield rich_text(element)
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]


def _formats(root: Any | None) -> tuple[str, ...]:
    if root is None:
        return ()
    own = {
        int(attribute(element, "numFmtId") or 0): attribute(element, "formatCode") or "General"
        for element in children(root, "numFmts")
        if name_of(element) == "numFmt"
    }
    numbers = [int(attribute(style, "numFmtId") or 0) for style in children(root, "cellXfs") if name_of(style) == "xf"]
    return tuple(own.get(number) or BUILTIN_FORMATS.get(number, "General") for number in numbers)
