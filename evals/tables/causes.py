"""Why a question was missed: the first stage that lost it."""

from typing import Literal

from core.fact import Fact
from core.text import fold
from evals.facts.table_facts import plain
from evals.tables.asking import Result, gold_values

Cause = Literal[
    "no fact", "other row", "other column", "other row and column", "asked for a name", "more cells than found first"
]
TableCause = Literal["same names in another table", "names differ"]


def cell_cause(result: Result) -> Cause | None:
    """Return why the gold cells are not the first facts of the right table; ``None`` when they are.

    ``no fact``: no fact holds some gold value. ``asked for a name``: the gold is what facts are about. Else the fact
    that came first stands under another row, another column, or both; of several cells only some came first.
    """
    if result.cells_right:
        return None
    held: list[Fact] = []
    for value in gold_values(result.question):
        holder = next((fact for fact in result.matches if plain(fact.value) == value), None)
        if holder is None:
            named = any(plain(fact.subject) == value for fact in result.matches)
            return "asked for a name" if named else "no fact"
        held.append(holder)
    if len(held) > 1:
        return "more cells than found first"
    return _other(result.matches[0], held[0]) if held else "no fact"


def _other(first: Fact, gold: Fact) -> Cause:
    row = fold(first.subject) != fold(gold.subject)
    column = fold(first.attribute) != fold(gold.attribute)
    if row and column:
        return "other row and column"
    return "other row" if row else "other column"


def table_cause(result: Result) -> TableCause | None:
    """Return why another table came first; ``None`` when the right one did."""
    if result.table_right:
        return None
    return "same names in another table" if result.table_or_twin else "names differ"
