"""CMRC 2018 and DRCD: each paragraph is a document ``ID.txt``, the answer a stretch of it."""

from collections.abc import Iterator
from pathlib import Path

from core.errors import InvalidInput
from core.text import simplify
from evals.adapters.row import Row, list_rows, whole_row
from evals.suite import Case, Gold


def cmrc_cases(path: Path) -> Iterator[Case]:
    """Yield the questions of ``cmrc2018_dev.json``; the first answer of each is expected.

    Raises:
        InvalidInput: The file is not as described.
    """
    for paragraph in list_rows(path):
        for asked in paragraph.rows("qas"):
            answer = _first(asked.texts("answers"), asked)
            yield _case(asked.text("query_id"), asked.text("query_text"), answer, paragraph.text("context_id"))


def drcd_cases(path: Path) -> Iterator[Case]:
    """Yield the questions of ``DRCD_dev.json`` in simplified characters; answers stay as they are.

    Raises:
        InvalidInput: The file is not as described.
    """
    for article in whole_row(path).rows("data"):
        for paragraph in article.rows("paragraphs"):
            for asked in paragraph.rows("qas"):
                answer = _first(tuple(each.text("text") for each in asked.rows("answers")), asked)
                yield _case(asked.text("id"), simplify(asked.text("question")), answer, paragraph.text("id"))


def _first(answers: tuple[str, ...], asked: Row) -> str:
    if not answers or not answers[0].strip():
        raise InvalidInput("there is no answer", place=str(asked.node.place.named("answers")))
    return answers[0]


def _case(name: str, question: str, answer: str, paragraph: str) -> Case:
    return Case(name, question.strip(), "reading", (answer,), (Gold(f"{paragraph}.txt", answer),), ((answer,),))
