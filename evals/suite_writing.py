"""Writing a suite, in the form it is read in."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from evals.suite import Case

_HEADER = "# {title}\n# Drafted by program: check every question, value and place before it judges anything.\n"


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


def write_suite(cases: Sequence[Case], path: Path, title: str = "Questions") -> None:
    """Write ``cases`` as JSON lines where ``path`` ends in ``.jsonl``, else as YAML with a header."""
    entries = [entry_of(case) for case in cases]
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".jsonl":
        text = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)
    else:
        body = yaml.safe_dump(entries, allow_unicode=True, sort_keys=False, width=110, default_flow_style=None)
        text = _HEADER.format(title=title) + body
    path.write_text(text, encoding="utf-8")
