"""The items of a list block, each with the lines that continue it."""

import re
from dataclasses import dataclass

from core.document import Block
from ingestion.numbering import item_kind

_MARKER = re.compile(r"(?:[-*+•·▪●◦○]|\d{1,9}[.)．、）]|[(（]?[A-Za-z][.)）])\s")
_FENCE = re.compile(r"^\s*(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class ItemStretch:
    """One item: ``text[start:end]`` of the list block. ``kind`` is ``list``, or ``nested`` under another item."""

    start: int
    end: int
    kind: str


def list_items(block: Block) -> list[ItemStretch]:
    """Split a list block at its markers; a line without one, and fenced code, continue the item above.

    Where the parser found as many items as there are lines, every line is one, whatever it opens with.
    """
    text = block.text
    lines = text.split("\n")
    by_line = len(block.items) == sum(1 for line in lines if line.strip())
    items: list[ItemStretch] = []
    fence = ""
    at = 0
    for line in lines:
        body = line.strip()
        first = at + len(line) - len(line.lstrip())
        marked = by_line or bool(item_kind(body) or _MARKER.match(body)) or not items
        if body and marked and not fence:
            items.append(ItemStretch(first, at + len(line.rstrip()), "nested" if line[:1].isspace() else "list"))
        elif body:
            items[-1] = ItemStretch(items[-1].start, at + len(line.rstrip()), items[-1].kind)
        fence = _fence_after(line, fence)
        at += len(line) + 1
    return items


def _fence_after(line: str, fence: str) -> str:
    mark = _FENCE.match(line)
    if not mark:
        return fence
    if not fence:
        return mark.group(1)
    return "" if mark.group(1).startswith(fence) else fence
