"""Cuts tables between whole rows; every piece carries title, caption and header."""

from collections.abc import Sequence
from dataclasses import replace

from core.document import Block, Cell, Document, Span, Table
from core.settings import Settings
from ingestion.cutting.boundary import cut_running
from ingestion.cutting.piece import Piece
from ingestion.table_markdown import row_span, table_markdown

SAME_ROW = "（续行 / same row）"


def table_pieces(document: Document, block: Block, path: tuple[str, ...], settings: Settings) -> list[Piece]:
    """Return the pieces of one table block: rows grouped up to the chunk size, a longer row alone."""
    table = block.table
    assert table is not None  # noqa: S101  the caller sends tables only
    head = _head(document, table)
    rows = list(range(table.header_rows, table.row_count)) or list(range(table.row_count))
    pieces: list[Piece] = []
    for group in _row_groups(table, rows, head, settings.chunk_size):
        part = select_rows(table, group)
        text = f"{head}{table_markdown(part)}"
        if len(text) > settings.chunk_hard_limit and len(group) == 1:
            pieces += _wide_row(block, table, group[0], path, head, settings.chunk_hard_limit)
        else:
            pieces.append(_piece(block, part, group, path, text))
    return pieces


def _head(document: Document, table: Table) -> str:
    unit = f"单位：{table.unit_hint}" if table.unit_hint and table.unit_hint not in table.caption else ""
    lines = [document.title, table.caption, unit]
    return "\n".join(line for line in lines if line) + "\n\n"


def select_rows(table: Table, rows: Sequence[int]) -> Table:
    """Return the header and ``rows`` of ``table`` as a table of its own, merged cells clipped to what is kept."""
    kept = [*range(table.header_rows), *(row for row in rows if row >= table.header_rows)]
    place = {row: number for number, row in enumerate(kept)}
    cells: list[Cell] = []
    for cell in table.cells:
        covered = [place[row] for row in range(cell.row, cell.row + cell.row_span) if row in place]
        if covered:
            cells.append(replace(cell, row=min(covered), row_span=max(covered) - min(covered) + 1))
    source = tuple(table.source_rows[row] for row in kept if row < len(table.source_rows))
    return replace(table, cells=tuple(cells), source_rows=source)


def _row_groups(table: Table, rows: list[int], head: str, size: int) -> list[list[int]]:
    grid = table.grid()
    fixed = len(head) + len(table_markdown(select_rows(table, [])))
    cost = {row: sum(len(text) + 3 for text in grid[row]) + 2 for row in rows}
    tied = {row for cell in table.cells for row in range(cell.row + 1, cell.row + cell.row_span)}
    groups: list[list[int]] = []
    used = fixed
    for unit in _units(rows, tied, cost, size - fixed):
        length = sum(cost[row] for row in unit)
        if groups and used + length <= size:
            groups[-1] += unit
            used += length
        else:
            groups.append(unit)
            used = fixed + length
    return groups


def _units(rows: list[int], tied: set[int], cost: dict[int, int], room: int) -> list[list[int]]:
    """Keep rows that share a merged cell together when they fit in one piece."""
    units: list[list[int]] = []
    for row in rows:
        if units and row in tied and sum(cost[other] for other in units[-1]) + cost[row] <= room:
            units[-1].append(row)
        else:
            units.append([row])
    return units


def _wide_row(block: Block, table: Table, row: int, path: tuple[str, ...], head: str, limit: int) -> list[Piece]:
    """Cut one huge row by cell; the key column is repeated and each piece marked as the same row."""
    grid = table.grid()
    columns = table.columns() if table.header_rows else [""] * table.column_count
    key_name, key = columns[0], grid[row][0][:200]
    room = max(limit - len(head) - len(key_name) - len(key) - 200, limit // 4)
    parts: list[list[tuple[str, str]]] = []
    used = room + 1
    for name, text in _cell_parts(columns, grid[row], room):
        length = len(name) + len(text) + 6
        if used + length > room:
            parts.append([])
            used = 0
        parts[-1].append((name, text))
        used += length
    pieces: list[Piece] = []
    for number, part in enumerate(parts):
        small = _small_table(table, [(key_name, key), *part])
        mark = f"{SAME_ROW}\n\n" if number else ""
        pieces.append(_piece(block, small, [row], path, f"{head}{mark}{table_markdown(small)}"))
    return pieces


def _cell_parts(columns: list[str], row: list[str], room: int) -> list[tuple[str, str]]:
    key_fits = len(row[0]) <= 200
    return [
        (name, text[start:end])
        for name, text in list(zip(columns, row, strict=True))[1 if key_fits else 0 :]
        for start, _, end in cut_running(text, max(room - len(name) - 6, 1), 0)
    ]


def _small_table(table: Table, columns: list[tuple[str, str]]) -> Table:
    header = [Cell(name, 0, col) for col, (name, _) in enumerate(columns)]
    values = [Cell(text, 1, col) for col, (_, text) in enumerate(columns)]
    return replace(table, cells=(*header, *values), header_rows=1, source_rows=())


def _piece(block: Block, part: Table, rows: Sequence[int], path: tuple[str, ...], text: str) -> Piece:
    table = block.table
    assert table is not None  # noqa: S101  narrowed by the caller
    numbers = tuple(table.source_rows[row] if row < len(table.source_rows) else row + 1 for row in rows)
    return Piece(
        "table",
        text,
        path,
        _row_spans(block, rows),
        searched=_searched(part),
        table=part,
        table_rows=numbers,
        needs_review=block.needs_review,
    )


def _row_spans(block: Block, rows: Sequence[int]) -> tuple[Span, ...]:
    spans = tuple(row_span(block, row) for row in rows)
    return spans if len(set(spans)) > 1 or len(spans) == 1 else spans[:1]


def _searched(part: Table) -> str:
    """Return a table as ``column：value`` lines, one per row: that is how a person asks for a cell."""
    columns = part.columns() if part.header_rows else [""] * part.column_count
    lines = [part.caption] if part.caption else []
    body = part.grid()[part.header_rows :] or part.grid()
    for row in body:
        named = [f"{name}：{text}" if name else text for name, text in zip(columns, row, strict=True) if text]
        lines.append("；".join(" ".join(value.split()) for value in named))
    return "\n".join(lines)
