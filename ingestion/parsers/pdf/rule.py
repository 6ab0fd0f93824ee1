"""Ruling lines of a page, joined, and the groups of lines that cross each other."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

_THIN = 3.0
_SAME = 2.5
_BRIDGED = 4.0
_SHORTEST = 5.0
_TOUCH = 3.5


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line: ``at`` is its y (or x, of an upright one), ``start``–``end`` its extent, in points."""

    at: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Frame:
    """Rules that belong together, with the box (x0, top, x1, bottom) around them."""

    level: tuple[Rule, ...]
    upright: tuple[Rule, ...]

    @property
    def box(self) -> tuple[float, float, float, float]:
        xs = [x for rule in self.level for x in (rule.start, rule.end)] + [rule.at for rule in self.upright]
        ys = [y for rule in self.upright for y in (rule.start, rule.end)] + [rule.at for rule in self.level]
        return (min(xs), min(ys), max(xs), max(ys))


def page_rules(page: Any) -> tuple[list[Rule], list[Rule]]:
    """Return the level and the upright rules of a pdfplumber page, pieces of one line joined.

    The sides of coloured areas count as rules where no grid is drawn: inside one they are the background of single
    lines of text more often than of cells.
    """
    level: list[Rule] = []
    upright: list[Rule] = []
    areas = [item for item in page.rects if _is_area(item)]
    for item in [*page.lines, *page.rects]:
        if not _is_area(item):
            _add(item, page, level, upright)
    for edge in page.curve_edges:
        if edge["orientation"] == "h":
            level.append(Rule(edge["top"], edge["x0"], edge["x1"]))
        elif edge["orientation"] == "v":
            upright.append(Rule(edge["x0"], edge["top"], edge["bottom"]))
    level, upright = _joined(level), _joined(upright)
    if not areas:
        return level, upright
    grids = [frame.box for frame in frames(level, upright) if len(frame.level) > 2 and len(frame.upright) > 2]
    for item in areas:
        middle = ((item["x0"] + item["x1"]) / 2, (item["top"] + item["bottom"]) / 2)
        if not any(box[0] < middle[0] < box[2] and box[1] < middle[1] < box[3] for box in grids):
            _add(item, page, level, upright)
    return _joined(level), _joined(upright)


def _is_area(item: dict[str, Any]) -> bool:
    thick = min(item["x1"] - item["x0"], item["bottom"] - item["top"]) > _THIN
    return item["object_type"] == "rect" and thick and not item.get("stroke")


def _add(item: dict[str, Any], page: Any, level: list[Rule], upright: list[Rule]) -> None:
    left, right = max(item["x0"], 0), min(item["x1"], page.width)
    top, bottom = max(item["top"], 0), min(item["bottom"], page.height)
    if right < left or bottom < top or _invisible(item):
        return
    wide, high = right - left, bottom - top
    if wide > 0.95 * page.width and high > 0.9 * page.height:
        return
    if high <= _THIN:
        level.append(Rule((top + bottom) / 2, left, right))
    if wide <= _THIN:
        upright.append(Rule((left + right) / 2, top, bottom))
    if high > _THIN and wide > _THIN and item["object_type"] == "rect":
        level += [Rule(top, left, right), Rule(bottom, left, right)]
        upright += [Rule(left, top, bottom), Rule(right, top, bottom)]


def _invisible(item: dict[str, Any]) -> bool:
    """Return whether ``item`` is a white area without an outline, or drawn with neither."""
    if item.get("stroke") or item["object_type"] == "line":
        return False
    colour = item.get("non_stroking_color")
    values = tuple(colour) if isinstance(colour, list | tuple) else (colour,)
    return not item.get("fill") or values in ((1,), (1, 1, 1), (0, 0, 0, 0))


def _joined(rules: Iterable[Rule]) -> list[Rule]:
    """Join rules on one line whose ends nearly meet; what stays a speck is dropped."""
    lines: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda r: r.at):
        if lines and rule.at - lines[-1][0].at <= _SAME:
            lines[-1].append(rule)
        else:
            lines.append([rule])
    joined: list[Rule] = []
    for line in lines:
        at = sum(rule.at for rule in line) / len(line)
        open_rule: Rule | None = None
        for rule in sorted(line, key=lambda r: r.start):
            if open_rule is not None and rule.start - open_rule.end <= _BRIDGED:
                open_rule = Rule(at, open_rule.start, max(open_rule.end, rule.end))
                continue
            joined += [open_rule] if open_rule is not None else []
            open_rule = Rule(at, rule.start, rule.end)
        joined += [open_rule] if open_rule is not None else []
    return [rule for rule in joined if rule.end - rule.start >= _SHORTEST]


def frames(level: Sequence[Rule], upright: Sequence[Rule]) -> list[Frame]:
    """Return the groups of rules that touch each other, directly or through others."""
    owner = list(range(len(level) + len(upright)))

    def root(number: int) -> int:
        while owner[number] != number:
            owner[number] = owner[owner[number]]
            number = owner[number]
        return number

    for first, flat in enumerate(level):
        for second, tall in enumerate(upright, len(level)):
            if _touch(flat, tall):
                owner[root(second)] = root(first)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for number, rule in enumerate([*level, *upright]):
        groups.setdefault(root(number), ([], []))[number >= len(level)].append(rule)
    return [Frame(tuple(flat), tuple(tall)) for flat, tall in groups.values()]


def _touch(flat: Rule, tall: Rule) -> bool:
    return flat.start - _TOUCH <= tall.at <= flat.end + _TOUCH and tall.start - _TOUCH <= flat.at <= tall.end + _TOUCH
