"""Automatic numbering of a DOCX file, counted as a word processor does."""

import re
from dataclasses import dataclass, field
from typing import Any

from ingestion.parsers.office_xml import attribute, child, child_value, is_on, name_of
from ingestion.parsers.ordinal import ordinal

_PLACE = re.compile(r"%(\d)")


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a numbering: format, text pattern (``第%1条``) and first number.

    ``legal`` writes the numbers of all levels as digits; ``restart`` is the level, counted from 1, that sets this one
    back (0: none does), by default every higher one. ``style`` is the paragraph style tied to the level.
    """

    number_format: str
    pattern: str
    start: int
    style: str = ""
    legal: bool = False
    restart: int | None = None


@dataclass(frozen=True, slots=True)
class Numbered:
    """The number of one paragraph as text, and its depth from 0."""

    marker: str
    depth: int
    bullet: bool


@dataclass(slots=True)
class Numbering:
    """Definitions by ``numId`` and running counters."""

    levels: dict[str, dict[int, Level]] = field(default_factory=dict)
    family: dict[str, str] = field(default_factory=dict)
    counters: dict[str, dict[int, int]] = field(default_factory=dict)
    started: set[str] = field(default_factory=set)
    overridden: dict[str, dict[int, int]] = field(default_factory=dict)

    def next(self, number_id: str, depth: int) -> Numbered | None:
        """Count one paragraph and return its number; ``None`` when the definition is missing."""
        level = self.levels.get(number_id, {}).get(depth)
        if level is None:
            return None
        if level.number_format == "bullet":
            return Numbered("-", depth, bullet=True)
        counts = self.counters.setdefault(self.family[number_id], {})
        if number_id not in self.started:
            self.started.add(number_id)
            counts.update({at: start - 1 for at, start in self.overridden.get(number_id, {}).items()})
        counts[depth] = counts.get(depth, level.start - 1) + 1
        for deeper in [other for other in counts if other > depth]:
            restart = self.levels[number_id][deeper].restart if deeper in self.levels[number_id] else None
            if restart is None or depth < restart:
                del counts[deeper]
        return Numbered(self._marker(number_id, level, counts), depth, bullet=False)

    def depth_of(self, number_id: str, style: str | None) -> int | None:
        """Return the level that the paragraph style ``style`` is tied to, or ``None``."""
        levels = self.levels.get(number_id, {}).items()
        return next((depth for depth, level in levels if style and level.style == style), None)

    def _marker(self, number_id: str, level: Level, counts: dict[int, int]) -> str:
        def numeral(match: re.Match[str]) -> str:
            at = int(match.group(1)) - 1
            other = self.levels[number_id].get(at, level)
            written = "decimal" if level.legal and other.number_format != "none" else other.number_format
            return ordinal(counts.get(at, other.start), written)

        return _PLACE.sub(numeral, level.pattern).strip()


def _level(element: Any) -> Level:
    start = child_value(element, "start") or "1"
    restart = child_value(element, "lvlRestart") or ""
    return Level(
        child_value(element, "numFmt") or _alternative(element) or "decimal",
        child_value(element, "lvlText") or "",
        int(start) if start.isdigit() else 1,
        child_value(element, "pStyle") or "",
        is_on(child(element, "isLgl")),
        int(restart) if restart.isdigit() else None,
    )


def _alternative(element: Any) -> str | None:
    """Return a number format that newer programs write inside a choice."""
    found = next((inner for inner in element.iter() if name_of(inner) == "numFmt"), None)
    return attribute(found, "val") if found is not None else None


def _levels(element: Any) -> dict[int, Level]:
    return {int(attribute(inner, "ilvl") or 0): _level(inner) for inner in element if name_of(inner) == "lvl"}


def _definitions(root: Any) -> dict[str | None, dict[int, Level]]:
    """Return the levels of every definition; one that only points at a numbering style takes that style's."""
    elements = [element for element in root if name_of(element) == "abstractNum"]
    found = {attribute(element, "abstractNumId"): _levels(element) for element in elements}
    by_style = {child_value(element, "styleLink"): _levels(element) for element in elements}
    for element in elements:
        link = child_value(element, "numStyleLink")
        if link is not None and not found[attribute(element, "abstractNumId")]:
            found[attribute(element, "abstractNumId")] = by_style.get(link, {})
    return found


def read_numbering(root: Any | None) -> Numbering:
    """Return the numbering of ``numbering.xml`` (its root element), empty when there is none."""
    numbering = Numbering()
    if root is None:
        return numbering
    abstract = _definitions(root)
    for element in (inner for inner in root if name_of(inner) == "num"):
        number_id = attribute(element, "numId") or ""
        family = child_value(element, "abstractNumId") or ""
        levels = dict(abstract.get(family, {}))
        for override in (inner for inner in element if name_of(inner) == "lvlOverride"):
            depth = int(attribute(override, "ilvl") or 0)
            start = child_value(override, "startOverride")
            replaced = child(override, "lvl")
            if replaced is not None:
                levels[depth] = _level(replaced)
            if start and start.isdigit():
                numbering.overridden.setdefault(number_id, {})[depth] = int(start)
        numbering.levels[number_id] = levels
        numbering.family[number_id] = family
    return numbering
