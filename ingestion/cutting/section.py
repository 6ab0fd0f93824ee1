"""Groups the blocks of a document into stretches that chunks may not cross."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from core.document import Block
from ingestion.caption import is_caption

Strategy = Literal["headings", "records", "recursive"]


@dataclass(frozen=True, slots=True)
class Section:
    """Consecutive blocks under one heading path."""

    heading_path: tuple[str, ...]
    blocks: tuple[Block, ...]


def choose_strategy(blocks: Sequence[Block]) -> Strategy:
    """Look at a document: mostly records, or with headings, or neither."""
    records = sum(1 for block in blocks if block.kind == "record")
    if records * 2 > len(blocks):
        return "records"
    return "headings" if any(block.heading_path for block in blocks) else "recursive"


def sections(blocks: Sequence[Block], strategy: Strategy) -> list[Section]:
    """Return the sections of a document.

    ``recursive`` makes one section of it: headings become paragraphs, and the path is what all blocks share.
    """
    kept = _without_headings(blocks, as_text=strategy == "recursive")
    shared = _shared_path([block.heading_path for block in kept])
    grouped = groupby(kept, key=lambda block: shared if strategy == "recursive" else block.heading_path)
    return [Section(path, tuple(group)) for path, group in grouped]


def _shared_path(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    shared = paths[0] if paths else ()
    for path in paths:
        while path[: len(shared)] != shared:
            shared = shared[:-1]
    return shared


def _without_headings(blocks: Sequence[Block], *, as_text: bool) -> list[Block]:
    """Drop titles, which live on in heading paths, and caption lines, which live on in their table.

    A title nothing stands under would be lost; it is kept as a paragraph.
    """
    kept: list[Block] = []
    for number, block in enumerate(blocks):
        after = blocks[number + 1] if number + 1 < len(blocks) else None
        if block.kind == "title":
            if number and (as_text or not _has_children(block, after)):
                kept.append(replace(block, kind="paragraph"))
        elif not _captions_table(block, blocks[number + 1 : number + 3]):
            kept.append(block)
    return kept


def _has_children(block: Block, after: Block | None) -> bool:
    return after is not None and len(after.heading_path) > len(block.heading_path)


def _captions_table(block: Block, following: Sequence[Block]) -> bool:
    if block.kind != "paragraph" or not is_caption(block.text):
        return False
    for other in following:
        if other.table is not None:
            return block.text.strip() in other.table.caption
    return False
