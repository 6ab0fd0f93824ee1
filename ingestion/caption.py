"""Ties a table to the line above it that names it or gives its unit."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.document import Block

_CAPTION = re.compile(r"^\s*\**(?:附?表|table)\s*[\d一二三四五六七八九十A-Z]", re.IGNORECASE)
_UNIT = re.compile(r"单位\s*[:：]\s*([^\s，,;；)）】\]]{1,12})|(?:unit|in)\s*:\s*([^\s,;)]{1,12})", re.IGNORECASE)
_LONGEST = 80


def unit_in(text: str) -> str:
    """Return the unit a line declares for a whole table (``单位：元`` → ``元``), or an empty string."""
    match = _UNIT.search(text)
    return (match.group(1) or match.group(2) or "") if match else ""


def is_caption(text: str) -> bool:
    """Return whether ``text`` reads as the caption of a table or as its unit line."""
    line = text.strip()
    return "\n" not in line and len(line) <= _LONGEST and bool(_CAPTION.match(line) or unit_in(line))


def tie_captions(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return ``blocks``, tables given the caption and unit that stand right above them."""
    tied: list[Block] = []
    for block in blocks:
        tied.append(_tied(block, tied[-2:]) if block.table is not None else block)
    return tuple(tied)


def _tied(block: Block, before: Sequence[Block]) -> Block:
    table = block.table
    assert table is not None  # noqa: S101  narrowed by the caller
    caption, unit = table.caption, table.unit_hint or unit_in(table.caption)
    for line in reversed(before):
        if line.kind not in ("paragraph", "title") or not is_caption(line.text):
            break
        unit = unit or unit_in(line.text)
        if line.kind == "paragraph" and not table.caption:
            caption = f"{line.text.strip()} {caption}".strip()
    return replace(block, table=replace(table, caption=caption, unit_hint=unit))
