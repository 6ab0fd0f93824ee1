"""Facts from table rows: the leading columns say what a row is about, every other column is an attribute."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from core.chunk import Chunk
from core.fact import Condition
from core.quantity import Quantity, find, parse
from extraction.draft import Draft
from extraction.naming import Naming

_UNIT_IN_HEADER = re.compile(r"[（(\[]\s*(?:单位[：:]\s*)?([^（）()\[\]]{1,8}?)\s*[)）\]]|/\s*([^\s/]{1,4})$")
_EMPTY = frozenset({"", "-", "—", "–", "/", "无", "N/A", "n/a", "——"})
_NAME_COLUMNS = re.compile(
    r"名称|产品|商品|项目|机型|型号|品名|门店|渠道|方式|等级|种类|地区|区域|name|product|item", re.I
)
_CATEGORY_COLUMNS = re.compile(r"品类|类别|分类|大类|category", re.I)
_CODE_COLUMNS = re.compile(r"编码|编号|序号|代码|货号|条码|单号|^(?:id|no\.?|sku|code)$", re.I)
_CODE = re.compile(r"[A-Za-z]{0,4}[-_]?\d[\dA-Za-z\-_]*")
_CONDITION_COLUMNS = re.compile(r"条件|范围|金额|重量|等级|级别|类型|地区|区域|渠道|方式|适用|门槛|区间|年限|里程")


def table_facts(chunk: Chunk, naming: Naming) -> Iterator[Draft]:
    """Yield one draft per filled cell outside the key columns.

    Conditions are the other key columns, columns of thresholds (5000元以上不满30000元), and the lower header of a
    column whose upper header is the attribute. The vocabulary in ``naming`` says which column holds the subjects.
    """
    table = chunk.table
    if table is None or table.row_count <= table.header_rows:
        return
    columns = table.columns()
    rows = table.grid()[table.header_rows :]
    lines = _row_lines(chunk.text, len(rows))
    keys = _key_columns(columns, rows, naming.knows_subject)
    if not keys:
        return
    layout = _Layout(tuple(columns), tuple(keys), _threshold_columns(rows, keys), table.unit_hint)
    for row, line in zip(rows, lines, strict=False):
        yield from _row_facts(layout, row, line, naming)


@dataclass(frozen=True, slots=True)
class _Layout:
    """What the columns of a table are: keys (subject first), thresholds, and all their names."""

    columns: tuple[str, ...]
    keys: tuple[int, ...]
    thresholds: tuple[int, ...]
    unit_hint: str


def _row_facts(layout: _Layout, row: Sequence[str], line: tuple[int, int], naming: Naming) -> Iterator[Draft]:
    subject = row[layout.keys[0]].strip()
    if subject in _EMPTY:
        return
    for at, name in enumerate(layout.columns):
        value = row[at].strip()
        if at in layout.keys or value in _EMPTY or not name:
            continue
        attribute, lower = _attribute(name, naming)
        conditions = (*_conditions(layout, row, at), *lower)
        quantity = _quantity(value, name, layout.unit_hint)
        yield Draft(subject, attribute, value, line[0], line[1], "table", 0.9, quantity, conditions)


def _conditions(layout: _Layout, row: Sequence[str], value_column: int) -> tuple[Condition, ...]:
    # A scale without a name column (采购金额 | 折扣): its steps name the rows and are their conditions too.
    scale = layout.keys[:1] if _is_step(_interval(row[layout.keys[0]])) else ()
    columns = (*scale, *layout.keys[1:], *(at for at in layout.thresholds if at != value_column))
    return tuple(
        Condition(f"{layout.columns[at]}：{row[at]}", layout.columns[at], _interval(row[at]))
        for at in columns
        if row[at].strip() not in _EMPTY
    )


def _attribute(name: str, naming: Naming) -> tuple[str, tuple[Condition, ...]]:
    """Return the attribute of a column, and its lower header as a condition when the upper one is the attribute."""
    upper, _, lower = name.partition(" ")
    if lower and not naming.knows_attribute(_bare(name)) and naming.knows_attribute(_bare(upper)):
        return _bare(upper), (Condition(lower),)
    return _bare(name), ()


def _threshold_columns(rows: Sequence[Sequence[str]], keys: Sequence[int]) -> tuple[int, ...]:
    """Return the columns outside the keys whose cells are steps of a scale: what holds in a row holds there."""
    width = len(rows[0])
    return tuple(at for at in range(width) if at not in keys and _are_steps([row[at].strip() for row in rows]))


def _are_steps(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell not in _EMPTY]
    steps = [cell for cell in filled if _is_step(_interval(cell))]
    return len(steps) >= 2 and len(steps) * 5 >= len(filled) * 3


def _is_step(quantity: Quantity | None) -> bool:
    if quantity is None:
        return False
    return quantity.kind in {"at_least", "at_most"} or quantity.low_open or quantity.high_open


def _key_columns(columns: Sequence[str], rows: Sequence[Sequence[str]], is_subject: Callable[[str], bool]) -> list[int]:
    """Return the columns that say what a row is about; the first names the subject.

    Leading columns of words are candidates. The subject is the one the vocabulary knows, else the one named and
    filled like a key; those needed beside it to tell the rows apart, and codes, are conditions.
    """
    leading = _leading_columns(columns, rows)
    if not leading:
        return []
    subject = max(leading, key=lambda at: (_key_score(columns, rows, at, is_subject), -at))
    keys = [subject, *(at for at in leading if at != subject and at < subject)]
    for at in leading:
        if len({tuple(row[key] for key in keys) for row in rows}) == len(rows):
            break
        if at not in keys:
            keys.append(at)
    return keys


def _key_score(
    columns: Sequence[str], rows: Sequence[Sequence[str]], at: int, is_subject: Callable[[str], bool]
) -> float:
    filled = [row[at].strip() for row in rows if row[at].strip() not in _EMPTY]
    if not filled or _is_code(columns, rows, at):
        return -1.0
    known = sum(map(is_subject, filled)) / len(filled)
    score = 3.0 * known + len(set(filled)) / len(rows)
    if _CATEGORY_COLUMNS.search(columns[at]):
        return score - 1.0
    return score + (1.0 if _NAME_COLUMNS.search(columns[at]) else 0.0)


def _interval(cell: str) -> Quantity | None:
    """Read a key cell as an interval (满99元, 3kg以上); a bare number or a name with digits is none."""
    quantity = parse(cell)
    return None if quantity is None or quantity.dimension == "number" else quantity


def _leading_columns(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    leading = [0] if columns else []
    for at in range(1, len(columns) - 1):
        if _mostly_numbers(rows, at) and not _CONDITION_COLUMNS.search(columns[at]):
            break
        leading.append(at)
    return leading


def _is_code(columns: Sequence[str], rows: Sequence[Sequence[str]], at: int) -> bool:
    return bool(_CODE_COLUMNS.search(columns[at])) or all(_CODE.fullmatch(row[at].strip()) for row in rows)


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
    return (match.group(1) or match.group(2)) if match else ""


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
