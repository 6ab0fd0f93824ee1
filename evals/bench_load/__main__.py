"""``make bench-load``: 32 clients ask the sample shop over HTTP, first alone, then while documents are loaded.

The service runs in a process of its own over a database of its own. Prints a table and writes
``build/bench-load.json``; returns 1 when a question failed, a document was lost, or nothing was loaded. Times are for
reading, not for judging: clients, service, database and load share the machine's cores.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from rich.console import Console
from rich.table import Table

from core.settings import load_settings
from evals.bench_load.delivery import Delivery, documents_in
from evals.bench_load.process import serving
from evals.bench_load.visitors import Visit, visit
from evals.report import write_json
from evals.run import BUILD
from service.demo import KB, load, questions
from service.wiring import open_application

_STRETCHES = ("alone", "loading")


def main(arguments: list[str] | None = None) -> int:
    """Load the samples, serve, let the clients ask twice. Returns 1 when something was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each stretch lasts")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="dianmian-load-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        figures = measured(Path(folder), questions(), chosen.clients, chosen.seconds)
    _print(figures)
    write_json(BUILD / "bench-load.json", figures)
    return 0 if figures["faults"] == 0 else 1


def measured(home: Path, asked: Sequence[str], clients: int, seconds: float) -> dict[str, float]:
    """Return the figures of both stretches, of the load, and ``faults``: how many things went wrong altogether."""
    with open_application(load_settings(home=home, DATABASE_URL="", admin_database_url="")) as application:
        load(application)
    with serving(home) as address:
        visit(address, KB, asked, clients, min(seconds, 5.0))
        alone = visit(address, KB, asked, clients, seconds)
        before = documents_in(address, KB)
        delivery = Delivery(address, KB)
        with _at_work(delivery):
            loading = visit(address, KB, asked, clients, seconds)
        lost = before + delivery.loaded - documents_in(address, KB)
    for failure in (*alone.failures, *loading.failures, *delivery.failures):
        print(f"failed: {failure}", file=sys.stderr)
    return _figures(alone, loading, delivery, lost) | {"clients": clients, "seconds": seconds}


@contextmanager
def _at_work(delivery: Delivery) -> Iterator[None]:
    stop = Event()
    thread = Thread(target=delivery.run, args=(stop,))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _figures(alone: Visit, loading: Visit, delivery: Delivery, lost: int) -> dict[str, float]:
    figures = alone.figures("alone") | loading.figures("loading")
    failed = sum(alone.failures.values()) + sum(loading.failures.values())
    return figures | {
        "loading.p95_ratio": figures["loading.p95_ms"] / figures["alone.p95_ms"],
        "documents.loaded": delivery.loaded,
        "documents.failed": len(delivery.failures),
        "documents.lost": lost,
        "error_rate": failed / max(figures["alone.questions"] + figures["loading.questions"], 1),
        "faults": failed + len(delivery.failures) + abs(lost) + (delivery.loaded == 0),
    }


def _print(figures: Mapping[str, float]) -> None:
    table = Table(title=f"bench-load: {figures['clients']:.0f} clients, {figures['seconds']:.0f} s each")
    for column in ("", "questions", "errors", "answers/s", "p50 ms", "p95 ms"):
        table.add_column(column, justify="right" if column else "left")
    for name in _STRETCHES:
        shown = [f"{figures[f'{name}.{key}']:,.0f}" for key in ("questions", "errors")]
        shown += [f"{figures[f'{name}.{key}']:,.1f}" for key in ("per_second", "p50_ms", "p95_ms")]
        table.add_row(name, *shown)
    console = Console(width=120)
    console.print(table)
    loaded = {key: figures[f"documents.{key}"] for key in ("loaded", "failed", "lost")}
    console.print(
        f"documents loaded meanwhile: {loaded['loaded']:.0f}, failed: {loaded['failed']:.0f}, lost: "
        f"{loaded['lost']:.0f}; p95 while loading is {figures['loading.p95_ratio']:.2f} times the p95 alone"
    )


if __name__ == "__main__":
    sys.exit(main())
