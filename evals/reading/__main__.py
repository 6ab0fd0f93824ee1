"""Measure finding the paragraph that answers: each search alone, the product's fusion, and other ways to fuse.

Run: ``python -m evals.reading [SHARED] [--sets cmrc,drcd] [--questions N] [--fit N] [--misses N]``

The knowledge bases stay in ``build/reading``: loading takes minutes once (each paragraph is embedded), then only the
questions are asked.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from rich.console import Console

from core.answer import Channel
from core.errors import NotReady
from core.settings import Settings
from evals.facts.table_coverage import SHARED
from evals.reading.comparing import Comparison, compare
from evals.reading.report import figures_of, print_comparison, print_misses
from evals.reading.searching import Found, search_all
from evals.reading.sets import Asked, ReadingSet, read_cmrc, read_drcd, write_paragraphs
from evals.report import write_json
from service.cli.progress import progress_bars
from service.wiring import Application, open_application

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "reading"
OUTPUT = ROOT / "build" / "eval-reading.json"
FILES = {"cmrc": ("cmrc2018_dev.json", read_cmrc), "drcd": ("DRCD_dev.json", read_drcd)}


def main(arguments: Sequence[str] | None = None) -> dict[str, float]:
    """Measure, print, write ``build/eval-reading.json`` and return the figures; none without the data."""
    given = _arguments(arguments)
    console = Console(width=160)
    figures: dict[str, float] = {}
    folder = given.shared / "data" / "reading"
    present = [name for name in given.sets.split(",") if (folder / FILES[name][0]).is_file()]
    if not present:
        console.print(f"nothing measured: there is no reading set in {folder}", markup=False)
        return figures
    # The home is this evaluation's own, so what the user has loaded elsewhere is neither read nor changed.
    settings = Settings(_env_file=None, home=FOLDER / "home", DATABASE_URL="", log_level="warning")  # type: ignore[call-arg]
    with open_application(settings) as application:
        for name in present:
            file, read = FILES[name]
            compared = _measured(read(folder / file), application, questions=given.questions, fit=given.fit)
            print_comparison(console, compared)
            print_misses(console, compared, given.misses)
            figures |= figures_of(compared)
    write_json(OUTPUT, figures)
    return figures


def _measured(chosen: ReadingSet, application: Application, *, questions: int, fit: int) -> Comparison:
    kb = f"reading-{chosen.name}"
    _load(chosen, kb, application)
    asked, others = chosen.drawn(questions)
    retriever = application.retriever
    retriever.warm_up()
    found = _searched(application, kb, asked)
    fitting = _searched(application, kb, tuple(islice(others, fit)))
    return compare(chosen.name, found, fitting, _weights(application.settings))


def _load(chosen: ReadingSet, kb: str, application: Application) -> None:
    write_paragraphs(chosen, FOLDER / chosen.name)
    with progress_bars() as progress:
        report = application.loader.load(kb, [FOLDER / chosen.name], progress=progress)
    if report.failures or report.totals["embedded"] < report.totals["chunks"]:
        raise NotReady(f"{chosen.name} was not loaded whole", place=kb, advice="run it again; a load goes on")


def _searched(application: Application, kb: str, questions: Sequence[Asked]) -> list[Found]:
    found: list[Found] = []
    for one in search_all(application.retriever, kb, questions):
        found.append(one)
        if sys.stderr.isatty():
            print(f"\r{kb}: {len(found)}/{len(questions)}", end="", file=sys.stderr)
    return found


def _weights(settings: Settings) -> Mapping[Channel, float]:
    return {
        "vector": settings.weight_vector,
        "keyword": settings.weight_keyword,
        "structured": settings.weight_structured,
    }


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--sets", default="cmrc,drcd", help="which sets")
    parser.add_argument("--questions", type=int, default=1000, metavar="N", help="questions measured a set")
    parser.add_argument("--fit", type=int, default=300, metavar="N", help="other questions, to fit the rival fusions")
    parser.add_argument("--misses", type=int, default=0, metavar="N", help="print N questions lost in fusion")
    given = parser.parse_args(arguments)
    if unknown := set(given.sets.split(",")) - FILES.keys():
        parser.error(f"unknown set {sorted(unknown)[0]}")
    return given


if __name__ == "__main__":
    main()
