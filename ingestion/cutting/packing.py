"""Groups atoms into chunks: as many as fit, what belongs together in one."""

from collections.abc import Sequence

from core.document import Document
from core.settings import Settings
from ingestion.cutting.atom import Atom
from ingestion.cutting.group import Group, length
from ingestion.cutting.merging import merge_small


def pack(document: Document, atoms: Sequence[Atom], settings: Settings, size: int) -> list[Group]:
    """Group atoms into stretches of at most ``size`` characters.

    Glued atoms stay together, a lead sentence with its first item, the items of one list when they all fit. Groups
    under ``chunk_minimum`` join a neighbour.
    """
    groups = fill(document, _lists(document, _units(document, atoms, size), size), size)
    return merge_small(document, groups, settings.chunk_minimum, size)


def fill(document: Document, units: Sequence[Group], size: int) -> list[Group]:
    """Join consecutive units while they fit."""
    groups: list[Group] = []
    for unit in units:
        if groups and length(document, groups[-1] + unit) <= size:
            groups[-1] = groups[-1] + unit
        else:
            groups.append(unit)
    return groups


def _units(document: Document, atoms: Sequence[Atom], size: int) -> list[Group]:
    """Join what must not be parted; where that would grow over ``size``, at least the last two stay together."""
    units: list[Group] = []
    for atom in atoms:
        previous = units[-1] if units else []
        bound = bool(previous) and (atom.glued or (bool(atom.item) and previous[-1].opens))
        if bound and length(document, [*previous, atom]) <= size:
            previous.append(atom)
        elif bound and len(previous) > 1 and length(document, [previous[-1], atom]) <= size:
            units.append([previous.pop(), atom])
        else:
            units.append([atom])
    return units


def _lists(document: Document, units: Sequence[Group], size: int) -> list[Group]:
    """Join the units of one list, with the sentence that announces it, when the whole list fits."""
    runs: list[list[Group]] = []
    for unit in units:
        before = runs[-1][-1] if runs else []
        continues = bool(before) and bool(unit[0].item) and (before[-1].opens or any(atom.item for atom in before))
        if continues:
            runs[-1].append(unit)
        else:
            runs.append([unit])
    joined: list[Group] = []
    for run in runs:
        whole = [atom for unit in run for atom in unit]
        joined += [whole] if length(document, whole) <= size else run
    return joined
