"""Markdown made by a remote parser, with the page each stretch of it comes from."""

from bisect import bisect_right
from dataclasses import replace

import msgspec

from core.document import Block
from core.settings import Settings
from ingestion.parsed import Parsed
from ingestion.parsers.markdown import parse_text


class PagedMarkdown(msgspec.Struct, frozen=True):
    """``pages`` holds (offset, page) in order of offset; pages count from 1."""

    markdown: str
    pages: list[tuple[int, int]]


def parse(data: bytes, source_name: str, settings: Settings) -> Parsed:  # noqa: ARG001  one signature for all parsers
    """Read the JSON that ``ingestion.remote`` writes.

    Raises:
        InvalidInput: The front matter is wrong.
    """
    source = msgspec.json.decode(data, type=PagedMarkdown)
    parsed = parse_text(source.markdown, source_name)
    starts = [offset for offset, _ in source.pages]
    blocks = tuple(_placed(block, starts, source.pages) for block in parsed.blocks)
    count = max((page for _, page in source.pages), default=None)
    read = len({page for _, page in source.pages}) / count if count else None
    return replace(parsed, blocks=blocks, pages=count, pages_read=read)


def _placed(block: Block, starts: list[int], pages: list[tuple[int, int]]) -> Block:
    # A heading's text begins after its marks, a table's before its first cell: the end of the block decides.
    at = bisect_right(starts, max(block.span.char_start, block.span.char_end - 1)) - 1
    first = bisect_right(starts, block.span.char_start)
    page = pages[min(first, at)][1] if at >= 0 else None
    return replace(block, span=replace(block.span, page=page))
