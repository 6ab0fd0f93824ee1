"""Cuts tables between whole rows; every piece carries title, caption and header."""

from collections.abc import Sequence
from dataclasses import replace
from zlib import crc32

from core.document import Block, Cell, Document, Table
from core.settings import Settings
from core.table.region import Region, places
from ingestion.cutting.boundary import cut_running
from ingestion.cutting.piece import Piece
from ingestion.cutting.table_rows import TableRows
from ingestion.table_markdown import row_line, table_markdown

SAME_ROW = "（续行 / same row）"
_LONGEST_KEY = 200
_MARK_EVERY = 4


def table_pieces(document: Document, block: Block, path: tuple[str, ...], settings: Settings) -> list[Piece]:
    """Return the pieces of one table block: rows grouped up to the chunk size, a longer row alone."""
    rows = TableRows(block)
    head = _head(document, rows.table)
    pieces: list[Piece] = []
    for group in _row_groups(rows, head, settings.chunk_size):
        part = rows.select(group)
        text = f"{head}{table_markdown(part)}"
        if len(text) > settings.chunk_hard_limit and len(group) == 1:
            pieces += _wide_row(rows, group[0], path, head, settings.chunk_hard_limit)
        else:
            pieces.append(_piece(rows, part, group, path, text))
    return pieces


def _head(document: Document, table: Table) -> str:
    unit = f"单位：{table.unit_hint}" if table.unit_hint and table.unit_hint not in table.caption else ""
    lines = [document.title, table.caption, unit]
    return "\n".join(line for line in lines if line) + "\n\n"


def _row_groups(rows: TableRows, head: str, size: int) -> list[list[int]]:
    """Fill pieces with rows up to ``size``.

    In a table that needs several pieces, one that is half full may end early where the text of its last row says so:
    after a row was added or removed the pieces soon fall on the same rows again, and keep their ids.
    """
    fixed = len(head) + len(table_markdown(rows.select([])))
    cost = {row: len(row_line(rows.grid[row])) + 1 for row in rows.body()}
    several = fixed + sum(cost.values()) > size
    groups: list[list[int]] = []
    used = fixed
    for unit in _units(rows, cost, size - fixed):
        length = sum(cost[row] for row in unit)
        if groups and used + length <= size and not (several and used > size // 2 and _is_mark(rows, groups[-1][-1])):
            groups[-1] += unit
            used += length
        else:
            groups.append(unit)
            used = fixed + length
    return groups


def _is_mark(rows: TableRows, row: int) -> bool:
    return crc32(row_line(rows.grid[row]).encode("utf-8", "surrogatepass")) % _MARK_EVERY == 0


def _units(rows: TableRows, cost: dict[int, int], room: int) -> list[list[int]]:
    """Keep rows that share a merged cell together when they fit in one piece."""
    units: list[list[int]] = []
    for row in cost:
        if units and row in rows.tied and sum(cost[other] for other in units[-1]) + cost[row] <= room:
            units[-1].append(row)
        else:
            units.append([row])
    return units


def _wide_row(rows: TableRows, row: int, path: tuple[str, ...], head: str, limit: int) -> list[Piece]:
    """Cut one huge row by cell; the key column is repeated and each piece marked as the same row."""
    values = rows.grid[row]
    key = [(rows.columns[0], values[0])] if len(values[0]) <= _LONGEST_KEY else []
    fixed = len(head) + len(SAME_ROW) + sum(len(name) + len(text) + 12 for name, text in key) + 24
    room = max(limit - fixed, limit // 4)
    parts: list[list[tuple[str, str]]] = []
    used = room + 1
    for name, text in _cell_parts(rows.columns[len(key) :], values[len(key) :], room):
        length = len(name) + len(text) + 12
        if used + length > room:
            parts.append([])
            used = 0
        parts[-1].append((name, text))
        used += length
    pieces: list[Piece] = []
    for number, part in enumerate(parts):
        small = _small_table(rows.table, [*key, *part])
        mark = f"{SAME_ROW}\n\n" if number else ""
        pieces.append(_piece(rows, small, [row], path, f"{head}{mark}{table_markdown(small)}"))
    return pieces


def _cell_parts(columns: Sequence[str], values: Sequence[str], room: int) -> list[tuple[str, str]]:
    return [
        (name, text[start:end])
        for name, text in zip(columns, values, strict=True)
        for start, _, end in cut_running(text, max(room - len(name) - 12, 1), 0)
    ]


def _small_table(table: Table, columns: Sequence[tuple[str, str]]) -> Table:
    header = [Cell(name, 0, col) for col, (name, _) in enumerate(columns)]
    values = [Cell(text, 1, col) for col, (_, text) in enumerate(columns)]
    return replace(table, cells=(*header, *values), header_rows=1, source_rows=())


def _piece(rows: TableRows, part: Table, chosen: Sequence[int], path: tuple[str, ...], text: str) -> Piece:
    return Piece(
        "table",
        text,
        path,
        rows.spans(chosen),
        searched=_searched(part),
        table=part,
        table_rows=rows.numbers(chosen),
        needs_review=rows.block.needs_review,
    )


def _searched(part: Table) -> str:
    """Return a table as ``column：value`` lines, one per row: that is how a person asks for a cell."""
    columns = part.columns() if part.header_rows else [""] * part.column_count
    lines = [part.caption] if part.caption else []
    body = part.grid()[part.header_rows :] or part.grid()
    names = _names_beside(part)
    for row, texts in enumerate(body, start=part.row_count - len(body)):
        if row in names:
            lines.append("；".join(names[row]))
            continue
        named = [f"{name}：{text}" if name else text for name, text in zip(columns, texts, strict=True) if text]
        lines.append("；".join(" ".join(value.split()) for value in named))
    return "\n".join(lines)


def _names_beside(part: Table) -> dict[int, list[str]]:
    """Return what rows say in which names stand beside their values: 品牌：青禾, 颜色：白."""
    if not any(cell.head and cell.row >= part.header_rows for cell in part.cells):
        return {}
    whole = Region(places(part), part.header_rows, part.row_count, 0, part.column_count)
    return {row: _said(whole.filled(row)) for row in whole.numbers if any(cell.head for cell in whole.filled(row))}


def _said(cells: Sequence[Cell]) -> list[str]:
    parts: list[str] = []
    after_name = False
    for cell in cells:
        text = " ".join(cell.text.split())
        if after_name and not cell.head:
            parts[-1] = f"{parts[-1].rstrip('：:')}：{text}"
        else:
            parts.append(text)
        after_name = cell.head
    return parts
