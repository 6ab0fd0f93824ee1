"""Whether a column holds one of many values."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa


def among(column: sa.ColumnElement[Any], values: Collection[str]) -> sa.ColumnElement[bool]:
    """Return the condition that ``column`` is one of ``values``; none of them is never true.

    They are one array and not a list of parameters: there may be tens of thousands, and a list takes longer to write
    down than to look up.
    """
    return column == sa.any_(sa.cast(list(values), sa.ARRAY(sa.Text)))
