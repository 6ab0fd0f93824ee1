"""Score the quantity normaliser on labelled cases, by value, beside other parsers, and measure its speed.

Run: ``python -m evals.quantities [CASES.jsonl] [--no-peers] [--output build/eval-quantities.json]``

Every case that is not met is printed with the reason it has in ``quantities_reasons.yaml``; one without a reason is
to be looked at. All figures go to one flat JSON file.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from core.errors import InvalidInput, outcome_of
from core.quantity import Found, find, parse
from evals import quantities_report as report
from evals.quantities_cases import SHORT, Case, load
from evals.quantities_checks import spans_found
from evals.quantities_notation import equal
from evals.quantities_peers import measure
from evals.quantities_reasons import reasons
from evals.report import write_json

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT.parent / "shared" / "data" / "quantities" / "cases.jsonl"
OUTPUT = ROOT / "build" / "eval-quantities.json"
_ROUNDS = 5


def main(
    cases: Annotated[Path, typer.Argument(help="JSON lines of labelled cases")] = CASES,
    peers: Annotated[bool, typer.Option(help="run other parsers on the same cases")] = True,
    output: Annotated[Path, typer.Option(help="where the figures go")] = OUTPUT,
) -> None:
    """Score, print and write the figures."""
    try:
        labelled, known = load(cases), reasons()
    except InvalidInput as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(outcome_of(error).exit_code) from error
    results = [(case, is_right(case)) for case in labelled]
    speed = strings_per_second([case.text for case in labelled if len(case.text) <= SHORT])
    others = measure(labelled) if peers else []
    figures = report.figures(results, known) | {"strings_per_second": speed} | report.peer_figures(others)
    report.show_scores(results)
    report.show_peers(results, others)
    report.show_misses(results, known)
    report.show_speed(speed)
    write_json(output, figures)


def is_right(case: Case) -> bool:
    """Return whether ``find`` and ``parse`` read ``case`` as it is labelled."""
    if case.spans is None:
        return equal(case.text, case.expect)
    whole = parse(case.text)
    return spans_found(case, find(case.text), Found(whole, 0, len(case.text)) if whole else None)


def strings_per_second(texts: Sequence[str]) -> float:
    """Return how many of ``texts`` one core reads a second, in the best of several rounds; 0 for none.

    The time is that of this process alone, so that what else the machine does is left out.
    """
    best = min(_seconds(texts) for _ in range(_ROUNDS))
    return round(len(texts) / best, 1) if texts else 0.0


def _seconds(texts: Sequence[str]) -> float:
    started = time.process_time()
    for text in texts:
        find(text)
    return time.process_time() - started


if __name__ == "__main__":
    typer.run(main)
