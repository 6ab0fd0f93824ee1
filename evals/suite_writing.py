"""Writing a suite, in the form it is read in."""

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from core.errors import Conflict, InvalidInput
from evals.suite_files.case import Case
from evals.suite_files.source import checked_ending
from evals.suite_files.yaml_nodes import NUMBER, NUMBER_STARTS, NUMBER_TAG

_HEADER = "# {title}\n# Drafted by program: check every question, value and place before it judges anything.\n"
_NO_FILE_NAME = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]')
_RARE_ENDS = re.compile("[\r\x85\u2028\u2029]")
# Of the 255 bytes a file's name may have, what the ending and a numbered copy leave.
_LONGEST_STEM = 200


class _Dumper(yaml.SafeDumper):
    """Quotes what would be read as a number by editors of YAML 1.2, too."""


def _words(dumper: _Dumper, text: str) -> yaml.Node:
    """Escape the rarer ends of lines: written as they are, they are read as another one."""
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if _RARE_ENDS.search(text) else None)


_Dumper.add_representer(str, _words)
_Dumper.add_implicit_resolver(NUMBER_TAG, NUMBER, NUMBER_STARTS)


def entry_of(case: Case) -> dict[str, Any]:
    """Return ``case`` as one entry of a suite file; what is empty is left out."""
    first, *others = case.golds or (None,)
    entry: dict[str, Any] = {"id": case.id, "question": case.question, "kind": case.kind}
    if first is not None:
        entry |= {"expect": list(case.expect), "document": first.document, "anchor": first.anchor}
    if others:
        entry["also"] = [[gold.document, gold.anchor] for gold in others if gold is not None]
    if case.texts:
        entry["text"] = [list(group) for group in case.texts]
    if case.facts:
        entry["facts"] = [[fact.subject, fact.attribute, fact.value] for fact in case.facts]
    return entry | ({"tags": list(case.tags)} if case.tags else {})


def destination(given: Path | None, stem: str, *, replace: bool) -> Path:
    """Return where a suite goes: ``given``, else ``STEM.suite.yaml`` in the working folder.

    Raises:
        InvalidInput: A suite of that ending would not be read.
        Conflict: The file is there, and is not to be replaced.
    """
    path = given or Path(f"{_as_file_name(stem)}.suite.yaml")
    checked_ending(path)
    if path.exists() and not replace:
        advice = "name another with --output, or replace it with --force"
        raise Conflict("there is such a file already", place=str(path), advice=advice)
    return path


def write_suite(cases: Sequence[Case], path: Path, title: str = "Questions") -> None:
    """Write ``cases`` as JSON lines, a JSON list or YAML with a header, as the ending of ``path`` tells.

    The file is there whole or not at all.

    Raises:
        InvalidInput: It cannot be written, or a question holds what no text can.
    """
    try:
        data = _text([entry_of(case) for case in cases], path.suffix.lower(), title).encode("utf-8")
    except UnicodeEncodeError as error:
        words = f"a question holds a character that is no text: U+{ord(error.object[error.start]):04X}"
        raise InvalidInput(words, place=str(path), advice="take it out of the source") from error
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, data)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InvalidInput(f"cannot be written: {reason}", place=str(path), advice="choose another file") from error


def _text(entries: Sequence[dict[str, Any]], ending: str, title: str) -> str:
    if ending == ".jsonl":
        return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)
    if ending == ".json":
        return json.dumps(entries, ensure_ascii=False, indent=1) + "\n"
    body = yaml.dump(
        entries, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=110, default_flow_style=None
    )  # fmt: skip
    return _HEADER.format(title=" ".join(title.split())) + str(body)


def _replace(path: Path, data: bytes) -> None:
    beside = path.with_name(f".suite-{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path.resolve())
    finally:
        beside.unlink(missing_ok=True)


def _as_file_name(stem: str) -> str:
    name = _NO_FILE_NAME.sub("_", stem).lstrip(".").strip()
    return name.encode()[:_LONGEST_STEM].decode(errors="ignore") or "questions"
