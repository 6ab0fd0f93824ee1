"""Measure the structured layer on questions over many short statements.

Run: ``python -m evals.kbqa [SHARED] [--count N] [--misses]``
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from core.settings import load_settings
from evals.kbqa.asking import Asked, ask, key
from evals.kbqa.loading import load_facts
from evals.kbqa.triples import Triple, read_triples, records, sample, write_records
from evals.report import write_json
from retrieval.knowledge import KnowledgeCache
from service.wiring import Application, open_application
from store import facts as fact_store
from store import knowledge_bases

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
OUTPUT = ROOT / "build" / "eval-kbqa.json"
KB = "eval-kbqa"
QUESTIONS, TARGET = 2000, 0.85


def main(arguments: Sequence[str] | None = None) -> int:
    """Load, ask, print and write ``build/eval-kbqa.json``; exit code 1 when the target is missed."""
    given = _arguments(arguments)
    path = given.shared / "data" / "kbqa" / "train.jsonl"
    if not path.is_file():
        print(f"kbqa: not measured, {path} is absent", file=sys.stderr)
        return 0
    triples = read_triples(path)
    with open_application(load_settings()) as application:
        figures = _load(application, triples)
        asked = _ask_all(application, sample(triples, given.count))
    figures |= _figures(asked)
    _print(Console(width=140), figures, asked, misses=given.misses)
    write_json(OUTPUT, figures)
    return 0 if figures["hit_at_1"] >= TARGET else 1


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--count", type=int, default=QUESTIONS, metavar="N", help="ask N questions")
    parser.add_argument("--misses", action="store_true", help="print every miss with its cause")
    return parser.parse_args(arguments)


def _load(application: Application, triples: Sequence[Triple]) -> dict[str, float]:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "triples.json"
        write_records(records(triples), file)
        report = load_facts(application, KB, [file])
    return {
        "triples": len(triples),
        "facts": report.totals["facts"],
        "load_seconds": round(sum(report.seconds.values()), 1),
    }


def _ask_all(application: Application, triples: Sequence[Triple]) -> list[Asked]:
    cache = KnowledgeCache(application.settings)
    with application.database.session() as session:
        kb = knowledge_bases.get(session, KB)
        everything = fact_store.select(session, kb.id, fact_store.FactFilter(limit=None))
        stored = {key(fact.subject, fact.attribute, fact.value) for fact in everything}
        knowledge = cache.of(session, kb)
        ask(session, kb, knowledge, triples[0], stored)
        return [ask(session, kb, knowledge, triple, stored) for triple in triples]


def _figures(asked: Sequence[Asked]) -> dict[str, float]:
    linked = [item for item in asked if item.subject_linked]
    seconds, matching = (sum(getattr(item, name) for item in asked) for name in ("seconds", "matching"))
    figures: dict[str, float] = {
        "questions": len(asked),
        "hit_at_1": _share(asked, asked, "right"),
        "subject_linked": _share(asked, asked, "subject_linked"),
        "attribute_given_subject": _share(linked, linked, "attribute_right"),
        "questions_per_second": round(len(asked) / seconds, 1),
        "milliseconds_mean": round(seconds / len(asked) * 1000, 2),
        "matching_milliseconds_mean": round(matching / len(asked) * 1000, 2),
    }
    causes = Counter(item.cause for item in asked if not item.right)
    return figures | {f"misses.{cause}": count for cause, count in causes.most_common()}


def _share(of: Sequence[Asked], within: Sequence[Asked], name: str) -> float:
    return round(sum(bool(getattr(item, name)) for item in of) / max(len(within), 1), 4)


def _print(console: Console, figures: dict[str, float], asked: Sequence[Asked], *, misses: bool) -> None:
    table = Table("figure", "value", "target", title="questions over statements, structured layer alone")
    for name, value in figures.items():
        met = ("met" if value >= TARGET else "missed") if name == "hit_at_1" else ""
        table.add_row(name, f"{value:g}", f">= {TARGET:.0%} {met}" if met else "")
    console.print(table)
    for item in asked if misses else ():
        if item.right:
            continue
        best = item.best.fact if item.best else None
        shown = f"{best.subject} | {best.attribute} | {best.value}" if best else "nothing"
        gold = f"{item.triple.subject} | {item.triple.attribute} | {item.triple.value}"
        console.print(
            f"[{item.triple.id}] {item.triple.question}\n    {item.cause}\n    gold {gold}\n    best {shown}",
            markup=False, highlight=False, soft_wrap=True,
        )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
