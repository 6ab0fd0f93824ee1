"""What is loaded and asked: the laws with their suite, and the public tables with their questions."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.settings import Settings
from evals.external.place import Place, places_of
from evals.facts.table_gold import read_tables
from evals.suite import Case, Gold, read_suite
from evals.tables.asking import gold_values
from evals.tables.question import TableQuestion, read_questions
from ingestion.parse import parse_bytes


@dataclass(frozen=True, slots=True)
class Corpus:
    """One set of documents and questions.

    Attributes:
        name: Its name, and that of the knowledge base.
        files: File name → content, as ours loads it.
        texts: File name → text, as a plain pipeline loads it.
        cases: The questions.
        places: Case id → its right places.
    """

    name: str
    files: Mapping[str, bytes]
    texts: Mapping[str, str]
    cases: tuple[Case, ...]
    places: Mapping[str, tuple[Place, ...]]


def policies(shared: Path, settings: Settings) -> Corpus | None:
    """Return the laws and their questions; ``None`` where they are not.

    Both sides read the Markdown files as they are.
    """
    folder, suite = shared / "data" / "policies", shared / "data" / "policies_suite.jsonl"
    if not folder.is_dir() or not suite.is_file():
        return None
    files = {path.name: path.read_bytes() for path in sorted(folder.glob("*.md"))}
    cases = read_suite(suite)
    texts = {name: data.decode("utf-8") for name, data in files.items()}
    return Corpus("policies", files, texts, cases, places_of(cases, folder, settings))


def tables(shared: Path, settings: Settings) -> Corpus | None:
    """Return the dev tables and their questions; ``None`` where they are not.

    Ours reads the HTML. A plain pipeline is given our Markdown of it, merged cells filled, so that what differs is
    cutting and search and not parsing. The right place is the whole table; where the gold is broken, no value is asked.
    """
    if not (shared / "data" / "tables" / "dev_tables.jsonl").is_file():
        return None
    files = {f"{name}.html": table.html.encode("utf-8") for name, table in read_tables(shared, "dev").items()}
    texts = {name: parse_bytes(data, source_name=name, settings=settings).markdown for name, data in files.items()}
    questions = read_questions(shared, "dev")
    cases = tuple(_case(question) for question in questions)
    places = {case.id: tuple(Place(gold.document) for gold in case.golds) for case in cases}
    return Corpus("tables", files, texts, cases, places)


def _case(question: TableQuestion) -> Case:
    expect = () if question.broken else gold_values(question)
    return Case(question.qid, question.text, question.kind, expect, (Gold(f"{question.table_id}.html", ""),))
