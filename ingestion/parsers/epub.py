"""EPUB: the chapters of a book in reading order."""

import posixpath
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from urllib.parse import unquote

from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.encoding import decode
from ingestion.parsed import Parsed
from ingestion.parsers.html import HtmlWalk, html_root
from ingestion.parsers.office_package import read_xml
from ingestion.parsers.office_xml import attribute, name_of

_CONTAINER = "META-INF/container.xml"
_CHAPTERS = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")
_METADATA = {"creator": "author", "publisher": "publisher", "language": "language", "date": "published"}


def parse(data: bytes, source_name: str, settings: Settings) -> Parsed:  # noqa: ARG001  one signature for all parsers
    """Read a book; a broken chapter costs itself alone and is reported.

    Raises:
        UnreadableFile: The book names no chapters, or is locked.
    """
    try:
        book = _Book(data)
    except Exception as error:
        raise UnreadableFile(
            f"the book cannot be opened: {error}"[:300], place=source_name, advice="export it again as EPUB"
        ) from error
    if book.is_locked():
        raise UnreadableFile("the book is encrypted", place=source_name, advice="use a copy without protection")
    builder = DocumentBuilder("epub")
    named = dict(book.contents())
    for chapter in book.chapters():
        try:
            _chapter(builder, book, chapter, named.get(chapter, ""), source_name)
        except UnreadableFile:
            raise
        except Exception as error:
            builder.warn(f"chapter {chapter[:80]}: not read, {type(error).__name__}: {error}"[:300])
    return builder.finish(title=book.title(), metadata=book.metadata())


def _chapter(builder: DocumentBuilder, book: "_Book", chapter: str, label: str, source_name: str) -> None:
    text, _ = decode(book.read(chapter), source_name)
    body = html_root(text).find("body")
    if body is None:
        return
    if label and next(body.iter("h1", "h2", "h3"), None) is None:
        builder.title(label, 1)
    HtmlWalk(builder, source_name).children(body, 0)


class _Book:
    """The package file of a book and the parts it names."""

    def __init__(self, data: bytes) -> None:
        self._archive = zipfile.ZipFile(BytesIO(data))
        container = read_xml(self._archive.read(_CONTAINER))
        self._path = next(attribute(one, "full-path") or "" for one in container.iter() if name_of(one) == "rootfile")
        self._root = read_xml(self._archive.read(self._path))
        self._items = {attribute(one, "id") or "": one for one in self._root.iter() if name_of(one) == "item"}

    def is_locked(self) -> bool:
        """Return whether chapters are encrypted; scrambled fonts alone do not matter."""
        name = "META-INF/encryption.xml"
        if name not in self._archive.namelist():
            return False
        locked = (attribute(one, "URI") or "" for one in read_xml(self._archive.read(name)).iter())
        return any(path.lower().endswith(("html", ".htm", ".xml", ".opf")) for path in locked)

    def read(self, part: str) -> bytes:
        """Return one part.

        Raises:
            KeyError: There is no such part.
        """
        return self._archive.read(part)

    def _resolved(self, reference: str, base: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(base), unquote(reference.split("#")[0])))

    def chapters(self) -> Iterator[str]:
        """Yield the parts of the spine, without the page that only lists the others."""
        for reference in (one for one in self._root.iter() if name_of(one) == "itemref"):
            item = self._items.get(attribute(reference, "idref") or "")
            if item is None or "nav" in (attribute(item, "properties") or "").split():
                continue
            if (attribute(item, "media-type") or "") in _CHAPTERS:
                yield self._resolved(attribute(item, "href") or "", self._path)

    def contents(self) -> Iterator[tuple[str, str]]:
        """Yield (part, label) of the table of contents, the first label of a part last so that it wins."""
        found: list[tuple[str, str]] = []
        for item in self._items.values():
            is_list = (attribute(item, "media-type") or "") == "application/x-dtbncx+xml"
            if is_list or "nav" in (attribute(item, "properties") or "").split():
                part = self._resolved(attribute(item, "href") or "", self._path)
                if part in self._archive.namelist():
                    found += self._labels(part)
        yield from reversed(found)

    def _labels(self, part: str) -> Iterator[tuple[str, str]]:
        for element in read_xml(self._archive.read(part)).iter():
            name = name_of(element)
            if name == "a" and attribute(element, "href"):
                yield self._resolved(attribute(element, "href") or "", part), _text(element)
            elif name == "navPoint":
                source = next((attribute(one, "src") or "" for one in element if name_of(one) == "content"), "")
                label = next((one for one in element if name_of(one) == "navLabel"), None)
                yield self._resolved(source, part), _text(label)

    def title(self) -> str:
        """Return the title of the book."""
        return next((_text(one) for one in self._root.iter() if name_of(one) == "title"), "")

    def metadata(self) -> dict[str, str]:
        """Return what the book says of itself, the first of several equal names."""
        found: dict[str, str] = {}
        for element in self._root.iter():
            name = _METADATA.get(name_of(element))
            if name and _text(element):
                found.setdefault(name, _text(element))
        return found


def _text(element: Any | None) -> str:
    return " ".join("".join(element.itertext()).split()) if element is not None else ""
