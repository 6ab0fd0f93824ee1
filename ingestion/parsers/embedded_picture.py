"""Pictures inside office files: what their author wrote about them, and the text OCR finds in them."""

import re
from dataclasses import dataclass

from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.parsers.image import frames

_EMPTY = re.compile(
    r"^(?:图片|图像|picture|image|graphic)?\s*\d*$|\.(?:png|jpe?g|gif|bmp|emf|wmf|tiff?)$", re.IGNORECASE
)
_LEAST_SIDE = 40


@dataclass(frozen=True, slots=True)
class PictureText:
    """The text that stands for a picture."""

    text: str
    needs_review: bool = False


class PictureReader:
    """Finds a text for one picture after another; each content is read once, and at most so many by OCR."""

    def __init__(self, settings: Settings) -> None:
        self._left = settings.ocr_pictures if settings.ocr_enabled else 0
        self._least = settings.ocr_review_confidence
        self._known: dict[bytes, PictureText | None] = {}
        self._silent = 0

    def read(self, description: str, data: bytes | None) -> PictureText | None:
        """Return the text of a picture, ``None`` when there is none.

        What its author wrote comes first, what is written in it after; a name that a program gave says nothing.
        """
        described = "" if _EMPTY.search(description.strip()) else description.strip()
        found = self._recognised(data) if data else None
        if found is None:
            self._silent += not described
            return PictureText(described) if described else None
        return PictureText(f"{described}\n{found.text}".strip(), found.needs_review)

    def report(self, builder: DocumentBuilder) -> None:
        """Say how many pictures gave no text."""
        if self._silent:
            builder.warn(f"{self._silent} 张图片没有文字，未读取 / {self._silent} images without text were not read")

    def _recognised(self, data: bytes) -> PictureText | None:
        if data not in self._known:
            if self._left <= 0:
                return None
            self._left -= 1
            self._known[data] = self._lines(data)
        return self._known[data]

    def _lines(self, data: bytes) -> PictureText | None:
        from ingestion.ocr import recognise

        try:
            frame = frames(data, "picture")[0]
        except UnreadableFile:
            return None
        if min(frame.shape[:2]) < _LEAST_SIDE:
            return None
        lines = recognise(frame)
        text = "\n".join(line.text for line in lines)
        return PictureText(text, any(line.confidence < self._least for line in lines)) if text else None
