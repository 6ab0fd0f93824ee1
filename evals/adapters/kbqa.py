"""Knowledge-base questions: subject, attribute and value, over all triples loaded as ``kbqa.json``."""

from collections.abc import Iterator
from pathlib import Path

from evals.adapters.row import Row, line_rows
from evals.suite import Case, Gold, GoldFact

_DOCUMENT = "kbqa.json"


def kbqa_cases(path: Path) -> Iterator[Case | None]:
    """Yield a case a line of ``train.jsonl``; none where subject, attribute or value is empty: no fact says so little.

    Raises:
        InvalidInput: A line is not as described.
    """
    yield from (_case(row) for row in line_rows(path))


def _case(row: Row) -> Case | None:
    subject, attribute, value = (row.text(name, blank=True) for name in ("subject", "attribute", "value"))
    name, question = row.text("qid"), row.text("question")
    if not (subject.strip() and attribute.strip() and value.strip()):
        return None
    fact = GoldFact(subject, attribute, value)
    return Case(name, question, "lookup", (value,), (Gold(_DOCUMENT, subject),), facts=(fact,))
