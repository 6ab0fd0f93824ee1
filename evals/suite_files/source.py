"""The text of a suite file, and its entries by the form its name tells."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from core.errors import InvalidInput
from evals.suite_files.json_nodes import json_line_nodes, json_list_nodes
from evals.suite_files.node import Node, Place
from evals.suite_files.yaml_nodes import yaml_nodes

Reader = Callable[[str, str], Iterable[Node | InvalidInput]]
READERS: Mapping[str, Reader] = {
    ".yaml": yaml_nodes,
    ".yml": yaml_nodes,
    ".json": json_list_nodes,
    ".jsonl": json_line_nodes,
}


def read_nodes(path: Path) -> tuple[Node | InvalidInput, ...]:
    """Return every entry of ``path``, or what is wrong where one should stand.

    Raises:
        InvalidInput: The file cannot be read, is of another form than its name says, or holds no question.
    """
    text = read_text(path)
    nodes = tuple(READERS[checked_ending(path)](text, path.name))
    if not nodes:
        raise InvalidInput("there is no question in it", place=path.name, advice="write an entry a question")
    return nodes


def checked_ending(path: Path) -> str:
    """Return the ending that tells the form of ``path``.

    Raises:
        InvalidInput: It tells none.
    """
    ending = path.suffix.lower()
    if ending not in READERS:
        advice = "let its name end in .yaml, .jsonl (one object a line) or .json (one list)"
        named = ending or "a file without an ending"
        raise InvalidInput(f"a suite is neither read from nor written to {named}", place=path.name, advice=advice)
    return ending


def read_text(path: Path, noun: str = "suite") -> str:
    """Return the text of ``path`` without a byte order mark, lines ending in a line feed.

    Raises:
        InvalidInput: There is no such file, it cannot be opened, or it is not UTF-8; the line is named.
    """
    if not path.is_file():
        advice = "name a file; this is a folder" if path.is_dir() else "check the path"
        raise InvalidInput(f"no such {noun}", place=str(path), advice=advice)
    try:
        data = path.read_bytes()
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InvalidInput(f"cannot be read: {reason}", place=str(path), advice="check its permissions") from error
    except UnicodeDecodeError as error:
        place = Place(path.name, data.count(b"\n", 0, error.start) + 1)
        raise InvalidInput("not UTF-8", place=str(place), advice="save the file as UTF-8") from error
