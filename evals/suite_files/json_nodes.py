"""JSON lines, or a JSON list, as nodes: numbers as they are written."""

import json
import re
from collections.abc import Iterator
from typing import Any

from core.errors import InvalidInput
from evals.suite_files.node import Kind, Node, Place, named_nodes, too_deep

_BLANK = re.compile(r"[ \t\r\n]*")
_ADVICE = "check quotes, commas and brackets there"


class _Number(str):
    """The characters of a number."""


class _Constant(str):
    """``NaN`` or ``Infinity``, which Python reads and JSON does not know."""


class _Pairs(tuple[tuple[str, Any], ...]):
    """The fields of an object, in order, those that stand there twice included."""


def json_line_nodes(text: str, name: str) -> Iterator[Node | InvalidInput]:
    """Yield the entry of each line that is not blank, or what is wrong with it; ``name`` is the file's."""
    for number, line in enumerate(text.split("\n"), start=1):
        place = Place(name, number)
        if line.strip():
            try:
                yield _node(_DECODER.decode(line), place, 0)
            except InvalidInput as error:
                yield error
            except RecursionError:
                yield too_deep(str(place))
            except json.JSONDecodeError as error:
                whole = "a list that goes over several lines belongs into a file that ends in .json"
                advice = f"write one object a line; {whole if line.strip() in ('[', '{') else _ADVICE}"
                words = f"not JSON: {error.msg} (character {error.pos + 1})"
                yield InvalidInput(words, place=str(place), advice=advice)


def json_list_nodes(text: str, name: str) -> Iterator[Node]:
    """Yield the entries of the list in ``text``; ``name`` is the file's.

    Raises:
        InvalidInput: It is not JSON, or no list.
    """
    at = _skip(text, 0)
    if at == len(text):
        return
    if text[at] != "[":
        advice = "write […]; one object a line belongs into a file that ends in .jsonl"
        raise InvalidInput("expected a list of questions", place=str(Place(name, _line(text, at))), advice=advice)
    number, line, counted, at = 0, 1, 0, _skip(text, at + 1)
    while text[at : at + 1] != "]":
        number, line, counted = number + 1, line + text.count("\n", counted, at), at
        entry, at = _item(text, at, Place(name, line))
        yield _node(entry, Place(f"{name}[{number}]", line), 0)
        at = _after(text, _skip(text, at), name)
    if (end := _skip(text, at + 1)) < len(text):
        raise _not_json(text, end, "something stands after the list", name)


def _item(text: str, at: int, place: Place) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise _not_json(text, error.pos, error.msg, place.file) from error
    except RecursionError as error:
        raise too_deep(str(place)) from error


def _after(text: str, at: int, name: str) -> int:
    """Return where the next item begins, or the end of the list stands."""
    if text[at : at + 1] == "]":
        return at
    if text[at : at + 1] != ",":
        raise _not_json(text, at, "expected ',' or ']'", name)
    at = _skip(text, at + 1)
    if text[at : at + 1] == "]":
        raise _not_json(text, at, "a comma too many", name)
    return at


def json_node(text: str, name: str) -> Node:
    """Return the one value that ``text`` holds; ``name`` is the file's.

    Raises:
        InvalidInput: It is not JSON.
    """
    try:
        return _node(_DECODER.decode(text), Place(name), 0)
    except json.JSONDecodeError as error:
        raise _not_json(text, error.pos, error.msg, name) from error
    except RecursionError as error:
        raise too_deep(name) from error


def _node(value: Any, place: Place, level: int) -> Node:
    if isinstance(value, _Pairs):
        below = place.deeper(level)
        return named_nodes([(name, _node(part, place.named(name), below)) for name, part in value], place)
    if isinstance(value, list):
        below = place.deeper(level)
        items = (_node(part, place.numbered(number), below) for number, part in enumerate(value, start=1))
        return Node("list", place, items=tuple(items))
    if value is None or isinstance(value, bool):
        return Node("null" if value is None else "flag", place, json.dumps(value))
    kinds: dict[type, Kind] = {_Number: "number", _Constant: "flag"}
    return Node(kinds.get(type(value), "text"), place, str(value))


def _not_json(text: str, at: int, words: str, name: str) -> InvalidInput:
    return InvalidInput(f"not JSON: {words}", place=str(Place(name, _line(text, at))), advice=_ADVICE)


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


_DECODER = json.JSONDecoder(object_pairs_hook=_Pairs, parse_float=_Number, parse_int=_Number, parse_constant=_Constant)
