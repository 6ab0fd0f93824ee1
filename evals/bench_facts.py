"""``make bench-facts``: queries on a million facts, as multiples of the same SQL run bare.

The product's time is that of a whole transaction: connection from the pool, tenant, statements, values built. Bare is
the SQL alone, as written by hand, on an open connection of the same role with the tenant set; ``owner`` is that SQL
without row-level security. ``FACTS=100000`` or ``--facts`` makes a smaller run. Prints a table and writes
``build/bench-facts.json``.
"""

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

from core.settings import load_settings
from evals.bench_facts_cases import Case, cases
from evals.bench_facts_data import Corpus, load
from evals.report import write_json
from evals.run import BUILD
from store.engine import Database, open_database

_FACTS = 1_000_000
_TURNS, _WARM = 40, 6
# The fixed cost of a transaction hides in a million facts, not in a few thousand.
_MOST_RATIO, _JUDGED = 3.0, ("range_sort", "range_sort_falling", "set")


def main() -> int:
    """Load, ask, compare. Returns 1 when the full size misses a target."""
    facts = _arguments()
    with tempfile.TemporaryDirectory(prefix="dm", dir="/tmp") as home:
        Path(home).chmod(0o755)
        database = open_database(load_settings(home=Path(home), DATABASE_URL="", admin_database_url=""))
        try:
            figures = _measured(database, facts)
        finally:
            database.close()
    missed = [name for name in _JUDGED if facts >= _FACTS and figures[f"{name}.ratio"] > _MOST_RATIO]
    _print(figures, missed)
    write_json(BUILD / "bench-facts.json", figures | {"targets_missed": len(missed)})
    return 1 if missed else 0


def _arguments() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--facts", type=int, default=int(os.environ.get("FACTS", _FACTS)))
    return max(int(parser.parse_args().facts), 1)


def _measured(database: Database, facts: int) -> dict[str, float]:
    started = perf_counter()
    corpus = load(database, database.tenant, facts)
    load(database, "neighbour", facts // 10)
    figures = {"facts": facts, "load.seconds": perf_counter() - started}
    with database.owner() as owner:
        # What autovacuum does a minute after a load; without it every count visits the rows.
        owner.exec_driver_sql("VACUUM (ANALYZE) fact")
    database.analyse()
    figures |= _sizes(database)
    for case in cases():
        figures |= {f"{case.name}.{name}": value for name, value in _compared(database, corpus, case).items()}
    return figures


def _compared(database: Database, corpus: Corpus, case: Case) -> dict[str, float]:
    def product(turn: int) -> Any:
        with database.session() as session:
            return case.product(session, corpus.kb_id, turn)

    with database.session() as session, database.owner() as owner:
        guarded: Any = session.connection().connection.driver_connection
        unguarded: Any = owner.connection.driver_connection
        ways = {
            "product": product,
            "bare": lambda turn: _bare(guarded, corpus, case, turn),
            "owner": lambda turn: _bare(unguarded, corpus, case, turn),
        }
        return _timed(case.name, ways)


def _bare(connection: Any, corpus: Corpus, case: Case, turn: int) -> Any:
    rows = []
    with connection.cursor() as cursor:
        for statement, bound in case.bare(corpus.kb_id, turn):
            rows.append(cursor.execute(statement, bound).fetchall())
    return case.shown(rows)


def _timed(name: str, ways: dict[str, Callable[[int], Any]]) -> dict[str, float]:
    seconds: dict[str, list[float]] = {way: [] for way in ways}
    sizes: list[int] = []
    for turn in range(-_WARM, _TURNS):
        answers = {}
        for way, ask in ways.items():
            started = perf_counter()
            answers[way] = ask(abs(turn))
            if turn >= 0:
                seconds[way].append((perf_counter() - started) * 1000)
        if any(answer != answers["product"] for answer in answers.values()):
            raise AssertionError(f"{name}, turn {turn}: the product and bare SQL do not find the same")
        sizes.append(_size(answers["product"]))
    figures = {"found": float(statistics.median(sizes))}
    for way, times in seconds.items():
        figures[f"{way}_ms"] = statistics.median(times)
        figures[f"{way}_p95_ms"] = statistics.quantiles(times, n=20)[-1]
    return figures | {"ratio": figures["product_ms"] / figures["bare_ms"]}


def _size(answer: Any) -> int:
    return int(answer[1]) if isinstance(answer, tuple) else len(answer)


def _sizes(database: Database) -> dict[str, float]:
    sizes = "SELECT pg_table_size('fact') / 1048576.0, pg_indexes_size('fact') / 1048576.0"
    with database.owner() as owner:
        table, indexes = owner.exec_driver_sql(sizes).one()
    return {"table.mib": float(table), "indexes.mib": float(indexes)}


def _print(figures: dict[str, float], missed: list[str]) -> None:
    columns = ("found", "product_ms", "product_p95_ms", "bare_ms", "bare_p95_ms", "owner_ms", "owner_p95_ms", "ratio")
    whole = ", ".join(f"{name} {value:,.0f}" for name, value in figures.items() if name.count(".") < 1 or "mib" in name)
    table = Table(title=f"bench-facts: {whole}, loaded in {figures['load.seconds']:.0f} s")
    table.add_column("query")
    for column in columns:
        table.add_column(column.replace("_", " "), justify="right")
    table.add_column("target")
    for case in cases():
        values = [f"{figures[f'{case.name}.{column}']:,.3g}" for column in columns]
        goal = f"{_MOST_RATIO:g}" if case.name in _JUDGED else ""
        table.add_row(case.name, *values, f"{goal} missed" if case.name in missed else goal)
    Console(width=140).print(table)


if __name__ == "__main__":
    sys.exit(main())
