"""A suite: questions with the values an answer must hold and the place it must come from."""

from pathlib import Path

from core.errors import InvalidInput
from evals.suite_files.case import Case, Gold, GoldFact
from evals.suite_files.entry import identity, read_entry
from evals.suite_files.node import Node, Place
from evals.suite_files.source import read_nodes

__all__ = ["Case", "Gold", "GoldFact", "read_leniently", "read_suite"]


def read_suite(path: Path) -> tuple[Case, ...]:
    """Read a suite from a YAML or JSON list, or from JSON lines.

    Raises:
        InvalidInput: A line or entry is not as described; nothing is returned then.
    """
    cases, faults = read_leniently(path)
    if faults:
        first, more = faults[0], len(faults) - 1
        others = (f"{more} more: dianmian suite check {path.name}",) if more else ()
        advice = "; ".join((*filter(None, (first.advice,)), *others))
        raise InvalidInput(first.message, place=first.place, advice=advice)
    return cases


def read_leniently(path: Path) -> tuple[tuple[Case, ...], tuple[InvalidInput, ...]]:
    """Return the entries that are as described, and every fault of those that are not, entry by entry.

    Raises:
        InvalidInput: There is no such file, or it is no list of entries at all.
    """
    cases: list[Case] = []
    faults: list[InvalidInput] = []
    first: dict[str, Place] = {}
    for entry in read_nodes(path):
        if isinstance(entry, InvalidInput):
            faults.append(entry)
            continue
        case, wrong = read_entry(entry)
        wrong = (*wrong, *_used_before(entry, first))
        faults += wrong
        if case is not None and not wrong:
            cases.append(case)
    return tuple(cases), tuple(faults)


def _used_before(entry: Node, first: dict[str, Place]) -> tuple[InvalidInput, ...]:
    """Return the fault of an id that an earlier entry has, whatever else is wrong with either."""
    found = identity(entry)
    if found is None:
        return ()
    name, node = found
    known = first.setdefault(name, entry.place)
    if known is entry.place:
        return ()
    advice = f"the first is {known}; give this one another"
    return (InvalidInput(f"id {name!r} is used twice", place=str(node.place), advice=advice),)
