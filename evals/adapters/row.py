"""Rows of public sets, whose fields are asked for by name and kind."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.errors import InvalidInput
from evals.suite_files.fault import Faults, unexpected
from evals.suite_files.json_nodes import json_line_nodes, json_node
from evals.suite_files.node import Node
from evals.suite_files.shape import Words
from evals.suite_files.source import read_text


@dataclass(frozen=True, slots=True)
class Row:
    """One object of a JSON file. Whatever is asked of it and is not there is an error with its place."""

    node: Node

    def text(self, name: str, *, blank: bool = False) -> str:
        """Return a field that is text, or a number as it is written; empty only where ``blank`` allows it.

        Raises:
            InvalidInput: It is missing or something else.
        """
        return _words(self._part(name), blank=blank)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a field that is a list of texts, empty ones among them.

        Raises:
            InvalidInput: It is missing or something else.
        """
        return tuple(_words(item, blank=True) for item in _items(self._part(name)))

    def rows(self, name: str) -> tuple["Row", ...]:
        """Return a field that is a list of objects.

        Raises:
            InvalidInput: It is missing or something else.
        """
        return tuple(map(Row, _items(self._part(name))))

    def _part(self, name: str) -> Node:
        if self.node.kind != "mapping":
            raise unexpected(self.node, f"an object with {name!r}")
        found = dict(self.node.fields).get(name)
        if found is None:
            raise InvalidInput(f"{name!r} is missing", place=str(self.node.place))
        return found


def line_rows(path: Path) -> Iterator[Row]:
    """Yield the object of each line of ``path``.

    Raises:
        InvalidInput: There is no such file, or a line is not JSON.
    """
    for node in json_line_nodes(read_text(path, "file"), path.name):
        if isinstance(node, InvalidInput):
            raise node
        yield Row(node)


def list_rows(path: Path) -> tuple[Row, ...]:
    """Return the objects of the list that ``path`` holds.

    Raises:
        InvalidInput: There is no such file, or it holds no JSON list.
    """
    return tuple(map(Row, _items(json_node(read_text(path, "file"), path.name))))


def whole_row(path: Path) -> Row:
    """Return the one object that ``path`` holds.

    Raises:
        InvalidInput: There is no such file, or it is not JSON.
    """
    return Row(json_node(read_text(path, "file"), path.name))


def _words(node: Node, *, blank: bool) -> str:
    faults: Faults = []
    found = Words(numbers=True, blank=blank).read(node, faults)
    if found is None:
        raise faults[0]
    return found


def _items(node: Node) -> tuple[Node, ...]:
    if node.kind != "list":
        raise unexpected(node, "a list")
    return node.items
