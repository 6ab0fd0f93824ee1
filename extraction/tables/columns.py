"""What the columns of a grid are, and what that says of its lines."""

from dataclasses import dataclass

from core.fact import Condition
from extraction.naming import Naming
from extraction.tables.cell_value import EMPTY
from extraction.tables.grid import Grid, Line
from extraction.tables.keys import is_code, key_columns
from extraction.tables.measures import attribute_columns, unit_column
from extraction.tables.steps import interval, is_step, step_columns


@dataclass(frozen=True, slots=True)
class Columns:
    """The roles of a grid's columns, from 0: keys (subject first), steps of a scale, codes among the keys.

    ``measures`` are the columns that name what a row measures, ``unit`` the one of its unit, where there are.
    ``topic`` is what the table is about, ``unit_hint`` the unit it declares for all its numbers.
    """

    grid: Grid
    keys: tuple[int, ...]
    steps: tuple[int, ...]
    codes: tuple[int, ...]
    unit: int | None
    measures: tuple[int, ...]
    unit_hint: str
    topic: str


def columns_of(grid: Grid, naming: Naming, unit_hint: str, topic: str, *, only_keys: bool = False) -> Columns:
    """Return the roles of the columns of ``grid``; with ``only_keys`` its values stand beside it."""
    keys = tuple(key_columns(grid, naming.knows_subject, only_keys=only_keys))
    codes = tuple(at for at in keys if is_code(grid, at))
    unit = unit_column(grid)
    measures = attribute_columns(grid, keys, unit)
    return Columns(grid, keys, step_columns(grid, keys), codes, unit, measures, unit_hint, topic)


def subject_of(columns: Columns, line: Line) -> str:
    """Return what a line is about, or an empty string."""
    at = subject_column(columns, line)
    return line.texts[at].strip() if at is not None else ""


def subject_column(columns: Columns, line: Line) -> int | None:
    return next((at for at in columns.keys if line.texts[at].strip() not in EMPTY), None)


def conditions_of(columns: Columns, line: Line, but: int | None = None) -> tuple[Condition, ...]:
    """Return what holds for the values of a line: what it is part of, its other keys, and the steps it stands at."""
    subject = subject_of(columns, line)
    # A scale without a name column (采购金额 | 折扣): its steps name the rows and are their conditions too.
    scale = columns.keys[:1] if is_step(interval(line.texts[columns.keys[0]])) else ()
    stating = (*scale, *columns.keys[1:], *columns.steps)
    stated = [
        Condition(f"{name}：{text}" if name else text, name, interval(text))
        for at in dict.fromkeys(stating)
        if at not in (*columns.measures, but) and (text := line.texts[at].strip()) not in EMPTY
        for name in [columns.grid.columns[at]]
        if text != subject or at in scale
    ]
    return (*(Condition(text) for text in line.under), *stated)
