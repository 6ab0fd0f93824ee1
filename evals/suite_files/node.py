"""What stands in a suite file before anything is made of it: words as written, lists, mappings, each with its place."""

from dataclasses import dataclass
from typing import Literal

from core.errors import InvalidInput

Kind = Literal["text", "number", "flag", "null", "list", "mapping", "wrong"]
# An entry needs four levels; the rest is room for what is wrong to be named where it stands.
_DEEPEST = 20


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: ``a.yaml[2]``, its line when known, and the field inside the entry (``facts[1]``)."""

    file: str
    line: int | None = None
    field: str = ""

    def __str__(self) -> str:
        return ", ".join(part for part in (self.file, self.line and f"line {self.line}", self.field) if part)

    def at(self, line: int | None) -> "Place":
        """Return the same place, in ``line`` when it is known."""
        return self if line is None else Place(self.file, line, self.field)

    def named(self, name: str) -> "Place":
        """Return the place of the field ``name`` inside this one."""
        return Place(self.file, self.line, f"{self.field}, {name}" if self.field else name)

    def numbered(self, number: int) -> "Place":
        """Return the place of item ``number``, counted from 1."""
        item = f"[{number}]"
        return Place(self.file, self.line, self.field + item) if self.field else Place(self.file + item, self.line)

    def deeper(self, level: int) -> int:
        """Return the level below ``level``.

        Raises:
            InvalidInput: It is nested deeper than any entry can be.
        """
        if level >= _DEEPEST:
            raise too_deep(str(Place(self.file, self.line)))
        return level + 1


@dataclass(frozen=True, slots=True)
class Node:
    """One piece of a file.

    Attributes:
        text: The characters of a scalar as they are written; what is wrong with it when the kind is ``wrong``.
        items: Of a list.
        fields: Of a mapping, in its order, each name once.
        repeated: Names that stand in the mapping again, with where, and where they stood first.
    """

    kind: Kind
    place: Place
    text: str = ""
    items: tuple["Node", ...] = ()
    fields: tuple[tuple[str, "Node"], ...] = ()
    repeated: tuple[tuple[str, Place, Place], ...] = ()


def named_nodes(pairs: list[tuple[str, Node]], place: Place) -> Node:
    """Return a mapping of ``pairs``; of a name that stands there again the first is kept and the others are noted."""
    first: dict[str, Node] = {}
    repeated = []
    for name, node in pairs:
        if first.setdefault(name, node) is not node:
            repeated.append((name, node.place, first[name].place))
    return Node("mapping", place, fields=tuple(first.items()), repeated=tuple(repeated))


def too_deep(place: str) -> InvalidInput:
    """Return the error for lists in lists in lists."""
    return InvalidInput("nested too deeply", place=place, advice="an entry is a mapping of words and short lists")
