"""A YAML list as nodes: every word as it is written (00123, 1E5, 2024-01-01, yes), nothing built from tags."""

import re
from collections.abc import Iterator

import yaml

from core.errors import InvalidInput
from evals.suite_files.node import Kind, Node, Place, named_nodes, too_deep

NUMBER = re.compile(
    r"(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
    r"|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$"
)
_TAG = "tag:yaml.org,2002:"
NUMBER_TAG, NUMBER_STARTS = f"{_TAG}float", list("-+.0123456789")
_KINDS: dict[str, Kind] = {"str": "text", "float": "number", "int": "number", "null": "null"}
_LIST = "- id: Q1\n  question: …"
# Text without aliases never has more nodes than characters.
_SPARE = 100_000


class _AsWritten(yaml.SafeLoader):
    """Knows null, merging and numbers (of YAML 1.2, as editors do); everything else is text."""

    yaml_implicit_resolvers = {  # noqa: RUF012 (so the library declares it)
        first: [pair for pair in pairs if pair[0] in (f"{_TAG}null", f"{_TAG}merge")]
        for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


_AsWritten.add_implicit_resolver(NUMBER_TAG, NUMBER, NUMBER_STARTS)


def yaml_nodes(text: str, name: str) -> Iterator[Node]:
    """Yield the entries of the list in ``text``; ``name`` is the file's.

    Raises:
        InvalidInput: It is not YAML, no list, or unfolds without end.
    """
    top = _composed(text, name)
    if top is None:
        return
    if not isinstance(top, yaml.SequenceNode):
        raise _no_list(top, name)
    unfolding = _Unfolding(len(text) + _SPARE, name)
    for number, entry in enumerate(top.value, start=1):
        yield unfolding.node(entry, Place(f"{name}[{number}]").at(_line(entry)), 0)


def _composed(text: str, name: str) -> yaml.Node | None:
    try:
        return yaml.compose(text, Loader=_AsWritten)
    except RecursionError as error:
        raise too_deep(name) from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, int(error.position)) + 1
        words = f"not valid YAML: the character U+{int(error.character):04X} is not allowed"
        raise InvalidInput(words, place=str(Place(name, line)), advice="take it away") from error
    except (ValueError, OverflowError) as error:
        advice = "an escape such as \\U00110000 stands for no character; take it away"
        raise InvalidInput(f"not valid YAML: {error}", place=name, advice=advice) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(name, mark.line + 1 if mark else None)
        advice = "check blanks, brackets and quotes there; quote words that hold ': ', ' #' or begin with a sign"
        raise InvalidInput(f"not valid YAML: {error.problem or error}", place=str(place), advice=advice) from error


def _no_list(top: yaml.Node, name: str) -> InvalidInput:
    found = "a mapping" if isinstance(top, yaml.MappingNode) else "text"
    advice = f"write a list, one entry a question:\n{_LIST}"
    if isinstance(top, yaml.MappingNode) and len(top.value) == 1 and isinstance(top.value[0][1], yaml.SequenceNode):
        advice = f"take the line '{top.value[0][0].value}:' away, so that the list itself stands at the top"
    return InvalidInput(f"expected a list of questions, found {found}", place=name, advice=advice)


class _Unfolding:
    """Turns composed YAML into nodes; an alias is unfolded where it stands, up to a number of nodes in all."""

    def __init__(self, most: int, name: str) -> None:
        self._left = most
        self._name = name

    def node(self, found: yaml.Node, place: Place, level: int) -> Node:
        self._left -= 1
        if self._left < 0:
            advice = "write the values out, or let fewer aliases refer to lists of aliases"
            raise InvalidInput("aliases unfold into more than a suite can be", place=self._name, advice=advice)
        plain = found.tag.removeprefix(_TAG)
        if isinstance(found, yaml.SequenceNode) and plain == "seq":
            below = place.deeper(level)
            items = enumerate(found.value, start=1)
            read = (self.node(item, place.numbered(number).at(_line(item)), below) for number, item in items)
            return Node("list", place, items=tuple(read))
        if isinstance(found, yaml.MappingNode) and plain == "map":
            own = list(self._own(found, place, level))
            names = {name for name, _ in own}
            merged = {name: node for name, node in self._merged(found, place, level) if name not in names}
            return named_nodes([*own, *merged.items()], place)
        if isinstance(found, yaml.ScalarNode) and plain in _KINDS:
            return Node(_KINDS[plain], place, found.value)
        return Node("wrong", place, f"the tag {found.tag.replace(_TAG, '!!')} is not read")

    def _own(self, mapping: yaml.MappingNode, place: Place, level: int) -> Iterator[tuple[str, Node]]:
        for key, value in mapping.value:
            if key.tag == f"{_TAG}merge":
                continue
            name = key.value if isinstance(key, yaml.ScalarNode) and key.tag.startswith(_TAG) else "?"
            yield name, self.node(value, place.named(name).at(_line(key)), place.deeper(level))

    def _merged(self, mapping: yaml.MappingNode, place: Place, level: int) -> Iterator[tuple[str, Node]]:
        """Yield what ``<<`` brings in; of several mappings the first to have a name gives it."""
        for key, value in reversed(mapping.value):
            if key.tag == f"{_TAG}merge":
                for source in reversed(value.value) if isinstance(value, yaml.SequenceNode) else [value]:
                    node = self.node(source, place, place.deeper(level))
                    yield from node.fields if node.kind == "mapping" else [("<<", node)]


def _line(node: yaml.Node) -> int | None:
    return node.start_mark.line + 1 if node.start_mark else None
