"""Questions over tables: each table is a document ``ID.html``, the gold cells are expected."""

import json
from pathlib import Path

from evals.suite import Case, Gold


def table_cases(path: Path) -> tuple[Case, ...]:
    """Read ``dev_questions.jsonl`` or ``train_questions.jsonl``; questions whose gold cells are empty are left out."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    cases = (_case(row["qid"], row["question"], row["type"], row["table_id"], row["gold_text"]) for row in rows)
    return tuple(case for case in cases if case.expect)


def _case(name: str, question: str, kind: str, table: str, texts: list[str]) -> Case:
    cells = tuple(dict.fromkeys(text.strip() for text in texts if text.strip()))
    golds = (Gold(f"{table}.html", cells[0]),) if cells else ()
    return Case(str(name), question, kind, cells, golds)
