"""The fact that names a row from its code, for those who ask whose 00123 is."""

import re
from collections.abc import Iterator, Sequence

from core.table import is_total
from extraction.draft import Draft
from extraction.tables.cell_value import EMPTY, bare
from extraction.tables.columns import Columns
from extraction.tables.grid import Line

_WHO = re.compile(
    r"名称|姓名|品名|公司$|单位$|股东|客户|供应商|[人方商家者]$|产品|商品|设备|机构|门店|银行|型号|name|product",
    re.IGNORECASE,
)


def row_name(columns: Columns, line: Line, spans: Sequence[tuple[int, int]]) -> Iterator[Draft]:
    """Yield the name of a row as a value under its own column's name: 00123 → 备件名称 → 电池."""
    at = columns.keys[0]
    name, value = columns.grid.columns[at], line.texts[at].strip()
    code = next((line.texts[other].strip() for other in columns.codes if other != at), "")
    if not _WHO.search(name) or is_total(value) or at in columns.codes or value in EMPTY or code in ("", value):
        return
    start, end = spans[line.places[at]]
    yield Draft(code, bare(name), value, start, end, "table.name", 0.6)
