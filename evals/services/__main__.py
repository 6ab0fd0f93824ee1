"""Measure questions over a database: filters, sorting, counting, comparing, yes or no.

Run: ``python -m evals.services [SHARED] [--misses]``
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.table import Table

from core.answer import Answer
from core.settings import load_settings
from evals.report import write_json
from evals.services.gold import TABLES, read_tables
from evals.services.scoring import RIGHT, fault
from evals.services.suite import Case, read_cases
from service.wiring import Application, open_application

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
SUITE = ROOT / "evals" / "suites" / "services.yaml"
OUTPUT = ROOT / "build" / "eval-services.json"
KB, TARGET = "eval-services", 1.0
_FILES = (*TABLES, "metro")


@dataclass(frozen=True, slots=True)
class Scored:
    """One question with its answer and what is wrong with it."""

    case: Case
    answer: Answer
    fault: str
    milliseconds: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Load, ask, print and write ``build/eval-services.json``; exit code 1 when the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--misses", action="store_true", help="print every wrong answer")
    given = parser.parse_args(arguments)
    folder = given.shared / "data" / "services"
    if not folder.is_dir():
        print(f"services: not measured, {folder} is absent", file=sys.stderr)
        return 0
    cases = read_cases(SUITE, read_tables(folder))
    with open_application(load_settings()) as application:
        report = application.loader.load(KB, [folder / f"{name}_db.json" for name in _FILES])
        scored = _ask_all(application, cases)
    figures = _figures(scored) | {"facts": report.totals["facts"], "load_seconds": report.seconds["total"]}
    _print(Console(width=140), figures, scored, misses=given.misses)
    write_json(OUTPUT, figures)
    return 0 if figures["accuracy"] >= TARGET else 1


def _ask_all(application: Application, cases: Sequence[Case]) -> list[Scored]:
    application.retriever.warm_up()
    # The first question of a knowledge base reads its names; that is no cost of a question.
    application.retriever.ask(KB, cases[0].question)
    return [_asked(application, case) for case in cases]


def _asked(application: Application, case: Case) -> Scored:
    started = perf_counter()
    answer = application.retriever.ask(KB, case.question)
    return Scored(case, answer, fault(case, answer), (perf_counter() - started) * 1000)


def _figures(scored: Sequence[Scored]) -> dict[str, float]:
    figures: dict[str, float] = {"questions": len(scored), "accuracy": _share(scored)}
    for kind in dict.fromkeys(item.case.kind for item in scored):
        figures[f"{kind}.accuracy"] = _share([item for item in scored if item.case.kind == kind])
    figures["milliseconds_mean"] = round(sum(item.milliseconds for item in scored) / len(scored), 1)
    return figures


def _share(scored: Sequence[Scored]) -> float:
    return round(sum(item.fault == RIGHT for item in scored) / max(len(scored), 1), 4)


def _print(console: Console, figures: dict[str, float], scored: Sequence[Scored], *, misses: bool) -> None:
    table = Table("figure", "value", "target", title="questions over a database")
    for name, value in figures.items():
        met = ("met" if value >= TARGET else "missed") if name.endswith("accuracy") else ""
        table.add_row(name, f"{value:g}", f"{TARGET:.0%} {met}" if met else "")
    console.print(table)
    for item in scored if misses else ():
        if item.fault != RIGHT:
            shown = item.answer.text[:300].replace("\n", "\n    ")
            words = f"[{item.case.id}] {item.case.question}\n    {item.fault}\n    {shown}"
            console.print(words, markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
