"""The parts of an Office Open XML file, found by their relations: Transitional and Strict files alike."""

import posixpath
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from lxml import etree

from ingestion.parsers.office_xml import attribute, name_of

Relation = tuple[str, str, str]


def read_xml(data: bytes) -> Any:
    """Return the root element of ``data``; entities and outside files are never resolved.

    Raises:
        lxml.etree.XMLSyntaxError: It is not XML.
    """
    return etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))


class OfficePackage:
    """A zip of parts tied by relations; the kind of a relation is the last word of its type."""

    def __init__(self, data: bytes) -> None:
        """Open the package.

        Raises:
            zipfile.BadZipFile: It is no zip archive.
            KeyError: It names no main part.
        """
        self._archive = zipfile.ZipFile(BytesIO(data))
        # Some writers store names with a leading slash or a backslash.
        self._names = {name.replace("\\", "/").lstrip("/").lower(): name for name in self._archive.namelist()}
        self.main = next((target for _, kind, target in self.relations("") if kind == "officeDocument"), "")
        if self.main.lower() not in self._names:
            raise KeyError("the package names no main part")

    def read(self, part: str) -> bytes:
        """Return the bytes of ``part``.

        Raises:
            KeyError: There is no such part.
        """
        return self._archive.read(self._names[part.lower()])

    def open(self, part: str) -> Any:
        """Return ``part`` as a readable stream, for parts that are too large to hold.

        Raises:
            KeyError: There is no such part.
        """
        return self._archive.open(self._names[part.lower()])

    def relations(self, part: str) -> Iterator[Relation]:
        """Yield (id, kind, target part) of the inner relations of ``part``; ``""`` is the package itself."""
        folder, name = posixpath.split(part)
        path = posixpath.join(folder, "_rels", f"{name}.rels")
        if path.lower() not in self._names:
            return
        for relation in read_xml(self.read(path)):
            if name_of(relation) != "Relationship" or attribute(relation, "TargetMode") == "External":
                continue
            target = (attribute(relation, "Target") or "").replace("\\", "/")
            resolved = target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target)
            kind = (attribute(relation, "Type") or "").rsplit("/", 1)[-1]
            yield attribute(relation, "Id") or "", kind, posixpath.normpath(resolved)

    def related(self, kind: str) -> str | None:
        """Return the part that the main part ties by ``kind`` (``footnotes``), or ``None``."""
        found = (target for _, name, target in self.relations(self.main) if name == kind)
        return next((target for target in found if target.lower() in self._names), None)

    def related_root(self, kind: str) -> Any | None:
        """Return the root element of that part, or ``None``."""
        part = self.related(kind)
        return read_xml(self.read(part)) if part else None
