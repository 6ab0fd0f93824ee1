"""Questions without a settled answer at the end of a YAML suite: comments that become entries once filled in."""

import json
from collections.abc import Sequence
from pathlib import Path

from core.errors import InvalidInput
from evals.drafting.draft import OpenQuestion

_HEADER = (
    "\n# 以下问题当时的回答被评为不满意，今天的回答没有变好或无从比较。请填写 expect 和 document，再去掉行首的“# ”；"
    "文档中没有答案的写 kind: absent。\n"
    "# These questions were answered badly, and nothing shows that today's answer is better. Fill in expect and\n"
    "# document and take away the leading “# ”; where the documents hold no answer, write kind: absent alone.\n"
)
_SHOWN = 120


def append_open(questions: Sequence[OpenQuestion], path: Path) -> bool:
    """Write ``questions`` below the suite in ``path``; return whether its form has room for them (JSON has none).

    Raises:
        InvalidInput: The file cannot be written.
    """
    if path.suffix.lower() not in (".yaml", ".yml"):
        return False
    if questions:
        entries = "".join(_entry(f"U{at:03}", question) for at, question in enumerate(questions, start=1))
        try:
            with path.open("a", encoding="utf-8") as file:
                file.write(_HEADER + entries)
        except OSError as error:
            raise InvalidInput(f"cannot be written: {error.strerror}", place=str(path)) from error
    return True


def _entry(name: str, question: OpenQuestion) -> str:
    lines = (
        f"# 当时 then: {_line(question.answered_then) or '—'}",
        f"# 今天 today: {_line(question.answered_today) or '—'}",
        f"# - id: {name}",
        # A quoted string of JSON is one of YAML, whatever the question holds.
        f"#   question: {json.dumps(question.question, ensure_ascii=False)}",
        "#   kind: lookup",
        "#   expect: []",
        '#   document: ""',
        "#   tags: [draft, log, disliked]",
    )
    return "\n" + "\n".join(lines) + "\n"


def _line(text: str) -> str:
    """Keep to one line of printable characters: an answer must not leave its comment."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
