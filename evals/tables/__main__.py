"""Measure questions over the public tables: the right table first, and the cell asked for as the first fact.

Every table is one HTML document named by its id, loaded into one knowledge base on the configured database.
Run: ``python -m evals.tables [SHARED] [--misses] [--tries] [--limit N]``
"""

import argparse
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from core.fact import Fact
from core.settings import load_settings
from core.text import fold
from evals.facts.table_coverage import SHARED
from evals.facts.table_gold import GoldTable, read_tables
from evals.report import write_json
from evals.tables.asking import Result, score, twins_of
from evals.tables.ceiling import alike_of
from evals.tables.figures import figures, print_figures, print_misses
from evals.tables.question import TableQuestion, read_questions
from evals.tables.tries import corpus_of, tried
from retrieval.findings import Findings
from service.wiring import Application, open_application
from store import documents, facts, knowledge_bases
from store.facts import FactFilter

ROOT = Path(__file__).resolve().parents[2]
OUTPUT = ROOT / "build" / "eval-tables.json"
KB = "tables"
_PAGE = 500


def main(arguments: Sequence[str] | None = None) -> dict[str, float]:
    """Measure, print and return the figures, empty without data; ``build/eval-tables.json`` unless ``--limit``."""
    given = _arguments(arguments)
    console = Console(width=160)
    if not (given.shared / "data" / "tables").is_dir():
        console.print(f"{given.shared} has no data/tables, table questions are not measured", markup=False)
        return {}
    tables = read_tables(given.shared, "dev")
    questions = read_questions(given.shared, "dev")[: given.limit]
    with open_application(load_settings()) as application:
        load(application, tables)
        results = ask_all(application, tables, questions, tries=given.tries)
    if given.misses:
        print_misses(results, console)
    measured = figures(results)
    print_figures(measured, console)
    # A part of the questions says nothing of the whole set.
    if given.limit is None:
        write_json(OUTPUT, measured)
    return measured


def load(application: Application, tables: Mapping[str, GoldTable]) -> None:
    """Load every table as an HTML document of its own, the way any file is loaded."""
    with TemporaryDirectory() as folder:
        for name, table in tables.items():
            Path(folder, f"{name}.html").write_text(table.html, encoding="utf-8")
        report = application.loader.load(KB, [Path(folder)])
    for failure in report.failures:
        Console(stderr=True).print(f"not loaded: {failure.source_name}: {failure.message}", markup=False)


def ask_all(
    application: Application,
    tables: Mapping[str, GoldTable],
    questions: Sequence[TableQuestion],
    *,
    tries: bool = False,
) -> list[Result]:
    """Ask every question of all tables and of its own alone, and try other ways to rank when ``tries``.

    Raises:
        NotReady: No table could be loaded.
    """
    ids, held = _stored(application)
    application.retriever.warm_up()

    def search(text: str, within: Collection[str] | None) -> Findings:
        return application.retriever.search(KB, text, document_ids=within)

    texts = {ids[name]: " ".join(tables[name].cells) for name in ids}
    names = {ids[name]: frozenset(fold(n) for f in held[name] for n in (f.subject, f.attribute)) for name in ids}
    corpus, settings = corpus_of(texts, names), load_settings()

    def trial(findings: Findings) -> Mapping[str, str]:
        return tried(findings, corpus, settings)

    def asked(question: TableQuestion) -> Result:
        own, twins = tables[question.table_id], twins_of(question, held)
        return score(
            question,
            own.type,
            search,
            ids,
            twins,
            alike_of(question.text, own, twins, tables),
            trial if tries else None,
        )

    return [asked(question) for question in questions]


def _stored(application: Application) -> tuple[dict[str, str], dict[str, list[Fact]]]:
    """Return table id → document id, and table id → its facts."""
    with application.database.session() as session:
        kb = knowledge_bases.get(session, KB)
        listed = documents.listing(session, kb.id, limit=_PAGE)
        ids = {item.source_name.removesuffix(".html"): item.id for item in listed}
        return ids, {
            name: list(facts.select(session, kb.id, FactFilter(document_ids=(document_id,), limit=None)))
            for name, document_id in ids.items()
        }


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--misses", action="store_true", help="print every missed question")
    parser.add_argument("--tries", action="store_true", help="try other ways to rank on what was found")
    parser.add_argument("--limit", type=int, default=None, metavar="N", help="ask the first N questions only")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
