"""Coverage of table facts: is the gold value of a question in the store, and under its row's and column's names?

A fact holds a gold cell when its value is the cell's text; it holds it with headers when its subject, attribute and
conditions together also name every judged row and column header.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.fact import Fact
from core.settings import load_settings
from core.text import fold
from evals.facts.header_match import lacking, words_of
from evals.facts.table_facts import TableFacts, load_table, plain
from evals.facts.table_gold import JUDGED, GoldCell, read_gold, read_tables

ROOT = Path(__file__).resolve().parent.parent.parent
SHARED = ROOT.parent / "shared"
TARGETS: Mapping[str, float] = {"vertical": 0.97, "horizontal": 0.97, "hierarchical": 0.90, "complex": 0.90}
Kind = Literal["parse", "value", "row", "column", "row and column"]


@dataclass(frozen=True, slots=True)
class Miss:
    """A gold cell that is not held with its headers.

    ``kind``: parser or cutting lost the cell, no fact has the value, or every fact with the value lacks row or column
    headers; ``lacks`` are those the nearest fact lacks. ``as_subject``: a name was asked for, and a fact about it
    holds what tells it.
    """

    gold: GoldCell
    kind: Kind
    lacks: tuple[str, ...] = ()
    as_subject: bool = False


@dataclass(frozen=True, slots=True)
class TypeCoverage:
    """Counts of one type of table. ``with_headers`` is ``None`` where no headers were judged.

    Two hints of false facts: ``echoes`` are facts whose value is itself a judged header of its table; ``swapped``
    are cells held only in facts that take the name of a field (see ``GoldCell.field``) for the subject.
    """

    tables: int
    facts: int
    cells: int
    with_value: int
    with_headers: int | None = None
    echoes: int = 0
    swapped: int = 0

    def share(self, count: int) -> float:
        """Return ``count`` as a share of the cells, 0–1."""
        return count / self.cells if self.cells else 1.0


@dataclass(frozen=True, slots=True)
class TableCoverage:
    """Coverage per type of table, and every miss. Questions with broken gold are only counted, as ``broken``."""

    by_type: Mapping[str, TypeCoverage]
    misses: tuple[Miss, ...]
    asks_name: int
    broken: int


def table_coverage(shared: Path = SHARED, split: str = "dev", judged: Path | None = None) -> TableCoverage:
    """Measure the coverage of the public tables of ``split`` (``dev``; ``train`` has no judged headers).

    Args:
        shared: Folder that holds ``data/tables``.
        split: Part of the data.
        judged: Judgements of the headers; the project's own for ``dev``, else none.

    Raises:
        InvalidInput: The data are not there, or do not fit the judgements.
    """
    # Settings of this machine must not move the figures.
    settings = load_settings(home=ROOT / "build", _env_file=None)
    judged = judged or (JUDGED if split == "dev" else None)
    tables = read_tables(shared, split)
    gold = read_gold(shared, split, tables, judged)
    loaded = {table.id: load_table(table.html, table.id, settings) for table in tables.values()}
    usable = [cell for cell in gold if not cell.broken]
    misses = [miss for cell in usable if (miss := missed(cell, loaded[cell.table_id]))]
    by_type: dict[str, TypeCoverage] = {}
    for kind in TARGETS:
        of_type = {table.id: loaded[table.id] for table in tables.values() if table.type == kind}
        by_type[kind] = type_coverage(
            of_type, [c for c in usable if c.type == kind], [m for m in misses if m.gold.type == kind], bool(judged)
        )
    return TableCoverage(by_type, tuple(misses), sum(c.asks_name for c in usable), len(gold) - len(usable))


def missed(gold: GoldCell, table: TableFacts) -> Miss | None:
    """Return how the gold cell is missed, or ``None`` when a fact holds it with all its headers."""
    value = plain(gold.value)
    holders = [words_of(fact) for fact in table.facts if plain(fact.value) == value]
    as_subject = gold.asks_name and any(_tells(fact, gold) for fact in table.facts)
    if not holders:
        arrived = any(value in text for text in table.texts)
        return Miss(gold, "value" if arrived else "parse", as_subject=as_subject)
    row, col = min(
        ((lacking(gold.row, words), lacking(gold.col, words)) for words in holders),
        key=lambda lacks: len(lacks[0]) + len(lacks[1]),
    )
    if not row and not col:
        return None
    kind: Kind = "row and column" if row and col else "row" if row else "column"
    return Miss(gold, kind, (*row, *col), as_subject)


def type_coverage(
    tables: Mapping[str, TableFacts], gold: Sequence[GoldCell], misses: Sequence[Miss], judged: bool
) -> TypeCoverage:
    """Count one type of table; ``tables`` by id, ``misses`` those of ``gold``."""
    kinds = Counter(miss.kind for miss in misses)
    return TypeCoverage(
        tables=len(tables),
        facts=sum(len(table.facts) for table in tables.values()),
        cells=len(gold),
        with_value=len(gold) - kinds["parse"] - kinds["value"],
        with_headers=len(gold) - len(misses) if judged else None,
        echoes=sum(echoes(table.facts, [c for c in gold if c.table_id == name]) for name, table in tables.items()),
        swapped=sum(swapped(cell, tables[cell.table_id].facts) for cell in gold),
    )


def echoes(facts: Sequence[Fact], gold: Sequence[GoldCell]) -> int:
    """Return how many of a table's facts have one of its judged headers as their value."""
    headers = {fold(text) for cell in gold for text in (cell.col if cell.asks_name else (*cell.row, *cell.col))}
    # What a question picks its row by is a value, and may well stand in a fact of its own.
    values = {fold(text) for cell in gold if cell.asks_name or cell.by_value for text in cell.row}
    return sum(fold(fact.value) in headers - values for fact in facts)


def swapped(gold: GoldCell, facts: Sequence[Fact]) -> bool:
    """Return whether the facts with the value have the name of its field as their subject, and none as attribute."""
    if not gold.field:
        return False
    holders = [fact for fact in facts if plain(fact.value) == plain(gold.value)]
    named = [fact for fact in holders if not lacking([gold.field], fold(fact.attribute))]
    return not named and any(not lacking([gold.field], fold(fact.subject)) for fact in holders)


def _tells(fact: Fact, gold: GoldCell) -> bool:
    return fold(fact.subject) == fold(gold.value) and not lacking(gold.row, f"{words_of(fact)}\n{fold(fact.value)}")
