"""Questions over tables: each table is a document ``ID.html``, the gold cells are expected."""

from collections.abc import Iterator
from pathlib import Path

from evals.adapters.row import Row, line_rows
from evals.suite import Case, Gold


def table_cases(path: Path) -> Iterator[Case | None]:
    """Yield a case a line of ``dev_questions.jsonl`` or ``train_questions.jsonl``; none where all gold cells are empty.

    Raises:
        InvalidInput: A line is not as described.
    """
    yield from (_case(row) for row in line_rows(path))


def _case(row: Row) -> Case | None:
    cells = tuple(dict.fromkeys(text.strip() for text in row.texts("gold_text") if text.strip()))
    name, question, kind, table = (row.text(field) for field in ("qid", "question", "type", "table_id"))
    return Case(name, question, kind, cells, (Gold(f"{table}.html", cells[0]),)) if cells else None
