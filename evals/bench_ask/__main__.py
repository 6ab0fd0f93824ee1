"""``make bench-ask``: asking at 100,000 chunks and a million facts, beside what no search can do without.

The first run loads the corpus into ``build/bench-ask`` (a quarter of an hour on two cores), later ones find it there.
``--chunks``, ``--facts``, ``--subjects`` and ``--home`` make a smaller one elsewhere. Prints a table and writes
``build/bench-ask.json``. A run on a busy machine shows times that are too long; the ratios bear it better.
"""

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from core.settings import load_settings
from evals.bench_ask import peer
from evals.bench_ask.corpus import CHUNKS_PER_DOCUMENT, Size
from evals.bench_ask.crowd import crowd
from evals.bench_ask.loading import load
from evals.bench_ask.questions import KINDS, questions
from evals.bench_ask.timing import STAGES, timed
from evals.report import write_json
from evals.run import BUILD
from service.wiring import open_application

_FULL = Size(100_000, 1_000_000, 100_000)


@dataclass(frozen=True, slots=True)
class Target:
    """A figure and the bound it has to keep."""

    figure: str
    bound: float
    least: bool = False

    def met(self, figures: Mapping[str, float]) -> bool | None:
        """Return whether it is kept; ``None`` when it was not measured."""
        value = figures.get(self.figure)
        if value is None:
            return None
        return value >= self.bound if self.least else value <= self.bound


TARGETS = (
    Target("lookup.ratio", 3.0), Target("search.ratio", 1.5), Target("keyword.p95_ms", 50.0),
    Target("keyword.same_as_bm25s", 0.99, least=True), Target("analyse.p95_ms", 5.0), Target("crowd.errors", 0.0),
)  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    """Load, ask, compare. Returns 1 when the full size misses a target."""
    chosen = _parser().parse_args(arguments)
    size = Size(chosen.chunks, chosen.facts, chosen.subjects)
    figures = measured(chosen.home, size, of_each=chosen.of_each, seconds=chosen.seconds, clients=chosen.clients)
    missed = [target.figure for target in TARGETS if target.met(figures) is False]
    _print(figures)
    write_json(BUILD / "bench-ask.json", figures | {"targets_missed": len(missed)})
    return 1 if missed and size == _FULL else 0


def measured(home: Path, size: Size, *, of_each: int, seconds: float, clients: int) -> dict[str, float]:
    """Return every figure by name; the corpus is loaded into ``home`` where it is not there yet."""
    home.mkdir(parents=True, exist_ok=True)
    asked = questions(size, of_each)
    with open_application(load_settings(home=home, DATABASE_URL="", admin_database_url="")) as application:
        figures: dict[str, float] = {"chunks": size.chunks, "facts": size.facts, "questions": len(asked)}
        figures |= {f"load.{name}_seconds": taken for name, taken in load(application, size, home).items()}
        figures |= timed(application, asked, questions(size, of_each, others=True))
        figures |= crowd(application.retriever, asked, clients, seconds)
        if peer.available():
            figures |= peer.agreement(application.database, asked, CHUNKS_PER_DOCUMENT)
    return figures


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=_FULL.chunks, help="a multiple of 25")
    parser.add_argument("--facts", type=int, default=_FULL.facts)
    parser.add_argument("--subjects", type=int, default=_FULL.subjects)
    parser.add_argument("--home", type=Path, default=BUILD / "bench-ask")
    parser.add_argument("--of-each", type=int, default=60, help="questions of each of the four kinds")
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long the clients ask")
    return parser


def _print(figures: Mapping[str, float]) -> None:
    console = Console(width=120)
    table = Table(title=f"bench-ask: {figures['chunks']:,.0f} chunks, {figures['facts']:,.0f} facts")
    for column in ("part", "p50 ms", "p95 ms"):
        table.add_column(column, justify="left" if column == "part" else "right")
    parts = (*STAGES, "search", "bare.embed", "bare.hnsw", "bare.search", "lookup", "lookup.transaction", "bare.lookup")
    for part in (*parts, *(f"keyword.{kind}" for kind in KINDS), "crowd"):
        table.add_row(part, f"{figures[f'{part}.p50_ms']:,.2f}", f"{figures[f'{part}.p95_ms']:,.2f}")
    console.print(table)
    console.print(f"{figures['crowd.clients']:.0f} clients at once: {figures['crowd.per_second']:.1f} answers a second")
    judged = Table("figure", "value", "target", "")
    for target in TARGETS:
        met = target.met(figures)
        value = "" if met is None else f"{figures[target.figure]:.4g}"
        said = {None: "not measured: bm25s is not in .venv-peers", True: "met", False: "missed"}[met]
        judged.add_row(target.figure, value, f"{'≥' if target.least else '≤'} {target.bound:g}", said)
    console.print(judged)


if __name__ == "__main__":
    sys.exit(main())
