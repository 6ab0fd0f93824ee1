"""``make eval-attribution``: break one layer at a time and see whether the misses it causes are laid at its door.

A miss is caused by a break when the question was answered rightly, with its fact where it has one, before it. Prints a
table and writes ``build/eval-attribution.json``.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from core.embedding import create_embedder
from core.settings import load_settings
from evals.attribution.breaks import all_breaks
from evals.attribution.loading import parse_folder
from evals.attribution.remembering import RememberingAll
from evals.attribution.trial import Outcome, break_each
from evals.report import write_json
from evals.run import BUILD, ROOT
from evals.suite import read_suite
from service.wiring import build
from store.engine import open_database

TARGET = 0.95
_SUITE = ROOT / "evals" / "suites" / "shop.yaml"
_SAMPLES = ROOT / "samples" / "shop"


def main(arguments: Sequence[str] | None = None) -> int:
    """Break, ask, attribute, print; exit code 1 when the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--misses", action="store_true", help="print every miss laid to another layer")
    parser.add_argument("--only", help="a layer: run its breaks alone")
    given = parser.parse_args(arguments)
    cases = read_suite(_SUITE)
    chosen = [broken for broken in all_breaks(cases) if given.only in (None, broken.layer)]
    with tempfile.TemporaryDirectory(prefix="dm", dir="/tmp") as home:
        Path(home).chmod(0o755)
        settings = load_settings(home=Path(home), DATABASE_URL="", admin_database_url="")
        database = open_database(settings)
        try:
            application = build(settings, database, RememberingAll(create_embedder(settings)))
            outcomes = break_each(application, parse_folder(_SAMPLES, settings), cases, chosen)
        finally:
            database.close()
    figures = _figures(outcomes)
    _print(Console(width=150), outcomes, figures, misses=given.misses)
    write_json(BUILD / "eval-attribution.json", figures)
    return 0 if figures["share"] >= TARGET else 1


def _figures(outcomes: Sequence[Outcome]) -> dict[str, float]:
    caused = sum(len(outcome.misses) for outcome in outcomes)
    figures: dict[str, float] = {"misses": caused}
    figures["share"] = round(sum(outcome.named for outcome in outcomes) / caused, 4) if caused else 0.0
    for outcome in outcomes:
        share = outcome.named / len(outcome.misses) if outcome.misses else 0.0
        figures[f"{outcome.broken.layer}.misses"] = len(outcome.misses)
        figures[f"{outcome.broken.layer}.share"] = round(share, 4)
    return figures


def _print(console: Console, outcomes: Sequence[Outcome], figures: dict[str, float], *, misses: bool) -> None:
    table = Table(title=f"attribution: {figures['share']:.1%} of {figures['misses']:.0f} misses (target {TARGET:.0%})")
    for column in ("what is broken", "layer", "misses caused", "laid to it", "share", "laid to others"):
        table.add_column(column)
    for outcome in outcomes:
        layers = Counter(miss.verdict.layer for miss in outcome.misses if miss.verdict is not None)
        others = ", ".join(f"{layer} {count}" for layer, count in layers.items() if layer != outcome.broken.layer)
        share = f"{outcome.named / len(outcome.misses):.1%}" if outcome.misses else ""
        table.add_row(
            outcome.broken.name, outcome.broken.layer, str(len(outcome.misses)), str(outcome.named), share, others
        )
    console.print(table)
    for outcome in outcomes if misses else ():
        for miss in outcome.misses:
            if miss.verdict is not None and miss.verdict.layer != outcome.broken.layer:
                words = f"[{outcome.broken.layer}] {miss.case_id} {miss.question}: {miss.verdict.layer}: "
                console.print(words + miss.verdict.evidence, markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
