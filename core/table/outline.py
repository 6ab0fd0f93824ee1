"""Rows of a table that say what the rows below them belong to."""

import re
from collections.abc import Sequence

from core.document import Cell, Table
from core.table.region import Region, places

# From outer to inner: 一、 then （一） then 1、 then （1）.
_LEVELS = (
    re.compile(r"^[一二三四五六七八九十]+[、.．]"),
    re.compile(r"^[（(][一二三四五六七八九十]+[)）]"),
    re.compile(r"^\d{1,2}(?:[、]|[.．](?!\d))"),
    re.compile(r"^[（(]\d{1,2}[)）]|^[①-⑳]"),
)
_OPENS = re.compile(r"[：:]$")
_LAST = len(_LEVELS)


def level(text: str) -> int | None:
    """Return how deep a row name is numbered, 0 the outermost, or ``None`` when it has no number."""
    plain = "".join(text.split())
    return next((number for number, pattern in enumerate(_LEVELS) if pattern.match(plain)), None)


def opens(row: list[str]) -> bool:
    """Return whether a row only says what follows: a numbered name or one with a colon, and nothing beside it."""
    first = row[0].strip() if row else ""
    beside = any(cell.strip() and cell.strip() != first for cell in row[1:])
    return bool(first) and not beside and (bool(_OPENS.search(first)) or level(first) is not None)


def parents(names: list[str], opening: list[bool]) -> list[tuple[str, ...]]:
    """Return for every row the names it stands under, outermost first.

    Args:
        names: The name of each row.
        opening: Whether the row only says what follows.
    """
    above: dict[int, str] = {}
    found: list[tuple[str, ...]] = []
    for name, only in zip(names, opening, strict=True):
        own = level(name)
        depth = own if own is not None else (0 if only else _LAST)
        # A plain row belongs to what opened above it, a numbered one also to a numbered row that has values.
        found.append(tuple(text.rstrip("*") for key, text in sorted(above.items()) if key < depth))
        if only or own is not None:
            above = {key: text for key, text in above.items() if key < depth}
            above[depth] = name
    return found


def column_names(cells: Sequence[Cell], row: int) -> list[Cell]:
    """Return the cells of a row that name the columns they stand over: names at its end that no value follows.

    Args:
        cells: The cells with text that cover the row, from left to right.
    """
    run: list[Cell] = []
    for cell in reversed(cells):
        if not cell.head:
            break
        run.insert(0, cell)
    fresh = [cell for cell in run if cell.row == row]
    # One that covers more rows than the others names those rows.
    tall = len(fresh) > 1 and fresh[0].row_span > max(cell.row_span for cell in fresh[1:])
    fresh = fresh[1:] if tall else fresh
    apart = len(fresh) == 2 and fresh[0].col + fresh[0].col_span < fresh[1].col
    return fresh if len(fresh) > 1 and not apart else []


def standing_rows(table: Table) -> list[tuple[int, ...]]:
    """Return for every row the rows under the header that it cannot be read without: section titles, later headers."""
    whole = Region(places(table), 0, table.row_count, 0, table.column_count)
    sections: tuple[int, ...] = ()
    header: tuple[int, ...] = ()
    found: list[tuple[int, ...]] = []
    for row in range(table.row_count):
        cells = whole.filled(row) if row >= table.header_rows else []
        titled = len(cells) == 1 and cells[0].head and cells[0].row == row and whole.spans(cells[0])
        named = bool(column_names(cells, row))
        # What names anew does not stand under what it takes the place of.
        sections = () if titled and row - 1 not in sections else sections
        header = () if named and row - 1 not in header else header
        found.append(tuple(sorted({*sections, *header})))
        sections = (*sections, row) if titled else sections
        header = (*header, row) if named else header
    return found
