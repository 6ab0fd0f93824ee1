"""What is wrong with a piece of a suite file, in words for whoever wrote it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from core.errors import InvalidInput
from evals.suite_files.node import Node

Faults = list[InvalidInput]
_FOUND = {"list": "a list", "mapping": "a mapping", "null": "nothing", "flag": "true or false", "number": "a number"}
# On rapidfuzz's scale of 0 to 100; a letter too many or too few in a word of six stays above it.
_NEAR = 70


def fault_at(node: Node, message: str, advice: str = "") -> InvalidInput:
    """Return a fault with the place of ``node``."""
    return InvalidInput(message, place=str(node.place), advice=advice)


def unexpected(node: Node, wanted: str) -> InvalidInput:
    """Return the fault of a node that is of another kind than ``wanted`` says."""
    if node.kind == "wrong":
        return fault_at(node, node.text, "take the tag away")
    return fault_at(node, f"expected {wanted}, found {_FOUND.get(node.kind, 'text')}")


def field_faults(node: Node, known: Mapping[str, Any], required: Iterable[str]) -> Iterator[InvalidInput]:
    """Yield the faults of a mapping's names: required ones that are missing, unknown ones, ones that stand twice."""
    present = dict(node.fields)
    for name in required:
        if name not in present:
            yield InvalidInput(f"{name} is missing", place=str(node.place.named(name)), advice="write it")
    for name, found in node.fields:
        if name not in known:
            near = nearest(name, list(known))
            advice = f"did you mean {near}?" if near else f"the fields are {', '.join(known)}"
            yield fault_at(found, f"unknown field {name!r}", advice)
    for name, again, first in node.repeated:
        where = f"the first is in line {first.line}; " if first.line != again.line else ""
        yield InvalidInput(f"{name!r} stands twice", place=str(again), advice=f"{where}keep one")


def nearest(word: str, words: Sequence[str]) -> str | None:
    """Return which of ``words`` was probably meant, ``None`` when none is near."""
    from rapidfuzz import fuzz, process

    found = process.extractOne(word.lower(), words, scorer=fuzz.ratio, score_cutoff=_NEAR)
    return found[0] if found else None
