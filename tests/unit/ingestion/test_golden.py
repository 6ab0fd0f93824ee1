"""Accepted output for small files; ``DIANMIAN_REGENERATE=1`` writes it anew."""

import json
import os
from pathlib import Path

import pytest

from core.settings import Settings
from core.wire import to_json
from ingestion.chunk import chunk_document
from ingestion.parse import parse_file

FOLDER = Path(__file__).resolve().parents[2] / "golden" / "ingestion"
SOURCES = sorted(path for path in FOLDER.glob("*") if not path.name.endswith(".golden.json"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_output_is_as_accepted(path: Path, settings: Settings) -> None:
    document = parse_file(path, settings=settings)
    chunks = chunk_document(document, settings)
    result = json.loads(to_json({"document": document, "chunks": chunks}))
    golden = path.with_name(path.name + ".golden.json")
    if os.environ.get("DIANMIAN_REGENERATE") == "1":
        golden.write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    assert golden.exists(), "run once with DIANMIAN_REGENERATE=1 and read the result"
    assert result == json.loads(golden.read_text(encoding="utf-8"))


def test_there_are_sources() -> None:
    assert len(SOURCES) >= 5
