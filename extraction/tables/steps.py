"""Columns of steps (满99元, 3kg以上): what holds in a row holds there."""

from collections.abc import Sequence

from core.quantity import Quantity, parse
from extraction.tables.cell_value import EMPTY
from extraction.tables.grid import Grid

_PROMISED = frozenset({"duration", "business_days"})


def interval(cell: str) -> Quantity | None:
    """Read a key cell as an interval (满99元, 3kg以上); a bare number or a name with digits is none."""
    quantity = parse(cell)
    return None if quantity is None or quantity.dimension == "number" else quantity


def is_step(quantity: Quantity | None) -> bool:
    """Return whether a quantity is open to one side; 2小时内 is a promise, no step of a scale."""
    if quantity is None or (quantity.dimension in _PROMISED and quantity.raw.endswith("内")):
        return False
    return quantity.kind in {"at_least", "at_most"} or quantity.low_open or quantity.high_open


def step_columns(grid: Grid, keys: Sequence[int]) -> tuple[int, ...]:
    """Return the columns outside the keys whose cells are steps of a scale."""
    return tuple(at for at in range(len(grid.columns)) if at not in keys and are_steps(grid.filled(at)))


def are_steps(filled: Sequence[str]) -> bool:
    """Return whether most of the filled cells of a column are steps."""
    steps = [cell for cell in filled if cell not in EMPTY and is_step(interval(cell))]
    return len(steps) >= 2 and len(steps) * 5 >= len(filled) * 3
