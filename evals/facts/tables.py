"""Prints how many gold cells of the public tables are held as facts, per type of table.

Run: ``python -m evals.facts.tables [SHARED] [--misses] [--train]``
"""

import argparse
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table as Printed

from evals.facts.table_coverage import SHARED, TARGETS, Miss, TableCoverage, TypeCoverage, table_coverage

__all__ = ["Miss", "TableCoverage", "TypeCoverage", "figures", "main", "print_coverage", "table_coverage"]


def figures(coverage: TableCoverage) -> dict[str, float]:
    """Return the coverage as flat figures: ``with_value`` and ``with_headers`` are shares, 0–1; the rest counts."""
    flat: dict[str, float] = {"tables.asks_name": coverage.asks_name, "tables.broken": coverage.broken}
    for kind, part in coverage.by_type.items():
        flat[f"tables.{kind}.cells"] = part.cells
        flat[f"tables.{kind}.with_value"] = round(part.share(part.with_value), 4)
        if part.with_headers is not None:
            flat[f"tables.{kind}.with_headers"] = round(part.share(part.with_headers), 4)
        flat[f"tables.{kind}.facts_per_table"] = round(part.facts / part.tables, 1) if part.tables else 0.0
        flat |= {f"tables.{kind}.echoes": part.echoes, f"tables.{kind}.swapped": part.swapped}
    return flat


def print_coverage(coverage: TableCoverage, *, misses: bool = False) -> None:
    """Print one row per type of table beside its target, the kinds of misses, and every miss when ``misses``."""
    console = Console(width=160)
    if misses:
        for miss in coverage.misses:
            console.print(_line(miss), markup=False, highlight=False)
    table = Printed(
        "type", "cells", "value", "value + headers", "target", "tables", "facts per table", "echoes", "swapped"
    )
    for kind, part in coverage.by_type.items():
        headers = "" if part.with_headers is None else f"{part.share(part.with_headers):.1%}"
        per_table = part.facts / part.tables if part.tables else 0.0
        counts = (str(part.tables), f"{per_table:.1f}", str(part.echoes), str(part.swapped))
        value = f"{part.share(part.with_value):.1%}"
        table.add_row(kind, str(part.cells), value, headers, f"{TARGETS[kind]:.0%}", *counts)
    console.print(table)
    kinds = Counter(miss.kind for miss in coverage.misses)
    asked = f"{coverage.asks_name} (missed but held as a subject: {sum(miss.as_subject for miss in coverage.misses)})"
    console.print(f"misses by kind: {dict(kinds)}; asks a name: {asked}; broken gold: {coverage.broken}")


def _line(miss: Miss) -> str:
    gold = miss.gold
    lacks = f" lacks {' / '.join(miss.lacks)}" if miss.lacks else ""
    return f"[{gold.type}] {gold.table_id} cell {gold.cell} ({gold.qid}): {miss.kind}: {gold.value[:40]}{lacks}"


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Measure, print, and return the figures; empty where the data are not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--misses", action="store_true", help="print every miss")
    parser.add_argument("--train", action="store_true", help="the train tables: values only, no headers are judged")
    given = parser.parse_args(arguments)
    if not (given.shared / "data" / "tables").is_dir():
        Console().print(f"{given.shared} has no data/tables, table facts are not measured")
        return {}
    coverage = table_coverage(given.shared, "train" if given.train else "dev")
    print_coverage(coverage, misses=given.misses)
    return figures(coverage)


if __name__ == "__main__":
    main()
