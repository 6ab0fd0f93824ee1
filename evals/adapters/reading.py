"""CMRC 2018 and DRCD: each paragraph is a document ``ID.txt``, the answer a stretch of it."""

import json
from pathlib import Path

from core.text import simplify
from evals.suite import Case, Gold


def cmrc_cases(path: Path) -> tuple[Case, ...]:
    """Read ``cmrc2018_dev.json``; the first answer of each question is expected."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    return tuple(
        _case(str(qa["query_id"]), qa["query_text"], str(qa["answers"][0]), str(row["context_id"]))
        for row in rows
        for qa in row["qas"]
    )


def drcd_cases(path: Path) -> tuple[Case, ...]:
    """Read ``DRCD_dev.json``; questions are turned into simplified characters, answers stay as they are."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return tuple(
        _case(str(qa["id"]), simplify(qa["question"]), str(qa["answers"][0]["text"]), str(paragraph["id"]))
        for article in data["data"]
        for paragraph in article["paragraphs"]
        for qa in paragraph["qas"]
    )


def _case(name: str, question: str, answer: str, paragraph: str) -> Case:
    return Case(name, question.strip(), "reading", (answer,), (Gold(f"{paragraph}.txt", answer),), ((answer,),))
