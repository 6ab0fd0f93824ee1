"""Footnotes are moved behind the block that cites them, wherever the source keeps them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.document import Block

_DEFINED = re.compile(r"^\s*\[\^([^\]\s]+)\]\s*:?")
_CITED = re.compile(r"\[\^([^\]\s]+)\]")


def tie_footnotes(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return ``blocks`` with every footnote right after the first block that cites its mark.

    A footnote whose mark nobody cites stays where it is. One cited by a table follows the table.
    """
    cited = _first_citations(blocks)
    moved: dict[int, list[Block]] = {}
    for number, block in enumerate(blocks):
        target = cited.get(_mark(block), number)
        moved.setdefault(target, [])
        if target != number:
            moved[target].append(replace(block, heading_path=blocks[target].heading_path))
    kept: list[Block] = []
    for number, block in enumerate(blocks):
        if cited.get(_mark(block), number) == number:
            kept += [block, *moved[number]]
    return tuple(kept)


def _mark(block: Block) -> str:
    match = _DEFINED.match(block.text) if block.kind == "footnote" else None
    return match.group(1) if match else ""


def _first_citations(blocks: Sequence[Block]) -> dict[str, int]:
    cited: dict[str, int] = {}
    for number, block in enumerate(blocks):
        if block.kind not in ("footnote", "title", "code"):
            for match in _CITED.finditer(block.text):
                cited.setdefault(match.group(1), number)
    return cited
