"""Pictures of a DOCX file."""

from collections.abc import Iterator
from typing import Any

from ingestion.parsers.embedded_picture import PictureReader, PictureText
from ingestion.parsers.office_package import OfficePackage
from ingestion.parsers.office_xml import attribute, name_of


class DocxPictures:
    """Yields the texts that stand for the pictures of a document."""

    def __init__(self, package: OfficePackage, reader: PictureReader) -> None:
        self._package = package
        self._reader = reader
        self._parts = {identity: part for identity, kind, part in package.relations(package.main) if kind == "image"}

    def texts(self, element: Any) -> Iterator[PictureText]:
        """Yield the text of every picture in ``element`` that has one."""
        for picture in element.iter():
            kind = name_of(picture)
            if kind not in ("docPr", "imagedata") or _is_elsewhere(picture, element):
                continue
            identity = _relation(picture)
            described = attribute(picture, "descr") or attribute(picture, "title") or ""
            if kind == "imagedata":
                described = described or attribute(picture.getparent(), "alt") or ""
            if identity is not None or described.strip():
                found = self._reader.read(described, self._data(identity))
                if found is not None:
                    yield found

    def _data(self, identity: str | None) -> bytes | None:
        try:
            return self._package.read(self._parts[identity or ""])
        except KeyError:
            return None


def _relation(picture: Any) -> str | None:
    """Return the id by which a drawing names its picture, ``None`` when it draws something else."""
    if name_of(picture) == "imagedata":
        return attribute(picture, "id") or ""
    blip = next((inner for inner in picture.getparent().iter() if name_of(inner) == "blip"), None)
    return (attribute(blip, "embed") or attribute(blip, "link") or "") if blip is not None else None


def _is_elsewhere(picture: Any, element: Any) -> bool:
    """Return whether another visit reads it: the older copy of a drawing, or the contents of a text box."""
    for up in picture.iterancestors():
        if up is element:
            return False
        if name_of(up) in ("Fallback", "txbxContent", "del", "moveFrom"):
            return True
    return False
