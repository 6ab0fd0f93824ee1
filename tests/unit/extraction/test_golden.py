"""Accepted facts of small documents; ``DIANMIAN_REGENERATE=1`` writes them anew."""

import json
import os
from pathlib import Path

import pytest

from core.document import DocumentInfo
from core.fact import Fact
from core.settings import Settings
from core.wire import to_builtins
from extraction.extractor import extract
from extraction.naming import Naming
from ingestion.chunk import chunk_document
from ingestion.parse import parse_file

FOLDER = Path(__file__).resolve().parents[2] / "golden" / "extraction"
SOURCES = sorted(path for path in FOLDER.glob("*") if not path.name.endswith(".golden.json"))


def facts_of(path: Path) -> list[tuple[Fact, str]]:
    """Return every fact of a file, each with the text of its chunk."""
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    document = parse_file(path, settings=settings)
    info = DocumentInfo(document.id, document.title, document.source_name, document.version, document.metadata)
    chunks = chunk_document(document, settings)
    return [(fact, chunk.text) for chunk in chunks for fact in extract(chunk, info, Naming()).facts]


def accepted_form(fact: Fact) -> dict[str, object]:
    """Return what a person judges a fact by; confidence is left out, it is a matter of tuning."""
    quantity = to_builtins(fact.quantity)
    kept = ("low", "high", "low_open", "high_open", "unit", "dimension")
    return {
        "subject": fact.subject,
        "attribute": fact.attribute,
        "value": fact.value,
        "quantity": {name: quantity[name] for name in kept} if quantity else None,
        "conditions": [condition.text for condition in fact.conditions],
        "quote": fact.quote,
    }


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_facts_are_as_accepted(path: Path) -> None:
    result = [accepted_form(fact) for fact, _ in facts_of(path)]
    golden = path.with_name(path.name + ".golden.json")
    if os.environ.get("DIANMIAN_REGENERATE") == "1":
        golden.write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    assert golden.exists(), "run once with DIANMIAN_REGENERATE=1 and read the result"
    assert result == json.loads(golden.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_quote_is_verbatim_and_holds_the_value(path: Path) -> None:
    facts = facts_of(path)
    assert facts
    for fact, text in facts:
        assert text[fact.quote_start : fact.quote_end] == fact.quote
        assert fact.value in fact.quote


def test_there_are_sources() -> None:
    assert len(SOURCES) >= 5
