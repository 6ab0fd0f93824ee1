"""Measure the confidence of answers on the suites, and learn it from them.

Run: ``python -m evals.confidence [SHARED] [--learn]``. The map is fitted on the sample suite and policies_dev; how far
it is off is measured by leaving each tenth of them out in turn, and on policies_suite, which it is never fitted on.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from core.settings import load_settings
from evals.answering import Result, run
from evals.confidence.isotonic import expected_error, fitted
from evals.layers.replay import LIMIT
from evals.report import write_json
from evals.run import ROOT, load_target, targets
from evals.suite import read_suite
from retrieval.confidence import Points, calibrated, write_learned
from service.wiring import open_application

OUTPUT = ROOT / "build" / "eval-confidence.json"
TARGET = 0.1
_FITTED = ("shop", "policies_dev")
_FOLDS = 10


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer: its kind, its score before calibration, and whether what it states first is right."""

    kind: str
    score: float
    right: bool


def main(arguments: Sequence[str] | None = None) -> dict[str, float]:
    """Measure, print, write ``build/eval-confidence.json`` and return the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", nargs="?", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--learn", action="store_true", help="write what the suites say of each kind and score")
    given = parser.parse_args(arguments)
    console = Console(width=140)
    if not (given.shared / "data" / "policies").is_dir():
        console.print(f"{given.shared / 'data' / 'policies'} is not there: measured on the sample suite alone")
    judged = _judged()
    known = [item for name in _FITTED for item in judged.get(name, ())]
    if given.learn:
        write_learned(learned(known))
    figures = _figures(judged, known)
    console.print(_table(judged, figures))
    write_json(OUTPUT, figures)
    return figures


def learned(judged: Sequence[Judged]) -> dict[str, Points]:
    """Return, per kind of answer, what share of it is right at which score."""
    mean = sum(item.right for item in judged) / max(len(judged), 1)
    kinds = {item.kind for item in judged}
    return {kind: fitted([(i.score, i.right) for i in judged if i.kind == kind], mean) for kind in kinds}


def left_out(judged: Sequence[Judged]) -> list[tuple[float, bool]]:
    """Return the confidence of each answer under a map fitted without its tenth, and whether it was right."""
    pairs: list[tuple[float, bool]] = []
    for fold in range(_FOLDS):
        rest = learned([item for at, item in enumerate(judged) if at % _FOLDS != fold])
        pairs += _pairs([item for at, item in enumerate(judged) if at % _FOLDS == fold], rest)
    return pairs


def _judged() -> dict[str, list[Judged]]:
    found: dict[str, list[Judged]] = {}
    with open_application(load_settings()) as application:
        for target in targets(None):
            load_target(target, application)
            application.retriever.warm_up()
            ask = partial(application.retriever.ask, target.kb, limit=LIMIT)
            found[target.name] = [_of(result) for result in run(read_suite(target.suite), ask)]
    return found


def _of(result: Result) -> Judged:
    told = result.answer.trace["confidence"]
    # A headline is what people take away: the right value further down does not make a wrong one right.
    right = result.right and (result.case.absent or not result.answer.headline or result.headline_right)
    return Judged(told["kind"], told["score"], right)


def _pairs(judged: Sequence[Judged], points: Mapping[str, Points] | None = None) -> list[tuple[float, bool]]:
    return [(calibrated(item.kind, item.score, points), item.right) for item in judged]


def _figures(judged: Mapping[str, Sequence[Judged]], known: Sequence[Judged]) -> dict[str, float]:
    figures = {"ece.left_out": expected_error(left_out(known)), "ece.before": expected_error(_pairs(known, {}))}
    for name, items in judged.items():
        figures[f"{name}.right"] = sum(item.right for item in items) / len(items)
        figures[f"{name}.ece.before"] = expected_error(_pairs(items, {}))
        figures[f"{name}.ece"] = expected_error(_pairs(items))
    return {name: round(value, 4) for name, value in figures.items()}


def _table(judged: Mapping[str, Sequence[Judged]], figures: Mapping[str, float]) -> Table:
    table = Table("answers of", "number", "right", "ECE of scores", "ECE of confidence", f"target ≤ {TARGET}")
    rows = [(name, len(items), figures[f"{name}.right"], f"{name}.ece") for name, items in judged.items()]
    for name, number, right, key in rows:
        table.add_row(name, str(number), f"{right:.1%}", f"{figures[f'{key}.before']:.3f}", *_met(figures[key]))
    table.add_row(
        " + ".join(_FITTED) + ", each tenth left out", "", "", f"{figures['ece.before']:.3f}",
        *_met(figures["ece.left_out"]),
    )  # fmt: skip
    return table


def _met(error: float) -> tuple[str, str]:
    return f"{error:.3f}", "met" if error <= TARGET else "missed"


if __name__ == "__main__":
    main()
