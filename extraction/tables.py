"""Facts from table rows: the leading columns say what a row is about, every other column is an attribute."""

import re
from collections.abc import Iterator, Sequence

from core.chunk import Chunk
from core.fact import Condition
from core.quantity import Quantity, find, parse
from extraction.draft import Draft, Surroundings

_UNIT_IN_HEADER = re.compile(r"[（(\[/]\s*(?:单位[：:]\s*)?([^（）()\[\]/]{1,8}?)\s*[)）\]]?$")
_EMPTY = frozenset({"", "-", "—", "–", "/", "无", "N/A", "n/a", "——"})
_CONDITION_COLUMNS = re.compile(r"条件|范围|金额|重量|等级|级别|类型|地区|区域|渠道|方式|适用|门槛|区间|年限|里程")


def table_facts(chunk: Chunk, around: Surroundings) -> Iterator[Draft]:
    """Yield one draft per filled cell outside the key columns, with the other key columns as conditions."""
    table = chunk.table
    if table is None or table.row_count <= table.header_rows:
        return
    columns = table.columns()
    rows = table.grid()[table.header_rows :]
    lines = _row_lines(chunk.text, len(rows))
    keys = _key_columns(columns, rows)
    for row, line in zip(rows, lines, strict=False):
        yield from _row_facts(columns, row, keys, line, table.unit_hint)


def _row_facts(
    columns: Sequence[str], row: Sequence[str], keys: Sequence[int], line: tuple[int, int], unit_hint: str
) -> Iterator[Draft]:
    subject = row[keys[0]].strip()
    if subject in _EMPTY:
        return
    conditions = tuple(
        Condition(f"{columns[at]}：{row[at]}", columns[at], _quantity(row[at], columns[at], ""))
        for at in keys[1:]
        if row[at].strip() not in _EMPTY
    )
    for at, name in enumerate(columns):
        value = row[at].strip()
        if at in keys or value in _EMPTY or not name:
            continue
        quantity = _quantity(value, name, unit_hint)
        yield Draft(subject, _bare(name), value, line[0], line[1], "table", 0.9, quantity, conditions)


def _key_columns(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the fewest leading columns that tell the rows apart; the first names the subject."""
    keys = [0]
    for at in range(1, len(columns) - 1):
        if len({tuple(row[key] for key in keys) for row in rows}) == len(rows):
            break
        if _mostly_numbers(rows, at) and not _CONDITION_COLUMNS.search(columns[at]):
            continue
        keys.append(at)
    return keys


def _mostly_numbers(rows: Sequence[Sequence[str]], at: int) -> bool:
    filled = [row[at] for row in rows if row[at].strip() not in _EMPTY]
    return bool(filled) and sum(parse(value) is not None for value in filled) * 2 > len(filled)


def _quantity(value: str, column: str, unit_hint: str) -> Quantity | None:
    """Read a cell as a quantity; a bare number takes the unit of its header, else of the caption."""
    quantity = parse(value)
    if quantity is not None and quantity.dimension == "number":
        unit = _header_unit(column) or unit_hint
        with_unit = parse(f"{value}{unit}") if unit else None
        return with_unit or quantity
    if quantity is None:
        inside = find(value)
        return inside[0].quantity if len(inside) == 1 else None
    return quantity


def _header_unit(column: str) -> str:
    match = _UNIT_IN_HEADER.search(column)
    return match.group(1) if match else ""


def _bare(column: str) -> str:
    return _UNIT_IN_HEADER.sub("", column).strip() or column


def _row_lines(text: str, count: int) -> list[tuple[int, int]]:
    """Return the offsets of the last ``count`` table lines of ``text``: the data rows, in order."""
    offsets: list[tuple[int, int]] = []
    at = 0
    for line in text.split("\n"):
        if line.lstrip().startswith("|"):
            offsets.append((at, at + len(line)))
        at += len(line) + 1
    return offsets[-count:]
