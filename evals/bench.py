"""``make bench``: speed as ratios to what was measured beside it in the same run.

Prints a table and writes ``build/bench.json``. Absolute seconds depend on the machine; the ratios do not, and only
they are worth comparing between machines.
"""

import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.table import Table

from core.quantity import find
from core.settings import load_settings
from evals.report import write_json
from evals.run import BUILD, ROOT
from evals.suite import read_suite
from service.names import import_names
from service.sources import configuration_files
from service.wiring import Application, open_application
from store import embeddings, knowledge_bases

_SAMPLES = ROOT / "samples" / "shop"
_SUITE = ROOT / "evals" / "suites" / "shop.yaml"


def main() -> int:
    """Load the samples into a temporary home and measure loading, asking and the quantity parser."""
    with tempfile.TemporaryDirectory(prefix="dm", dir="/tmp") as home:
        Path(home).chmod(0o755)
        with open_application(load_settings(home=Path(home))) as application:
            figures = {**_loading(application), **_asking(application), **_quantities()}
    table = Table(title="bench")
    table.add_column("figure")
    table.add_column("value", justify="right")
    for name, value in figures.items():
        table.add_row(name, f"{value:.4g}")
    Console().print(table)
    write_json(BUILD / "bench.json", figures)
    return 0


def _loading(application: Application) -> dict[str, float]:
    vocabulary, synonyms = configuration_files([_SAMPLES])
    with application.database.session() as session:
        kb = knowledge_bases.get_or_create(session, "shop")
        import_names(session, kb, vocabulary, synonyms)
    application.embedder.warm_up()
    first = application.loader.load("shop", [_SAMPLES])
    again = application.loader.load("shop", [_SAMPLES])
    total = first.seconds["total"]
    return {
        "load.seconds": total,
        "load.chunks": first.chunks_added,
        "load.share_embedding": first.seconds["embed"] / total,
        "load.parse_to_embed": first.seconds["parse"] / first.seconds["embed"],
        "load.extract_to_embed": first.seconds["extract"] / first.seconds["embed"],
        "load.again_to_first": again.seconds["total"] / total,
    }


def _asking(application: Application) -> dict[str, float]:
    questions = [case.question for case in read_suite(_SUITE)]
    with application.database.session() as session:
        kb = knowledge_bases.get(session, "shop")
    application.retriever.ask("shop", questions[0])
    asked = _times(lambda text: application.retriever.ask("shop", text), questions)

    def bare(text: str) -> None:
        vector = application.embedder.embed_query(text)
        with application.database.session() as session:
            embeddings.search(session, kb.id, str(kb.space_id), vector, 10)

    floor = _times(bare, questions)
    return {
        "ask.p50_ms": statistics.median(asked) * 1000,
        "ask.p95_ms": statistics.quantiles(asked, n=20)[-1] * 1000,
        "ask.p50_to_embedding_and_vector_query": statistics.median(asked) / statistics.median(floor),
    }


def _quantities() -> dict[str, float]:
    lines = [case.question for case in read_suite(_SUITE)] * 50
    started = perf_counter()
    for line in lines:
        find(line)
    return {"quantities.strings_per_second": len(lines) / (perf_counter() - started)}


def _times(work: Callable[[str], object], texts: list[str]) -> list[float]:
    seconds: list[float] = []
    for text in texts:
        started = perf_counter()
        work(text)
        seconds.append(perf_counter() - started)
    return seconds


if __name__ == "__main__":
    sys.exit(main())
