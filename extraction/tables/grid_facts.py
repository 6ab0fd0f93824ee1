"""Facts of a grid: one per filled cell that holds a value."""

from collections.abc import Iterator, Sequence

from core.fact import Condition
from extraction.draft import Draft
from extraction.naming import Naming
from extraction.tables.cell_value import EMPTY, bare, quantity_of
from extraction.tables.columns import Columns, conditions_of, subject_column, subject_of
from extraction.tables.grid import Line
from extraction.tables.keys import is_numbering
from extraction.tables.measures import is_plain_value
from extraction.tables.row_name import row_name
from extraction.tables.steps import interval, is_step


def grid_facts(columns: Columns, spans: Sequence[tuple[int, int]], naming: Naming) -> Iterator[Draft]:
    """Yield the drafts of every line.

    Args:
        spans: Start and end in the chunk's text of every row under the table's header.
    """
    for line in columns.grid.lines if columns.keys else ():
        yield from _line_facts(columns, line, spans, naming)
        yield from row_name(columns, line, spans)


def _line_facts(columns: Columns, line: Line, spans: Sequence[tuple[int, int]], naming: Naming) -> Iterator[Draft]:
    subject = subject_of(columns, line)
    for at, name in enumerate(columns.grid.columns):
        value = line.texts[at].strip()
        if not subject or not name or value in EMPTY or at in _said(columns, line, at):
            continue
        start, end = spans[line.places[at]]
        attribute, lower = _attribute(columns, line, at, naming)
        conditions = (*conditions_of(columns, line, at), *lower)
        unit = line.texts[columns.unit] if columns.unit is not None and at != columns.unit else ""
        names = (name, f"（{unit}）" if unit else "", subject)
        quantity = None if at in columns.codes else quantity_of(value, names, columns.unit_hint)
        yield Draft(subject, attribute, value, start, end, "table", 0.9, quantity, conditions)


def _said(columns: Columns, line: Line, at: int) -> tuple[int, ...]:
    """Return ``at`` when its cell is no value: the subject, a condition of the others, a unit, or a running number."""
    value = line.texts[at].strip()
    key = at in columns.keys and (is_step(interval(value)) or value == subject_of(columns, line))
    named = bool(columns.measures) and at in (*columns.measures, columns.unit)
    subject = at == subject_column(columns, line)
    return (at,) if key or named or subject or is_numbering(columns.grid.columns[at]) else ()


def _attribute(columns: Columns, line: Line, at: int, naming: Naming) -> tuple[str, tuple[Condition, ...]]:
    """Return the attribute of a cell: its column's name, or what the row says it measures."""
    name = columns.grid.columns[at]
    measures = columns.measures
    texts = dict.fromkeys(line.texts[other].strip() for other in measures)
    measured = " ".join(bare(text) for text in texts if text not in EMPTY)
    if not measured or at in columns.keys or at <= max(measures):
        return attribute_of(name, naming)
    return measured, () if is_plain_value(name) else (Condition(name),)


def attribute_of(name: str, naming: Naming) -> tuple[str, tuple[Condition, ...]]:
    """Return the attribute of a column, and its lower header as a condition when the upper one is the attribute."""
    upper, _, lower = name.partition(" ")
    if lower and not naming.knows_attribute(bare(name)) and naming.knows_attribute(bare(upper)):
        return bare(upper), (Condition(lower),)
    return bare(name), ()
