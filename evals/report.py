"""Figures as a table for people and a flat JSON file for programs."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from evals import figure_name as named
from evals.layers.layer import LAYERS
from evals.layers.record import CaseRecord

_RANKED = ("hit@1", "hit@5", "mrr@10", "ndcg@10")
DELIVERS: Mapping[str, Sequence[tuple[str, str]]] = {
    "extract": (("coverage", "structured.coverage"),),
    "structured": (
        ("fact hit", "structured.hit_rate"), ("fact first", "structured.accuracy"), ("exact", "structured.exact"),
    ),
    **{stage: tuple((name, f"{stage}.{name}") for name in _RANKED) for stage in ("vector", "keyword")},
    **{
        stage: (*((name, f"{stage}.{name}") for name in _RANKED), ("gain", f"{stage}.gain"))
        for stage in ("fusion", "rerank")
    },
    "answer": (
        ("value", named.VALUE), ("citation", named.CITATION), ("faithful", named.FAITHFULNESS),
    ),
}  # fmt: skip

COLUMNS = named.OF_ANSWERS


def print_table(title: str, figures: Mapping[str, float], kinds: Sequence[str]) -> None:
    """Print one row for all questions and one per kind."""
    table = Table(title=title)
    table.add_column("kind")
    for name in COLUMNS:
        table.add_column(name.replace("_", " "), justify="right")
    table.add_row("all", *(_shown(figures.get(name)) for name in COLUMNS))
    for kind in kinds:
        table.add_row(kind, *(_shown(figures.get(named.of_kind(kind, name))) for name in COLUMNS))
    Console(width=160).print(table)


def print_layers(title: str, figures: Mapping[str, float]) -> None:
    """Print what each layer delivered, and how many misses each one caused."""
    table = Table(title=f"{title}, layer by layer")
    for column in ("layer", "questions lost", "delivers"):
        table.add_column(column)
    for layer in LAYERS:
        own = [f"{name} {_shown(figures[full])}" for name, full in DELIVERS.get(layer, ()) if full in figures]
        table.add_row(layer, _shown(figures.get(named.of_layer(layer))), ", ".join(own))
    Console(width=160).print(table)


def print_misses(records: Sequence[CaseRecord]) -> None:
    """Print every case that is not right or not exact, with what was answered and which layer lost it."""
    console = Console(width=160)
    for record in records:
        if not record.missed:
            continue
        expected = " / ".join(record.expect) or "a refusal"
        verdict = f"{record.verdict.layer}: {record.verdict.evidence}" if record.verdict else "nothing lost"
        state = "right, but not by its fact" if record.right else "wrong"
        console.print(f"[{record.case_id}] {record.question} ({state})", markup=False)
        console.print(f"    expected {expected}; lost by {verdict}", markup=False)
        console.print("    " + record.answer.replace("\n", "\n    ")[:400], markup=False)


def write_json(path: Path, figures: Mapping[str, Any]) -> None:
    """Write figures as one JSON object: flat, name → number, or by system where several are measured."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(dict(figures), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _shown(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.0f}" if float(value).is_integer() and value > 1 else f"{value:.3g}"
