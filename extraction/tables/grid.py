"""A rectangle of values with one name per column, as it is read for facts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from core.table import header_label, is_value, labelness, level, opens, parents
from core.text import fold
from extraction.tables.cell_value import EMPTY

_PARTS = (6, 5, 4, 3, 2)
_COUNTED = re.compile(r"^\d{1,2} (?=\S)")
_COUNTING = re.compile(r"^(?:序号|编号|No\.?) (?=\S)")
_PERIOD = re.compile(
    r"期末|期初|本期|上期|上年|本年|年末|年初|^\d{4}\s*年[度末初底]?$|^\d{4}-\d{2}-\d{2}$|合计|小计|增减|变动|总计"
)


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a grid. ``places`` holds the table row of every text; ``under`` names what the line is part of."""

    texts: tuple[str, ...]
    places: tuple[int, ...]
    under: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """Names of columns over rows of texts, all of one width."""

    columns: tuple[str, ...]
    lines: tuple[Line, ...]

    def filled(self, at: int) -> list[str]:
        """Return the texts of a column that say something."""
        return [text for line in self.lines if (text := line.texts[at].strip()) not in EMPTY]

    def select(self, columns: Sequence[int]) -> "Grid":
        """Return some columns, without the rows in which all but the first columns they share say nothing."""
        lines = [
            replace(
                line, texts=tuple(line.texts[at] for at in columns), places=tuple(line.places[at] for at in columns)
            )
            for line in self.lines
        ]
        return Grid(tuple(self.columns[at] for at in columns), tuple(lines))


def side_by_side(grid: Grid) -> list[Grid]:
    """Part tables that stand beside each other under repeated names: 资产 年初 期末 | 负债 年初 期末."""
    names = [fold(name) for name in grid.columns]
    for shared in range(len(names)):
        for count in _PARTS:
            width, rest = divmod(len(names) - shared, count)
            if rest or width < 2:
                continue
            starts = [shared + part * width for part in range(count)]
            alike = names[shared : shared + width] == names[starts[1] : starts[1] + width] and width > 2
            if _repeats(names, starts, width) and (alike or all(_names_rows(grid, start) for start in starts)):
                return [grid.select([*range(shared), *range(start, start + width)]) for start in starts]
    return [grid]


def _repeats(names: Sequence[str], starts: Sequence[int], width: int) -> bool:
    """Return whether the names after the first are the same in every part; two columns need the first to be, too."""
    parts = [names[start : start + width] for start in starts]
    same_rest = all(part[1:] == parts[0][1:] for part in parts) and all(parts[0][1:])
    return same_rest and (width > 2 or all(part[0] == parts[0][0] for part in parts))


def _names_rows(grid: Grid, at: int) -> bool:
    filled = grid.filled(at)
    return bool(filled) and sum(is_value(text) for text in filled) * 2 <= len(filled)


def upright(grid: Grid) -> Grid:
    """Return ``grid`` turned so that its columns are attributes: the names of its rows may be those."""
    if len(grid.columns) < 2 or not grid.lines or not _is_turned(grid):
        return grid
    first = [line.texts[0] for line in grid.lines]
    lines = [
        Line(
            (_COUNTED.sub("", grid.columns[at]), *(line.texts[at] for line in grid.lines)),
            (grid.lines[0].places[at], *(line.places[at] for line in grid.lines)),
        )
        for at in range(1, len(grid.columns))
    ]
    return Grid((_COUNTING.sub("", grid.columns[0]), *first), tuple(lines))


def _is_turned(grid: Grid) -> bool:
    """Return whether the first column holds attributes and the header what they are of."""
    names = [line.texts[0] for line in grid.lines if line.texts[0].strip()]
    heads = [name for name in grid.columns[1:] if name]
    if not names or not heads or len(set(names)) < len(names) or any(line.under for line in grid.lines):
        return False
    if any(level(name) is not None for name in names):
        return False
    if all(map(_PERIOD.search, names)) != all(map(_PERIOD.search, heads)):
        return all(map(_PERIOD.search, names))
    down = sum(map(header_label, names)) / len(names)
    across = sum(map(labelness, heads)) / len(heads)
    return down - across + _alike_across(grid) - _alike_down(grid) > 0.5 and down >= 0.3


def _alike_across(grid: Grid) -> float:
    return _alike([[text for text in line.texts[1:] if text.strip() not in EMPTY] for line in grid.lines])


def _alike_down(grid: Grid) -> float:
    return _alike([grid.filled(at) for at in range(1, len(grid.columns))])


def _alike(groups: Sequence[Sequence[str]]) -> float:
    """Return the share (0–1) of neighbours in the groups that are of one kind; two of words prove nothing."""
    kinds = [[_kind(text) for text in group] for group in groups]
    neighbours = [a == b for group in kinds for a, b in pairwise(group) if a or b]
    return sum(neighbours) / len(neighbours) if neighbours else 0.5


def _kind(text: str) -> str:
    """Return the signs a value is made of, how many of each does not matter; nothing for words."""
    plain = fold(text)
    if not is_value(text):
        return ""
    shape = "".join("9" if sign.isdigit() else sign for sign in plain if sign not in ",.-+")
    return "".join(sign for at, sign in enumerate(shape) if at == 0 or shape[at - 1] != sign)


def under_parents(grid: Grid) -> Grid:
    """Return ``grid`` with rows put under those they are numbered below; rows that only open others are left out."""
    opening = [opens(list(line.texts)) for line in grid.lines]
    if not any(opening) and all(level(line.texts[0]) is None for line in grid.lines):
        return grid
    above = parents([line.texts[0].strip() for line in grid.lines], opening)
    lines = [
        replace(line, under=(*line.under, *names))
        for line, names, only in zip(grid.lines, above, opening, strict=True)
        if not only
    ]
    return Grid(grid.columns, tuple(lines))
