"""Lists of the syntax tree: items with depth, and the tables or code that stand inside them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markdown_it.tree import SyntaxTreeNode

from core.document import ListItem
from ingestion.inline import tokens_text

_LISTS = ("bullet_list", "ordered_list")


@dataclass(frozen=True, slots=True)
class Entry:
    """One leaf of a list with its source lines: an item's text, or a node that is not text (``other``)."""

    first_line: int
    last_line: int
    item: ListItem | None = None
    other: SyntaxTreeNode | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive items of one list, or one node that interrupts them."""

    first_line: int
    last_line: int
    items: tuple[ListItem, ...] = ()
    other: SyntaxTreeNode | None = None


def list_entries(node: SyntaxTreeNode, depth: int = 0) -> Iterator[Entry]:
    """Yield the leaves of a list in reading order."""
    for item in node.children:
        marker = f"{item.info}{item.markup}" if node.type == "ordered_list" else item.markup
        if not item.children:
            continue
        for child in item.children:
            first, last = child.map or item.map or (0, 0)
            if child.type in _LISTS:
                yield from list_entries(child, depth + 1)
            elif child.type in ("paragraph", "heading") and child.children:
                inline = child.children[0]
                text = tokens_text(inline.token.children if inline.token else None)
                yield Entry(first, last, item=ListItem(marker, text, depth))
                marker = ""
            else:
                yield Entry(first, last, other=child)


def list_runs(entries: Iterable[Entry]) -> list[Run]:
    """Group entries: items that follow one another make one run, anything else stands alone."""
    runs: list[Run] = []
    for entry in entries:
        if entry.item is None:
            runs.append(Run(entry.first_line, entry.last_line, other=entry.other))
        elif runs and runs[-1].items:
            runs[-1] = Run(runs[-1].first_line, entry.last_line, (*runs[-1].items, entry.item))
        else:
            runs.append(Run(entry.first_line, entry.last_line, (entry.item,)))
    return runs
