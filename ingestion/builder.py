"""The one way to make blocks: text goes in, canonical Markdown and blocks with true offsets come out."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from core.document import Block, BlockKind, ListItem, Span, Table
from core.table import laid_out
from ingestion.notice import is_notice
from ingestion.parsed import Parsed
from ingestion.record_text import record_text
from ingestion.table_markdown import table_markdown

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff]|[\ud800-\udfff]")
_NOWHERE = Span()


def clean_text(text: str) -> str:
    """Return ``text`` with one kind of newline, no control characters and no outer blank space."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()


class DocumentBuilder:
    """Writes canonical Markdown while blocks are added, or marks blocks in a Markdown text that exists already.

    Args:
        parser: Name of the parser, kept on the document.
        source: The canonical Markdown when the input is one already; blocks are then added with ``mark``.
    """

    def __init__(self, parser: str, source: str | None = None) -> None:
        self._parser = parser
        self._source = source
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._warnings: list[str] = []

    def mark(self, kind: BlockKind, start: int, end: int, **rest: object) -> None:
        """Add the stretch ``start``–``end`` of the source text as a block; blank stretches are ignored."""
        assert self._source is not None  # noqa: S101  a programming error, not input
        text = self._source[start:end]
        stripped = text.strip()
        if stripped:
            first = start + text.index(stripped)
            span = Span(first, first + len(stripped))
            self._blocks.append(Block(kind, stripped, span, **rest))  # type: ignore[arg-type]

    def title(self, text: str, level: int, place: Span = _NOWHERE) -> None:
        """Add a heading; ``level`` counts from 1."""
        flat = " ".join(text.split())
        self._write("title", flat, place, before="#" * min(level, 6) + " ", level=level)

    def paragraph(self, text: str, place: Span = _NOWHERE) -> None:
        """Add a paragraph, or a notice when it opens with a warning word."""
        self._write("notice" if is_notice(text) else "paragraph", text, place)

    def list(self, items: Iterable[ListItem], place: Span = _NOWHERE) -> None:
        """Add a list, one line per item, indented by depth."""
        kept = tuple(replace(item, text=clean_text(item.text)) for item in items)
        kept = tuple(item for item in kept if item.text)
        lines = ["  " * item.depth + f"{item.marker} {item.text}".strip() for item in kept]
        self._write("list", "\n".join(lines), place, items=kept)

    def table(self, table: Table, place: Span = _NOWHERE) -> None:
        """Add a table, the titles in its first rows above it; a table without any text is ignored."""
        if not any(cell.text.strip() for cell in table.cells):
            return
        marked = laid_out(table)
        title = marked.caption.removeprefix(table.caption).strip()
        if title:
            self.paragraph(title, place)
        self._write("table", table_markdown(marked), place, table=marked)

    def record(self, fields: tuple[tuple[str, str], ...], place: Span = _NOWHERE) -> None:
        """Add one record as ``name：value`` lines."""
        self._write("record", record_text(fields), place, fields=fields)

    def turn(self, text: str, fields: tuple[tuple[str, str], ...], place: Span = _NOWHERE) -> None:
        """Add one turn of a conversation, with who spoke and when in ``fields``."""
        self._write("paragraph", text, place, fields=fields)

    def code(self, text: str, place: Span = _NOWHERE) -> None:
        """Add a code block, fenced so that its own backticks do not end it."""
        fence = "```"
        while fence in text:
            fence += "`"
        body = _CONTROL.sub("", text.replace("\r\n", "\n")).strip("\n")
        self._write("code", f"{fence}\n{body}\n{fence}" if body.strip() else "", place)

    def other(self, kind: BlockKind, text: str, place: Span = _NOWHERE, *, needs_review: bool = False) -> None:
        """Add a block of a kind that needs no layout of its own (image, formula, footnote, notice)."""
        self._write(kind, text, place, needs_review=needs_review)

    def warn(self, message: str) -> None:
        """Remember something a person should know; equal messages are kept once."""
        if message not in self._warnings:
            self._warnings.append(message)

    def _write(self, kind: BlockKind, text: str, place: Span, before: str = "", **rest: object) -> None:
        body = clean_text(text)
        if not body:
            return
        lead = ("\n\n" if self._parts else "") + before
        start = self._length + len(lead)
        self._parts += [lead, body]
        self._length = start + len(body)
        span = replace(place, char_start=start, char_end=self._length)
        self._blocks.append(Block(kind, body, span, **rest))  # type: ignore[arg-type]

    def finish(
        self,
        *,
        title: str = "",
        metadata: Mapping[str, str] | None = None,
        pages: int | None = None,
        pages_read: float | None = None,
    ) -> Parsed:
        """Return everything added so far as one value."""
        markdown = self._source if self._source is not None else "".join(self._parts)
        return Parsed(
            self._parser,
            markdown,
            tuple(self._blocks),
            title=title,
            metadata=dict(metadata or {}),
            warnings=tuple(self._warnings),
            pages=pages,
            pages_read=pages_read,
        )
