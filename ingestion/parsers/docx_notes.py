"""Footnotes and endnotes of a DOCX file."""

import re
from typing import Any

from ingestion.builder import DocumentBuilder
from ingestion.parsers.docx_table import cell_text
from ingestion.parsers.office_package import OfficePackage
from ingestion.parsers.office_xml import attribute

_NOTE = re.compile(r"\[\^(e?-?\d+)\]")
_RULES = ("separator", "continuationSeparator", "continuationNotice")


def without_marks(text: str) -> str:
    """Return ``text`` without the marks that point at notes."""
    return _NOTE.sub("", text)


class Notes:
    """Notes by mark; each is added once, after the block that cites it first."""

    def __init__(self, package: OfficePackage) -> None:
        self._texts = _read(package.related_root("footnotes"), "") | _read(package.related_root("endnotes"), "e")
        self._waiting: list[str] = []

    def cite(self, text: str) -> None:
        """Remember the notes that ``text`` points at."""
        self._waiting += [note for note in _NOTE.findall(text) if note in self._texts]

    def add_to(self, builder: DocumentBuilder) -> None:
        """Add the notes cited since the last call."""
        for note in self._waiting:
            text = self._texts.pop(note, "")
            if text:
                builder.other("footnote", f"[^{note}]: {text}")
        self._waiting = []


def _read(root: Any | None, prefix: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for note in root if root is not None else ():
        identity = attribute(note, "id")
        if identity is not None and attribute(note, "type") not in _RULES:
            found[f"{prefix}{identity}"] = " ".join(cell_text(note).split())
    return {identity: text for identity, text in found.items() if text}
