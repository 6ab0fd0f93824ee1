"""What a field may hold: each shape reads it and writes the JSON Schema of what it reads, so that both say the same."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from core.errors import InvalidInput
from evals.suite_files.fault import Faults, fault_at, field_faults, unexpected
from evals.suite_files.node import Node

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Schema = Mapping[str, Any]
SAID = r"\S"
_NO_TEXT = re.compile("[\x00\ud800-\udfff]")
_SAY_IT = "write it, or leave it out"


class Shape(Protocol[T_co]):
    """A form of values: ``read`` returns one, or adds what is wrong with it to the faults and returns ``None``."""

    def read(self, node: Node, faults: Faults) -> T_co | None: ...

    def schema(self) -> Schema: ...


@dataclass(frozen=True, slots=True)
class Words:
    """Text; where ``numbers``, a number too, as it is written; where ``blank``, also text that says nothing."""

    numbers: bool = False
    blank: bool = False

    def read(self, node: Node, faults: Faults) -> str | None:
        fault = self._fault(node)
        if fault:
            faults.append(fault)
        return None if fault else node.text

    def schema(self) -> Schema:
        kinds = ["string", "number"] if self.numbers else "string"
        return {"type": kinds} if self.blank else {"type": kinds, "pattern": SAID}

    def _fault(self, node: Node) -> InvalidInput | None:
        if node.kind == "number" and not self.numbers:
            return fault_at(node, f"expected text, found the number {node.text}", f'put it in quotes: "{node.text}"')
        if node.kind in ("null", "flag"):
            return fault_at(
                node, f"{node.text or 'null'} is no value", "write it; if it is called so, put it in quotes"
            )
        if node.kind not in ("text", "number"):
            return unexpected(node, "text")
        if not self.blank and not re.search(SAID, node.text):
            return fault_at(node, "it is empty", _SAY_IT)
        if odd := _NO_TEXT.search(node.text):
            return fault_at(node, f"it holds a character that is no text: U+{ord(odd[0]):04X}", "take it away")
        return None


@dataclass(frozen=True, slots=True)
class Many(Generic[T]):
    """A list of at least ``least`` of ``item``; one that stands alone is a list of one."""

    item: Shape[T]
    least: int = 0

    def read(self, node: Node, faults: Faults) -> tuple[T, ...] | None:
        if node.kind == "list" and len(node.items) < self.least:
            faults.append(fault_at(node, "it is empty", _SAY_IT))
            return None
        return _all(self.item, node.items if node.kind == "list" else (node,), faults)

    def schema(self) -> Schema:
        listed = {"type": "array", "items": self.item.schema()}
        return {"anyOf": [self.item.schema(), listed | ({"minItems": self.least} if self.least else {})]}


@dataclass(frozen=True, slots=True)
class Row:
    """As many parts as ``parts`` names, in a list in their order; where ``by_name``, also a mapping of them."""

    parts: Mapping[str, Words]
    by_name: bool = False

    def read(self, node: Node, faults: Faults) -> tuple[str, ...] | None:
        before = len(faults)
        if node.kind == "mapping" and self.by_name:
            faults += field_faults(node, self.parts, self.parts)
            found = {name: item for name, item in node.fields if name in self.parts}
        elif node.kind == "list" and len(node.items) == len(self.parts):
            found = dict(zip(self.parts, node.items, strict=True))
        else:
            faults.append(self._misfit(node))
            return None
        read = {name: self.parts[name].read(_part(node, name, item), faults) for name, item in found.items()}
        return tuple(read[name] or "" for name in self.parts) if len(faults) == before else None

    def _misfit(self, node: Node) -> InvalidInput:
        if node.kind != "list":
            return unexpected(node, str(self))
        return fault_at(node, f"expected {self}, found {len(node.items)} of them")

    def schema(self) -> Schema:
        shapes = {name: shape.schema() for name, shape in self.parts.items()}
        count = len(shapes)
        listed = {"type": "array", "prefixItems": list(shapes.values()), "minItems": count, "maxItems": count}
        named = {"type": "object", "properties": shapes, "required": list(shapes), "additionalProperties": False}
        return {"anyOf": [listed, named]} if self.by_name else listed

    def __str__(self) -> str:
        return f"[{', '.join(self.parts)}]"


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of rows; a row by name that stands alone is a list of one."""

    row: Row

    def read(self, node: Node, faults: Faults) -> tuple[tuple[str, ...], ...] | None:
        if node.kind == "mapping" and self.row.by_name:
            return _all(self.row, (node,), faults)
        if node.kind != "list":
            faults.append(unexpected(node, f"a list of {self.row}"))
            return None
        if node.items and not any(item.kind in ("list", "mapping", "wrong") for item in node.items):
            advice = f"put each in brackets of its own: [{self.row}]"
            faults.append(fault_at(node, f"expected {self.row} in a list, found words", advice))
            return None
        return _all(self.row, node.items, faults)

    def schema(self) -> Schema:
        row = self.row.schema()
        listed = {"type": "array", "items": row}
        return {"anyOf": [listed, row["anyOf"][1]]} if self.row.by_name else listed


def _part(row: Node, name: str, item: Node) -> Node:
    """Return a part of a row under its name instead of its number."""
    return replace(item, place=row.place.named(name).at(item.place.line))


def _all(shape: Shape[T], nodes: tuple[Node, ...], faults: Faults) -> tuple[T, ...] | None:
    before = len(faults)
    read = [shape.read(node, faults) for node in nodes]
    return tuple(each for each in read if each is not None) if len(faults) == before else None
