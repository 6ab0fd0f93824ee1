"""Where a fact of a table stands: the names of its column and of its row, as the source writes them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from core.chunk import Chunk
from core.fact import Fact
from core.text import fold
from evals.drafting.spelling import Spellings

_BRACKETS = re.compile(r"[（(][^（）()]*[)）]$")
_LONGEST_HEAD = 12
_DESCRIBING = re.compile(r"规格|型号|颜色|尺寸|容量|配置|口味|size|colou?r|model", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Column:
    """The cell of a fact.

    Attributes:
        names: Header cells over it, outermost first, each once.
        row: Header of each other column and the cell under it.
    """

    names: tuple[str, ...]
    row: tuple[tuple[str, str], ...]

    def attribute(self, fact: Fact, spellings: Spellings) -> str:
        """Return how the table names what is asked for: the header where the fact's word says less, or is not there."""
        said = {fold(condition.text) for condition in fact.conditions}
        heads = [_BRACKETS.sub("", name).strip() for name in self.names]
        holding = [head for head in heads if fold(fact.attribute) in fold(head)]
        if holding:
            # 估价有效期 says what 有效期 leaves open.
            return holding[-1] if len(holding[-1]) <= _LONGEST_HEAD else fact.attribute
        own = [head for head in heads if fold(head) not in said and fold(head) != fold(fact.subject)]
        known = [head for head in own if any(word in fold(head) for word in spellings.of(fact.attribute))]
        if not own:
            return fact.attribute
        if known and len(own) > 1 and fold(own[-1]) not in fold(own[0]):
            return f"{own[-1]}{own[0]}" if own[0] != own[-1] and known[-1] == own[-1] else known[-1]
        return own[-1]

    @property
    def described(self) -> tuple[tuple[str, str], ...]:
        """Cells of the row that say which one of several is meant, such as 规格 and 颜色."""
        return tuple((head, cell) for head, cell in self.row if _DESCRIBING.search(head) and cell.strip())


def column_of(fact: Fact, chunk: Chunk, spellings: Spellings) -> Column | None:
    """Return the column ``fact`` stands in, ``None`` where its row or column cannot be told."""
    if chunk.table is None:
        return None
    grid = chunk.table.grid()
    heads, rows = grid[: chunk.table.header_rows], grid[chunk.table.header_rows :]
    found = [
        _column(heads, row, at)
        for row in rows
        if _is_row(row, fact)
        for at, cell in enumerate(row)
        if fold(cell) == fold(fact.value)
    ]
    named = [column for column in found if _names(column, fact, spellings)]
    told = _most_said(named, fact)
    return told[0] if len(told) == 1 else None


def _column(heads: list[list[str]], row: list[str], at: int) -> Column:
    names = tuple(dict.fromkeys(line[at] for line in heads if line[at].strip()))
    last = heads[-1] if heads else [""] * len(row)
    return Column(names, tuple((last[other], cell) for other, cell in enumerate(row) if other != at))


def _is_row(row: Iterable[str], fact: Fact) -> bool:
    cells = [fold(cell) for cell in row]
    return all(cell in fold(fact.quote) for cell in cells)


def _names(column: Column, fact: Fact, spellings: Spellings) -> bool:
    around = " ".join((*column.names, *(cell for _, cell in column.row)))
    heads = {fold(head) for name in column.names for head in (name, _BRACKETS.sub("", name))}
    bare = [condition for condition in fact.conditions if "：" not in condition.text]
    conditions = any(fold(condition.text) in heads for condition in bare)
    return conditions or spellings.stands_in(fact.attribute, around)


def _most_said(found: list[Column], fact: Fact) -> list[Column]:
    """Keep the columns whose headers say most of the conditions: 12个月 stands under 整机 and under 电池."""
    said = {fold(condition.text) for condition in fact.conditions}
    counts = [sum(fold(name) in said for name in column.names) for column in found]
    return [column for column, count in zip(found, counts, strict=True) if count == max(counts, default=0)]


def gold_words(fact: Fact, chunk: Chunk, column: Column | None) -> tuple[str, ...] | None:
    """Return what must stand together in the source: column, row and value of a table, else the sentence.

    ``None`` when a table does not hold all three.
    """
    if chunk.table is None:
        return (fact.quote,)
    if column is None:
        return None
    text = fold(chunk.text)
    head = column.names[-1] if column.names else fact.attribute
    names = [name for name in (fact.attribute, head) if fold(name) in text]
    rows = [name for name in (fact.subject, *_keys(column, fact)) if fold(name) in text]
    if not names or not rows or fold(fact.value) not in text:
        return None
    return tuple(dict.fromkeys((names[0], rows[0], fact.value)))


def _keys(column: Column, fact: Fact) -> list[str]:
    return [cell for _, cell in column.row if cell.strip() and fold(cell) in fold(fact.subject)]
