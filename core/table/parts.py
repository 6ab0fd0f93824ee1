"""Parts of a table one below the other, each with names of its own or under the names of the part above."""

from dataclasses import dataclass
from itertools import pairwise

from core.document import Cell
from core.table.arrangement import is_blocks, is_section, is_whole, side_by_side, tall_names
from core.table.headers import header_depth
from core.table.inner import grid_heads, pair_heads
from core.table.label import is_value
from core.table.pairs import are_distinct, is_wide_pairs, name_columns
from core.table.region import Region, mean_label
from core.table.strength import NEVER, inherited_strength, own_strength

# How much more a header is trusted that the source itself marks as one.
_SURE = 1.0
_LONGEST_LEAD = 3


@dataclass(frozen=True, slots=True)
class Names:
    """What named the cells of the part above: its header rows, or the columns of names beside values."""

    header: Region | None = None
    columns: tuple[int, ...] = ()


def part_heads(region: Region, given: int, *, sure: bool = False) -> tuple[set[Cell], int]:
    """Return the cells of ``region`` that name others, and how many rows from its top name its columns.

    Args:
        given: Rows the source calls the header of the region.
        sure: Whether the source says so itself; else it was taken for granted.
    """
    sections = [row for row in range(region.top, region.bottom) if is_section(region, row)]
    notes = [row for row in range(region.top, region.bottom) if is_whole(region, row) and row not in sections]
    heads = {cell for row in sections for cell in region.row(row)}
    edges = sorted([region.top - 1, *sections, *notes, region.bottom])
    parts = [region.rows(above + 1, below) for above, below in pairwise(edges) if below > above + 1]
    before = Names()
    depth = 0
    for part in (piece for whole in parts for piece in _with_lead(whole)):
        found, before, rows = _one_part(part, before, given if part.top == region.top else 0, region.bottom, sure=sure)
        heads |= found
        depth = rows if part.top == region.top else depth
    return heads, depth


def _with_lead(part: Region) -> list[Region]:
    """Part rows of names and values (填表人 | 青禾) from the header of the grid that follows below them."""
    for row in range(part.top, min(part.top + _LONGEST_LEAD, part.bottom - 2)):
        if _lead_ends(part, row):
            return [part.rows(part.top, row + 1), part.rows(row + 1, part.bottom)]
    return [part]


def _lead_ends(part: Region, row: int) -> bool:
    """Return whether ``row`` ends rows of pairs, and the next one names columns."""
    lead, rest = part.rows(part.top, row + 1), part.rows(row + 1, part.bottom)
    below = rest.filled(rest.top)
    if len(below) < 3 or mean_label(below) < 0.4 or any(is_value(cell.text) for cell in below):
        return False
    if any(cell.row <= row < cell.row + cell.row_span - 1 for cell in part.row(row)):
        return False
    if len(name_columns(rest.rows(rest.top, rest.top + 1))[0]) > 1 or not any(is_value(c.text) for c in lead.cells):
        return False
    edges = {cell.col for cell in below}
    return any({cell.col for cell in lead.row(each)} != edges for each in lead.numbers) and bool(name_columns(lead)[0])


def _heads(region: Region) -> set[Cell]:
    return part_heads(region, 0)[0]


def _one_part(part: Region, before: Names, given: int, bottom: int, *, sure: bool) -> tuple[set[Cell], Names, int]:
    """Return the heads of one part, the names that hold after it, and the header rows it begins with."""
    if side_by_side(part):
        return _split(part)
    tall = [] if before.header else tall_names(part)
    if tall:
        return _around(part, tall), Names(), 0
    names, clear = name_columns(part)
    wide = names == [part.left] and part.width > 2 and not is_wide_pairs(part)
    if wide or not are_distinct(part, names):
        names, clear = [], 0.0
    if is_blocks(part):
        return pair_heads(part, [part.left], _heads), before, 0
    own = own_strength(part, given, bottom) + (_SURE if given and sure else 0.0)
    inherited = inherited_strength(part, before.header)
    if names and clear > max(own, inherited):
        return pair_heads(part, names, _heads), Names(columns=tuple(names)), 0
    if before.header is not None and inherited >= own:
        return grid_heads(part, 0, before.header, _heads), before, 0
    if own <= NEVER:
        known = [col for col in before.columns if col in part.by_column]
        return pair_heads(part, known or _leading_names(part), _heads), before, 0
    depth = header_depth(part, given) if part.height > 1 else 1
    top = part.rows(part.top, part.top + depth)
    return set(top.cells) | grid_heads(part, depth, top, _heads), Names(top), depth


def _around(part: Region, tall: list[Cell]) -> set[Cell]:
    """Read the columns between names that cover all rows."""
    heads = set(tall)
    edges = [part.left, *(edge for cell in tall for edge in (cell.col, cell.col + cell.col_span)), part.right]
    for left, right in zip(edges[::2], edges[1::2], strict=True):
        if right > left:
            heads |= _heads(part.columns(left, right))
    return heads


def _split(part: Region) -> tuple[set[Cell], Names, int]:
    """Read tables that stand beside each other under their titles."""
    heads = set(part.row(part.top))
    depths: list[int] = []
    for cell in part.row(part.top):
        below = part.rows(part.top + 1, part.bottom).columns(cell.col, cell.col + cell.col_span)
        found, depth = part_heads(below, 0)
        heads |= found
        depths.append(depth)
    return heads, Names(), min(depths) + 1 if min(depths) else 0


def _leading_names(part: Region) -> list[int]:
    """Return the first column when it names rows of numbers: 口径 | 0.5 | 0.7."""
    named = part.label_by_column.get(part.left, -1.0) >= 0.2
    beside = [cell for cell in part.cells if cell.col > part.left]
    return [part.left] if named and mean_label(beside) <= -0.5 else []
