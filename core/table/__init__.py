"""How a table is laid out: which of its cells name a row or a column, and which hold a value."""

from core.table.label import header_label, is_total, is_value, labelness
from core.table.layout import laid_out
from core.table.outline import column_names, level, opens, parents, standing_rows

__all__ = [
    "column_names",
    "header_label",
    "is_total",
    "is_value",
    "labelness",
    "laid_out",
    "level",
    "opens",
    "parents",
    "standing_rows",
]
