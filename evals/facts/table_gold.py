"""Gold cells of the public table questions, with the header cells judged for them.

Cells are numbered in reading order, a merged cell once. ``judged/table_headers.jsonl`` holds only numbers: for each
gold cell the cells that name its row and its column. The texts come from the data itself, read here with the standard
library's parser, so that a fault of the project's own parser cannot hide in its gold.

A judgement has ``qid``, ``table_id``, ``cell``, ``row`` and ``col``; of a pair of key and value only the key is a
header and the other list is empty. ``asks_name``: the gold cell itself names the row, ``row`` are the cells that tell
it. ``by_value``: ``row`` are values by which the question picks the row. ``broken``: the data's gold is wrong,
``reason`` says how.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from core.errors import InvalidInput

JUDGED = Path(__file__).resolve().parent.parent / "judged" / "table_headers.jsonl"
TABLES = Path("data/tables")
_ADVICE = "judge this question again"


@dataclass(frozen=True, slots=True)
class GoldTable:
    """One table of the data. ``type`` is vertical, horizontal, hierarchical or complex."""

    id: str
    type: str
    html: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoldCell:
    """One gold cell. ``row`` and ``col`` are header texts; ``broken`` says why the data's gold is wrong, if it is."""

    qid: str
    table_id: str
    type: str
    cell: int
    value: str
    row: tuple[str, ...] = ()
    col: tuple[str, ...] = ()
    asks_name: bool = False
    by_value: bool = False
    broken: str = ""

    @property
    def field(self) -> str:
        """The row header that names a field: the key of a pair, or the row of a table whose fields run down."""
        return self.row[-1] if self.row and (not self.col or self.type == "horizontal") else ""


class _Cells(HTMLParser):
    """Collects the text of every cell in reading order."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002  the base's name
        if tag in ("td", "th"):
            self.texts.append("")
            self._inside = True

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.texts[-1] += data


def cell_texts(html: str) -> tuple[str, ...]:
    """Return the texts of all cells of one table in reading order, white space at the ends removed."""
    reader = _Cells()
    reader.feed(html)
    reader.close()
    return tuple(text.strip() for text in reader.texts)


def read_tables(shared: Path, split: str) -> dict[str, GoldTable]:
    """Return the tables of ``split`` (``dev``, ``train``) under the shared folder, by id.

    Raises:
        InvalidInput: The file is not there.
    """
    entries = _lines(shared / TABLES / f"{split}_tables.jsonl")
    return {e["table_id"]: GoldTable(e["table_id"], e["type"], e["html"], cell_texts(e["html"])) for e in entries}


def read_gold(
    shared: Path, split: str, tables: Mapping[str, GoldTable], judged: Path | None = None
) -> tuple[GoldCell, ...]:
    """Return the gold cell of every question that has exactly one; with header texts where ``judged`` is given.

    Raises:
        InvalidInput: A file is missing, or a question is not judged or not as the data are.
    """
    judgements = {entry["qid"]: entry for entry in _lines(judged)} if judged else None
    gold = []
    for question in _lines(shared / TABLES / f"{split}_questions.jsonl"):
        if question["type"] == "single_cell" and len(question["gold_cells"]) == 1:
            cell = _gold_cell(question, tables[question["table_id"]])
            gold.append(cell if judgements is None else _judged(cell, tables[cell.table_id], judgements))
    return tuple(gold)


def _gold_cell(question: Mapping[str, Any], table: GoldTable) -> GoldCell:
    value = question["gold_text"][0].strip()
    broken = "" if value else "empty"
    return GoldCell(question["qid"], table.id, table.type, question["gold_cells"][0], value, broken=broken)


def _judged(gold: GoldCell, table: GoldTable, judgements: Mapping[str, Mapping[str, Any]]) -> GoldCell:
    place = f"table headers: {gold.qid}"
    entry = judgements.get(gold.qid)
    if entry is None:
        raise InvalidInput("the question is not judged", place=place, advice=_ADVICE)
    headers = [*entry["row"], *entry["col"]]
    fits = entry["cell"] == gold.cell and entry["table_id"] == gold.table_id and gold.cell not in headers
    if not fits or not headers or not all(0 <= at < len(table.cells) and table.cells[at] for at in headers):
        raise InvalidInput("the judgement does not fit the data", place=place, advice=_ADVICE)
    return GoldCell(
        gold.qid,
        gold.table_id,
        gold.type,
        gold.cell,
        gold.value,
        row=tuple(table.cells[at] for at in entry["row"]),
        col=tuple(table.cells[at] for at in entry["col"]),
        asks_name=entry.get("asks_name", False),
        by_value=entry.get("by_value", False),
        broken=entry.get("reason", "broken") if entry.get("broken") else gold.broken,
    )


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if not path.is_file():
        raise InvalidInput("the file is not there", place=str(path), advice="put the shared data beside the project")
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)
