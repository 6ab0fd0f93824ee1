"""Columns that say what a row measures and in which unit: 参数 | 单位 | 规格."""

import re
from collections.abc import Sequence

from core.quantity import parse
from extraction.tables.grid import Grid
from extraction.tables.keys import mostly_numbers

_ATTRIBUTE_COLUMNS = re.compile(r"^(?:参数名?称?|技术参数|技术规格|规格参数|指标(?:名称)?|属性名?)$")
_LISTED = frozenset({"项目", "事项"})
_VALUE_COLUMNS = re.compile(r"^(?:规格|数值|参数值?|值|指标值|属性值|内容)$")
_UNIT_COLUMNS = re.compile(r"^(?:计量|度量)?单位$|^unit$", re.IGNORECASE)


def attribute_columns(grid: Grid, keys: Sequence[int], unit: int | None) -> tuple[int, ...]:
    """Return the columns whose cells name what the rows measure (参数 | 单位 | 规格), beside the one of the subject."""
    for at, name in enumerate(grid.columns):
        last = "".join(name.split(" ")[-1].split())
        named = _ATTRIBUTE_COLUMNS.match(last) or (last == "项目" and unit is not None)
        if named and keys and at != keys[0] and not mostly_numbers(grid, at):
            return tuple(other for other in range(at, len(grid.columns)) if grid.columns[other] == name)
    return ()


def is_list_of_measures(grid: Grid) -> bool:
    """Return whether a grid has two columns, of names of measures and of their values (参数 | 数值), and no subject."""
    if len(grid.columns) != 2:
        return False
    last = "".join(grid.columns[0].split(" ")[-1].split())
    return is_plain_value(grid.columns[1]) and bool(_ATTRIBUTE_COLUMNS.match(last) or last in _LISTED)


def is_plain_value(name: str) -> bool:
    """Return whether a column's name only says that its cells are the values (规格, 数值)."""
    return bool(_VALUE_COLUMNS.match("".join(name.split(" ")[-1].split())))


def unit_column(grid: Grid) -> int | None:
    """Return the column that gives the unit of each row's numbers (单位, 计量单位)."""
    for at, name in enumerate(grid.columns):
        if _UNIT_COLUMNS.match("".join(name.split(" ")[-1].split())):
            filled = grid.filled(at)
            units = sum(parse(f"1{text}") is not None for text in filled)
            return at if filled and units * 2 >= len(filled) else None
    return None
