"""Columns that say what a row is about."""

import re
from collections.abc import Callable, Sequence

from core.quantity import parse
from core.table import is_total
from extraction.tables.cell_value import EMPTY
from extraction.tables.grid import Grid

_NAME_COLUMNS = re.compile(
    r"名称|姓名|产品|商品|项目|机型|型号|品名|门店|渠道|方式|等级|种类|地区|区域|公司|单位|"
    r"客户|供应商|股东|对方|提供方|关联方|债务人|name|product|item",
    re.IGNORECASE,
)
_PROPER_COLUMNS = re.compile(r"名称|姓名|品名|提供方|对方|关联方|name", re.IGNORECASE)
_CATEGORY_COLUMNS = re.compile(r"品类|类别|分类|大类|性质|单位$|类型|category", re.IGNORECASE)
_LONG_NAME = 30
_NUMBERING = re.compile(r"^(?:序号|行号|行次|no\.?)$", re.IGNORECASE)
_CODE_COLUMNS = re.compile(r"编码|编号|序号|代码|货号|条码|单号|^(?:id|no\.?|sku|code)$", re.IGNORECASE)
_CODE = re.compile(r"[A-Za-z]{0,4}[-_]?\d[\dA-Za-z\-_]*")
_CONDITION_COLUMNS = re.compile(r"条件|范围|金额|重量|等级|级别|类型|地区|区域|渠道|方式|适用|门槛|区间|年限|里程")


def key_columns(grid: Grid, is_subject: Callable[[str], bool], *, only_keys: bool = False) -> list[int]:
    """Return the columns that say what a row is about; the first names the subject.

    Leading columns of words are candidates. The subject is the one the vocabulary knows, else the one named and
    filled like a key; those needed beside it to tell the rows apart, and codes, are conditions.

    Args:
        only_keys: Whether the values stand beside the grid, so that its last column may be a key, too.
    """
    leading = _leading(grid, len(grid.columns) - (0 if only_keys else 1))
    if not leading:
        return []
    subject = max(leading, key=lambda at: (_score(grid, at, is_subject), -at))
    keys = [subject, *(at for at in leading if at < subject)]
    for at in leading:
        if _told_apart(grid, keys):
            break
        if at not in keys:
            keys.append(at)
    return keys if _told_apart(grid, keys) else [*keys, *_telling(grid, keys)]


def _told_apart(grid: Grid, keys: Sequence[int]) -> bool:
    telling = [key for key in keys if not is_code(grid, key)] or keys
    return len({tuple(line.texts[key] for key in telling) for line in grid.lines}) == len(grid.lines)


def _telling(grid: Grid, keys: Sequence[int]) -> list[int]:
    """Return the first column of dates or words outside the keys that tells all rows apart, if there is one."""
    for at in range(len(grid.columns)):
        numbers = [parse(text) for text in grid.filled(at)]
        plain = sum(number is not None and number.dimension != "date" for number in numbers) * 2 > len(numbers)
        if at not in keys and grid.columns[at] and not plain and _told_apart(grid, [*keys, at]):
            return [at]
    return []


def _score(grid: Grid, at: int, is_subject: Callable[[str], bool]) -> float:
    filled = [text for text in grid.filled(at) if not is_total(text)] or grid.filled(at)
    if not filled or is_code(grid, at):
        return -1.5 if not filled or is_numbering(grid.columns[at]) else -1.0
    known = sum(map(is_subject, filled)) / len(filled)
    long = sum(map(len, filled)) > _LONG_NAME * len(filled)
    score = 3.0 * known + len(set(filled)) / len(grid.lines) - (3.0 if long else 0.0)
    if _CATEGORY_COLUMNS.search(grid.columns[at]):
        return score - 0.6
    score += 1.0 if _NAME_COLUMNS.search(grid.columns[at]) else 0.0
    return score + (0.5 if _PROPER_COLUMNS.search(grid.columns[at]) else 0.0)


def _leading(grid: Grid, end: int) -> list[int]:
    leading = [0] if grid.columns else []
    for at in range(1, end):
        if mostly_numbers(grid, at) and not (_CONDITION_COLUMNS.search(grid.columns[at]) and _are_measured(grid, at)):
            break
        leading.append(at)
    return leading


def _are_measured(grid: Grid, at: int) -> bool:
    """Return whether the numbers of a column have units of their own, as steps and limits do."""
    read = [quantity for text in grid.filled(at) if (quantity := parse(text)) is not None]
    return sum(quantity.dimension != "number" for quantity in read) * 2 > len(read)


def is_code(grid: Grid, at: int) -> bool:
    """Return whether a column numbers the rows or holds codes."""
    if _CODE_COLUMNS.search(grid.columns[at]):
        return True
    codes = all(_CODE.fullmatch(line.texts[at].strip()) or is_total(line.texts[at]) for line in grid.lines)
    if codes and any(quantity.dimension == "date" for text in grid.filled(at) if (quantity := parse(text))):
        return False
    return codes and not _PROPER_COLUMNS.search(grid.columns[at])


def is_numbering(name: str) -> bool:
    """Return whether a column named so only counts the rows."""
    return bool(_NUMBERING.match("".join(name.split())))


def mostly_numbers(grid: Grid, at: int) -> bool:
    """Return whether most filled cells of a column are quantities."""
    filled = [text for text in grid.filled(at) if text not in EMPTY]
    return bool(filled) and sum(parse(text) is not None for text in filled) * 2 > len(filled)
