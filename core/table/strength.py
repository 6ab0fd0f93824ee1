"""How well names fit over a part of a table: those of its own first rows, or those of the part above."""

from core.table.arrangement import is_merged_pair, is_over_groups
from core.table.headers import header_depth, header_strength, names_rows
from core.table.label import is_value
from core.table.region import Region, mean_header, mean_label

NEVER = -9.0


def own_strength(part: Region, given: int, bottom: int) -> float:
    """Return how well the first rows of ``part`` serve as names of its columns."""
    if part.height == 1:
        # A header may stand alone above a row that titles the first of several parts.
        cells = part.filled(part.top)
        alone = part.bottom < bottom and len(cells) > 1 and not any(is_value(cell.text) for cell in cells)
        return mean_label(cells) if alone else NEVER
    depth = header_depth(part, given)
    first = part.filled(part.top)
    beside = [cell for cell in first if cell.col > part.left]
    if (not given and mean_header(first) < 0.2) or (depth == 1 and is_merged_pair(part, first)):
        return NEVER
    if beside and mean_header(beside) <= -0.75 and not names_rows(first[0].text):
        return NEVER
    return header_strength(part, depth) + (1.0 if is_over_groups(part) else 0.0)


def inherited_strength(part: Region, header: Region | None) -> float:
    """Return how well the names of an earlier part fit over ``part``."""
    if header is None:
        return NEVER
    edges = {cell.col for cell in header.cells} | {header.left}
    cells = [cell for cell in part.cells if cell.col > part.left]
    fitting = sum(cell.col in edges for cell in cells) / len(cells) if cells else 0.0
    beside = [cell for cell in header.cells if cell.col > header.left]
    first = part.filled(part.top)
    renamed = len(first) > 1 and not any(is_value(cell.text) for cell in first) and mean_label(first) >= 0.5
    strength = 0.5 + mean_label(beside) - mean_label(cells)
    return strength - (1.0 if fitting < 0.5 else 0.0) - (1.0 if renamed else 0.0)
