"""Pictures of a DOCX file: what their author wrote about them."""

from collections.abc import Iterator
from typing import Any

from ingestion.builder import DocumentBuilder
from ingestion.parsers.office_xml import attribute, name_of


class Pictures:
    """Yields descriptions and counts the pictures that have none."""

    def __init__(self) -> None:
        self._silent = 0

    def described(self, element: Any) -> Iterator[str]:
        """Yield the alternative text of every picture in ``element``."""
        for picture in element.iter():
            kind = name_of(picture)
            if kind not in ("docPr", "imagedata") or _is_elsewhere(picture, element):
                continue
            text = attribute(picture, "descr") or attribute(picture, "title")
            if kind == "imagedata":
                text = text or attribute(picture.getparent(), "alt")
            if text and text.strip():
                yield text
            elif kind == "imagedata" or any(name_of(inner) == "blip" for inner in picture.getparent().iter()):
                self._silent += 1

    def report(self, builder: DocumentBuilder) -> None:
        """Say how many pictures were not read."""
        if self._silent:
            builder.warn(f"{self._silent} 张图片没有文字说明，未读取 / {self._silent} images were not read")


def _is_elsewhere(picture: Any, element: Any) -> bool:
    """Return whether another visit reads it: the older copy of a drawing, or the contents of a text box."""
    for up in picture.iterancestors():
        if up is element:
            return False
        if name_of(up) in ("Fallback", "txbxContent", "del", "moveFrom"):
            return True
    return False
