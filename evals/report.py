"""Figures as a table for people and a flat JSON file for programs."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from evals.answering import Result

_COLUMNS = (
    "questions", "accuracy", "value_accuracy", "headline_accuracy", "article_hit_at_1", "article_hit_at_5",
    "irrelevant_at_5", "refused_right", "refused_wrong", "answered_wrong",
)  # fmt: skip


def print_table(title: str, figures: Mapping[str, float], kinds: Sequence[str]) -> None:
    """Print one row for all questions and one per kind."""
    table = Table(title=title)
    table.add_column("kind")
    for name in _COLUMNS:
        table.add_column(name.replace("_", " "), justify="right")
    table.add_row("all", *(_shown(figures.get(name)) for name in _COLUMNS))
    for kind in kinds:
        table.add_row(kind, *(_shown(figures.get(f"{kind}.{name}")) for name in _COLUMNS))
    Console(width=160).print(table)


def print_misses(results: Sequence[Result]) -> None:
    """Print every case that is not right, with what was answered."""
    console = Console(width=160)
    for result in results:
        if result.right:
            continue
        lost = "value" if not result.value_right else "citation"
        expected = " / ".join(result.case.expect) or "a refusal"
        console.print(f"[{result.case.id}] {result.case.question}", markup=False)
        console.print(f"    expected {expected}; lost: {lost}; rank {result.rank}", markup=False)
        console.print("    " + result.answer.text.replace("\n", "\n    ")[:400], markup=False)


def write_json(path: Path, figures: Mapping[str, float]) -> None:
    """Write figures as one flat JSON object."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(dict(figures), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _shown(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.0f}" if float(value).is_integer() and value > 1 else f"{value:.3g}"
