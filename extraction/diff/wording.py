"""Sentences and rows of the same section held against each other."""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from extraction.diff.pairing import alike_pairs, equal_pairs
from extraction.diff.section import Section, paired_sections
from extraction.diff.unit import Unit
from extraction.nearness import near

_LEAST_NEAR = 0.45
_LEAST_FAR = 0.8
_SHORTEST_FAR = 8
_MASKED = 0.97
_TIE = 0.02
_MANY = 40_000


@dataclass(frozen=True, slots=True)
class Spot:
    """A unit by the index of its section and its own in that section."""

    section: int
    unit: int


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which sections and which units are the same in both versions."""

    old: tuple[Section, ...]
    new: tuple[Section, ...]
    sections: Mapping[int, int]
    units: Mapping[Spot, Spot]

    def pairs(self) -> Iterator[tuple[Unit, Unit]]:
        """Yield all pairs of units."""
        for one, other in self.units.items():
            yield self.old[one.section].units[one.unit], self.new[other.section].units[other.unit]


def aligned(old: Sequence[Section], new: Sequence[Section]) -> Alignment:
    """Pair sections, the units inside them, and then what moved into another section."""
    sections = paired_sections(old, new)
    units: dict[Spot, Spot] = {}
    for i, j in sections.items():
        units |= {Spot(i, a): Spot(j, b) for a, b in _inside(old[i].units, new[j].units).items()}
    units |= _moved(old, new, units)
    return Alignment(tuple(old), tuple(new), sections, units)


def _inside(old: Sequence[Unit], new: Sequence[Unit]) -> dict[int, int]:
    pairs = equal_pairs([unit.key for unit in old], [unit.key for unit in new])
    pairs |= _by_first_cell(old, new, pairs)
    taken = set(pairs.values())
    rest_old = [(i, unit) for i, unit in enumerate(old) if i not in pairs]
    rest_new = [(j, unit) for j, unit in enumerate(new) if j not in taken]
    many = len(rest_old) * len(rest_new) > _MANY
    among = near([u.mask for _, u in rest_old], [u.mask for _, u in rest_new]) if many else None
    return pairs | alike_pairs(rest_old, rest_new, likeness, _LEAST_NEAR, among)


def _by_first_cell(old: Sequence[Unit], new: Sequence[Unit], pairs: Mapping[int, int]) -> dict[int, int]:
    """Pair rows whose first cell names them and no other row."""
    taken = set(pairs.values())
    before, after = _named_rows(old, set(pairs)), _named_rows(new, taken)
    return {i: after[name] for name, i in before.items() if name in after}


def _named_rows(units: Sequence[Unit], without: Container[int]) -> dict[str, int]:
    named = [(unit.cells[0][1].strip(), at) for at, unit in enumerate(units) if unit.cells]
    often = Counter(name for name, _ in named)
    return {name: at for name, at in named if name and often[name] == 1 and at not in without}


def _moved(old: Sequence[Section], new: Sequence[Section], units: Mapping[Spot, Spot]) -> dict[Spot, Spot]:
    taken = set(units.values())
    rest_old = [spot for spot in _spots(old) if spot not in units]
    rest_new = [spot for spot in _spots(new) if spot not in taken]
    before, after = [_at(old, spot) for spot in rest_old], [_at(new, spot) for spot in rest_new]
    pairs = equal_pairs([unit.key for unit in before], [unit.key for unit in after])
    used = set(pairs.values())
    pairs |= alike_pairs(
        [(i, unit) for i, unit in enumerate(before) if i not in pairs],
        [(j, unit) for j, unit in enumerate(after) if j not in used],
        _far_likeness,
        _LEAST_FAR,
        near(
            [unit.key for i, unit in enumerate(before) if i not in pairs],
            [unit.key for j, unit in enumerate(after) if j not in used],
        ),
    )
    return {rest_old[i]: rest_new[j] for i, j in pairs.items()}


def _spots(sections: Sequence[Section]) -> Iterator[Spot]:
    for number, section in enumerate(sections):
        for at in range(len(section.units)):
            yield Spot(number, at)


def _at(sections: Sequence[Section], spot: Spot) -> Unit:
    return sections[spot.section].units[spot.unit]


def likeness(one: Unit, other: Unit) -> float:
    """Return how alike two units are, 0–1; numbers count for little, the first cell of a row for much."""
    if bool(one.cells) != bool(other.cells):
        return 0.0
    if one.cells and other.cells and one.cells[0][1].strip() and one.cells[0][1] == other.cells[0][1]:
        return 0.9 + fuzz.ratio(one.key, other.key) / 1000
    exact, masked = fuzz.ratio(one.key, other.key) / 100, fuzz.ratio(one.mask, other.mask) / 100
    return float(max(exact, _MASKED * masked)) - _TIE * (1 - exact)


def _far_likeness(one: Unit, other: Unit) -> float:
    if min(len(one.key), len(other.key)) < _SHORTEST_FAR:
        return 0.0
    return float(fuzz.ratio(one.key, other.key)) / 100
