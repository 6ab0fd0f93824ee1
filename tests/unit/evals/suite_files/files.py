"""Suites written by hand for a test, and what is told of them."""

import json
from pathlib import Path

from evals.suite import Case, read_leniently

GOOD = {
    "id": "L1",
    "question": "保修多久？",
    "kind": "lookup",
    "expect": ["12个月"],
    "document": "保修.md",
    "anchor": "第三条",
}
ABSENT = {"id": "N1", "question": "能飞吗", "kind": "absent"}


def told(folder: Path, *entries: object, name: str = "suite.jsonl") -> list[str]:
    """Return every fault of a suite of ``entries``, as a person reads it."""
    text = "\n".join(entry if isinstance(entry, str) else json.dumps(entry, ensure_ascii=False) for entry in entries)
    return told_of(folder, text, name)


def told_of(folder: Path, text: str | bytes, name: str) -> list[str]:
    """Return every fault of a file that holds ``text``."""
    return [str(fault) for fault in read_leniently(written(folder, text, name))[1]]


def only(folder: Path, text: str | bytes, name: str = "a.yaml") -> Case:
    """Return the only case of a file without faults."""
    cases, faults = read_leniently(written(folder, text, name))
    assert [str(fault) for fault in faults] == []
    (case,) = cases
    return case


def written(folder: Path, text: str | bytes, name: str) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path
