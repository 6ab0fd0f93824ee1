"""The public questions over tables: all of them, whatever the number of cells they ask for."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import InvalidInput
from evals.facts.table_gold import JUDGED, TABLES


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """One question. ``gold`` are the texts of the cells asked for, ``kind`` how many they are (``single_cell`` …).

    ``row`` and ``col`` are the numbers of the cells that name the gold cell, where they were judged; ``broken`` says
    that the data's gold is wrong or empty.
    """

    qid: str
    table_id: str
    text: str
    kind: str
    gold: tuple[str, ...]
    row: tuple[int, ...] = ()
    col: tuple[int, ...] = ()
    broken: bool = False

    @property
    def single(self) -> bool:
        return self.kind == "single_cell"


def read_questions(shared: Path, split: str, judged: Path = JUDGED) -> tuple[TableQuestion, ...]:
    """Return the questions of ``split`` under the shared folder, with the judged headers where there are some.

    Raises:
        InvalidInput: A file is not there.
    """
    judgements = {entry["qid"]: entry for entry in _lines(judged)}
    rows = _lines(shared / TABLES / f"{split}_questions.jsonl")
    return tuple(_question(row, judgements.get(row["qid"], {})) for row in rows)


def _question(row: dict[str, Any], judgement: dict[str, Any]) -> TableQuestion:
    gold = tuple(text.strip() for text in row["gold_text"])
    return TableQuestion(
        row["qid"],
        row["table_id"],
        row["question"],
        row["type"],
        gold,
        tuple(judgement.get("row", ())),
        tuple(judgement.get("col", ())),
        broken=bool(judgement.get("broken")) or not any(gold),
    )


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if not path.is_file():
        raise InvalidInput("the file is not there", place=str(path), advice="put the shared data beside the project")
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())
