"""``make bench-review``: finding conflicts, the review queue and precision among many facts.

Facts are those of ``make bench-facts``, and one in fifty is told again with another value in another document.
``FACTS=300000`` or ``--facts`` makes another size. Prints a table and writes ``build/bench-review.json``.
"""

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.table import Table

from core.knowledge_base import KnowledgeBase
from core.quantity import parse
from core.settings import Settings, load_settings
from evals.bench_facts_data import load
from evals.report import write_json
from evals.run import BUILD
from service.review.precision import precision_report
from service.review.queue import conflict_page, review_page
from service.review.settling import settle_all, settled_chunks, settled_document
from store import chunks, documents, facts, knowledge_bases
from store.engine import Database, open_database
from store.facts import FactFilter
from store.session import Session

_FACTS = 100_000
_TURNS = 10
_BATCH = 256
_CONTRADICTED = 50
Work = Callable[[Session, int], object]


def main() -> int:
    """Load, settle, list, and print how long each took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--facts", type=int, default=int(os.environ.get("FACTS", _FACTS)))
    count = max(int(parser.parse_args().facts), 1)
    with tempfile.TemporaryDirectory(prefix="dm", dir="/tmp") as home:
        Path(home).chmod(0o755)
        settings = load_settings(home=Path(home), DATABASE_URL="", admin_database_url="")
        database = open_database(settings)
        try:
            figures = _measured(database, settings, count)
        finally:
            database.close()
    _print(figures)
    write_json(BUILD / "bench-review.json", figures)
    return 0


def _measured(database: Database, settings: Settings, count: int) -> dict[str, float]:
    kb_id = load(database, database.tenant, count).kb_id
    with database.session() as session:
        kb = knowledge_bases.by_id(session, kb_id)
        names = [item.id for item in documents.listing(session, kb_id, limit=1000)]
        _contradict(session, kb, names, count // _CONTRADICTED)
    database.analyse()
    started = perf_counter()
    with database.session() as session:
        settled = settle_all(session, kb)
    figures = {"facts": float(count), "conflicts": float(settled.conflicts), "all.seconds": perf_counter() - started}
    for name, work in _works(kb, settings, names).items():
        figures[f"{name}.ms"] = _timed(database, work)
    return figures


def _contradict(session: Session, kb: KnowledgeBase, names: list[str], count: int) -> None:
    """Tell ``count`` facts again, with another value, in the first chunk of another document."""
    homes = [chunks.of_document(session, kb.id, name)[0] for name in names]
    told = facts.select(session, kb.id, FactFilter(dimension="duration", limit=count))
    again = []
    for number, fact in enumerate(told):
        home = next(home for home in (homes[number % len(homes)], homes[-1]) if home.document_id != fact.document_id)
        moved = replace(fact, id=f"again_{number}", chunk_id=home.id, document_id=home.document_id)
        again.append(replace(moved, value=f"{10_000 + number}天", quantity=parse(f"{10_000 + number}天")))
    facts.save(session, kb.id, again)


def _works(kb: KnowledgeBase, settings: Settings, names: list[str]) -> dict[str, Work]:
    def read_again(session: Session, turn: int) -> None:
        pieces = [piece.id for piece in chunks.of_document(session, kb.id, names[turn % len(names)])][:_BATCH]
        again = facts.by_chunks(session, kb.id, pieces, None)
        with settled_chunks(session, kb, pieces):
            facts.replace(session, kb.id, pieces, again)

    def store_again(session: Session, turn: int) -> None:
        pieces = [piece.id for piece in chunks.of_document(session, kb.id, names[turn % len(names)])][:_BATCH]
        facts.replace(session, kb.id, pieces, facts.by_chunks(session, kb.id, pieces, None))

    def delete(session: Session, turn: int) -> None:
        with settled_document(session, kb, names[-1 - turn]):
            documents.delete(session, kb.id, names[-1 - turn])

    return {
        "store the facts of one document": store_again,
        "the same, and settle": read_again,
        "queue, first page": lambda session, _: review_page(session, kb, settings),
        "conflicts, first page": lambda session, _: conflict_page(session, kb),
        "precision": lambda session, _: precision_report(session, kb, settings),
        "delete one document, and settle": delete,
    }


def _timed(database: Database, work: Work) -> float:
    seconds = []
    for turn in range(_TURNS):
        started = perf_counter()
        with database.session() as session:
            work(session, turn)
        seconds.append(perf_counter() - started)
    return statistics.median(seconds) * 1000


def _print(figures: dict[str, float]) -> None:
    head = ", ".join(f"{name} {figures[name]:,.0f}" for name in ("facts", "conflicts"))
    table = Table(title=f"bench-review: {head}, all compared in {figures['all.seconds']:.1f} s")
    table.add_column("work")
    table.add_column("median ms", justify="right")
    for name, value in figures.items():
        if name.endswith(".ms"):
            table.add_row(name.removesuffix(".ms"), f"{value:,.1f}")
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
