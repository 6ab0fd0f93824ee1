"""Where something stands in its source, for programs and for people."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from core.document import Span


class SpanView(Struct, frozen=True):
    """A place in a document: characters of its canonical Markdown, and what the format has besides."""

    char_start: Annotated[int, Meta(description="First character, counted from 0.")] = 0
    char_end: Annotated[int, Meta(description="One past the last character.")] = 0
    page: Annotated[int | None, Meta(description="Page, counted from 1.")] = None
    bbox: Annotated[
        tuple[float, float, float, float] | None, Meta(description="x0, top, x1, bottom in PDF points.")
    ] = None
    sheet: Annotated[str | None, Meta(description="Sheet of a spreadsheet.")] = None
    row: Annotated[int | None, Meta(description="Row of the sheet, counted from 1.")] = None
    slide: Annotated[int | None, Meta(description="Slide, counted from 1.")] = None


def anchor_of(heading_path: Sequence[str], spans: Sequence[Span]) -> str:
    """Name a place in one line: ``二、退款到账 · p. 2``, ``价格 rows 3-5``; characters when nothing else is known."""
    sheets = list(dict.fromkeys(span.sheet for span in spans if span.sheet))
    parts = [heading_path[-1]] if heading_path and heading_path[-1] not in sheets else []
    parts += _numbered("p.", (span.page for span in spans))
    rows = _numbered("row", (span.row for span in spans))
    parts += [" ".join((*sheets, *rows))] if sheets or rows else []
    parts += _numbered("slide", (span.slide for span in spans))
    if not parts and spans:
        parts = [f"{min(span.char_start for span in spans)}-{max(span.char_end for span in spans)}"]
    return " · ".join(parts)


def _numbered(word: str, numbers: Iterable[int | None]) -> list[str]:
    known = sorted({number for number in numbers if number is not None})
    if not known:
        return []
    return [f"{word} {known[0]}" if len(known) == 1 else f"{word} {known[0]}-{known[-1]}"]
