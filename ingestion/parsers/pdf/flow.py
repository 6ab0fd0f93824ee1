"""The pages of a PDF as one flow: lines and tables in reading order, tables joined over page breaks."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingestion.parsers.pdf.line import Line
from ingestion.parsers.pdf.page import PageContent
from ingestion.parsers.pdf.table import PageTable, continues, joined

_CONTINUED = re.compile(
    r"^\s*(?:续\s*(?:上)?表|.{0,40}[（(]\s*续\s*(?:表)?\s*[)）]|.{0,60}\bcont(?:inued|\.|'d))", re.IGNORECASE
)


def flow_of(pages: Sequence[PageContent], kept: Sequence[Sequence[Line]]) -> Iterator[Line | PageTable]:
    """Yield the ``kept`` lines and the tables of ``pages`` in reading order.

    A table is joined with the one that follows it on the next page when their columns match; a line between them that
    only says so is dropped.
    """
    return _joined(_in_order(pages, kept))


def _in_order(pages: Sequence[PageContent], kept: Sequence[Sequence[Line]]) -> Iterator[Line | PageTable]:
    """Yield lines and tables page by page; a table stands before the first line below it in its column."""
    for page, lines in zip(pages, kept, strict=True):
        waiting = sorted(page.tables, key=lambda table: table.box[1])
        for line in lines:
            while waiting and _is_below(line, waiting[0]):
                yield waiting.pop(0)
            yield line
        yield from waiting


def _is_below(line: Line, table: PageTable) -> bool:
    shares_column = line.column[0] <= table.box[2] and line.column[1] >= table.box[0]
    return line.box[1] >= table.box[3] - 2 and shares_column


def _joined(items: Iterator[Line | PageTable]) -> Iterator[Line | PageTable]:
    held: PageTable | None = None
    first_page = 0
    between: list[Line] = []
    for item in items:
        if isinstance(item, PageTable) and held is not None and continues(held, item):
            held, between = joined(held, item), []
            continue
        if held is not None and isinstance(item, Line) and not between and _CONTINUED.match(item.text):
            between = [item]
            continue
        if held is not None:
            yield replace(held, page=first_page)
            yield from between
            held, between = None, []
        if isinstance(item, PageTable):
            held, first_page = item, item.page
        else:
            yield item
    if held is not None:
        yield replace(held, page=first_page)
        yield from between
