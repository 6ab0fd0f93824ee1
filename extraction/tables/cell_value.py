"""What a cell is worth: its quantity, with the unit of its column, row or table."""

import re
from collections.abc import Sequence

from core.quantity import Quantity, find, parse

EMPTY = frozenset({"", "-", "—", "–", "/", "无", "N/A", "n/a", "——", "--", "…", "－"})
_UNIT_IN_NAME = re.compile(r"[（(\[]\s*(?:单位[：:]\s*)?([^（）()\[\]]{1,8}?)\s*[)）\]]|/\s*([^\s/]{1,4})$")
_LONGEST_UNIT = 8
_UNIT_AT_END = re.compile(r"([%％℃]|[A-Za-zμΩ]{1,4}\d?(?:/[A-Za-z]{1,3}\d?)?)$")


def quantity_of(value: str, names: Sequence[str], unit_hint: str) -> Quantity | None:
    """Read a cell as a quantity; a bare number takes the unit of the first of ``names`` that has one, else the hint."""
    quantity = parse(value)
    if quantity is not None and quantity.dimension == "number":
        units = [unit for name in names if (unit := unit_in(name))]
        for unit in (*units, unit_hint):
            with_unit = parse(f"{value}{unit}") if unit else None
            if with_unit is not None:
                return with_unit
        return quantity
    if quantity is None:
        inside = find(value)
        return inside[0].quantity if len(inside) == 1 and inside[0].quantity.dimension != "ordinal" else None
    return quantity


def unit_in(name: str) -> str:
    """Return the unit that a name of a row or column ends in: 金额（元）, 重量/kg, 毛利率%, 制冷量KW."""
    match = _UNIT_IN_NAME.search(name) or _UNIT_AT_END.search(name.strip())
    return next((part for part in match.groups() if part), "") if match else ""


def is_unit(text: str) -> bool:
    """Return whether ``text`` is nothing but a unit (mm, 万元)."""
    quantity = parse(f"1{text.strip()}") if 0 < len(text.strip()) <= _LONGEST_UNIT and not text[0].isdigit() else None
    return quantity is not None and quantity.dimension != "number"


def bare(name: str) -> str:
    """Return a name without its unit in brackets, and without the colon after it."""
    short = name.strip().rstrip("：:").strip()
    return _UNIT_IN_NAME.sub("", short).strip() or short or name.strip()
