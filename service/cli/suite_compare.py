"""``dianmian suite compare`` and ``schema``: what a suite says beside another, and what it may say."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from service.cli.evaluate_room import room
from service.cli.options import JsonFlag
from service.cli.output import print_json, say

ASuite = Annotated[Path, typer.Argument(help="评测集 A suite (YAML, JSON or JSON lines).", show_default=False)]


def compare(old: ASuite, new: ASuite, as_json: JsonFlag = False) -> None:
    """对比两份评测集 Compare two suites: questions added, removed, renamed, changed field by field."""
    read = room("suite").read_suite
    comparing = room("suite_files.comparison")
    found = comparing.compare_suites(read(old), read(new))
    view = comparing.comparison_view(found)
    print_json({"old": str(old), "new": str(new), **view}) if as_json else say(*_lines(view))


def schema(
    entry: Annotated[bool, typer.Option("--entry", help="只要一题的 Of one entry, a line of JSON lines.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """评测集的 JSON Schema Print the JSON Schema (2020-12) of a suite, for editors and checkers."""
    schemas = room("suite_files.schema")
    # A schema is JSON whichever way it is asked for.
    del as_json
    print_json(schemas.entry_schema() if entry else schemas.suite_schema())


def _lines(view: dict[str, Any]) -> list[str]:
    lines = [f"+ {case['id']} {case['question']}" for case in view["added"]]
    lines += [f"- {case['id']} {case['question']}" for case in view["removed"]]
    lines += [f"→ {one['old']} → {one['new']}" for one in view["renamed"]]
    for change in view["changed"]:
        for name, sides in change["fields"].items():
            lines.append(f"~ {change['id']} {name}: {_short(sides['old'])} → {_short(sides['new'])}")
    counts = (len(view[name]) for name in ("added", "removed", "renamed", "changed"))
    words = ("新增 added", "删除 removed", "改号 renamed", "修改 changed")
    told = [f"{word} {count}" for word, count in zip(words, counts, strict=True)]
    return [*lines, f"{'，'.join(told)}，未变 unchanged {view['unchanged']}"]


def _short(value: Any) -> str:
    return "—" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
