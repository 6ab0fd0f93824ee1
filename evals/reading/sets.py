"""Reading-comprehension sets as paragraphs and questions."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.text import simplify

SEED = 20240


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the id of the paragraph it was written about."""

    question: str
    paragraph: str


@dataclass(frozen=True, slots=True)
class ReadingSet:
    """Paragraph id → text, and the questions over them."""

    name: str
    paragraphs: dict[str, str]
    questions: tuple[Asked, ...]

    def drawn(self, count: int) -> tuple[tuple[Asked, ...], tuple[Asked, ...]]:
        """Return ``count`` questions drawn once for all, and those left, in the order of the draw."""
        shuffled = list(self.questions)
        random.Random(SEED).shuffle(shuffled)  # noqa: S311  a sample, not a secret
        return tuple(shuffled[:count]), tuple(shuffled[count:])


def read_cmrc(path: Path) -> ReadingSet:
    """Read CMRC 2018 (``cmrc2018_dev.json``): a list of paragraphs with their questions."""
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    paragraphs = {str(row["context_id"]): str(row["context_text"]) for row in rows}
    asked = tuple(Asked(qa["query_text"].strip(), str(row["context_id"])) for row in rows for qa in row["qas"])
    return ReadingSet("cmrc", paragraphs, asked)


def read_drcd(path: Path) -> ReadingSet:
    """Read DRCD (``DRCD_dev.json``, SQuAD form); questions are turned into simplified characters."""
    found = list(_drcd_paragraphs(json.loads(path.read_text(encoding="utf-8"))))
    asked = tuple(
        Asked(simplify(qa["question"].strip()), str(paragraph["id"])) for paragraph in found for qa in paragraph["qas"]
    )
    return ReadingSet("drcd", {str(paragraph["id"]): str(paragraph["context"]) for paragraph in found}, asked)


def _drcd_paragraphs(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for article in data["data"]:
        yield from article["paragraphs"]


def write_paragraphs(chosen: ReadingSet, folder: Path) -> None:
    """Write each paragraph to ``folder/ID.txt``, leaving files alone that hold it already."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in chosen.paragraphs.items():
        path = folder / f"{name}.txt"
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
