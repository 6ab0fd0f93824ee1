"""The labelled cases of other projects, by value; skipped where the data is not at hand."""

import json
from pathlib import Path

import pytest

from evals.quantities import main

_CASES = Path(__file__).parents[5] / "shared" / "data" / "quantities" / "cases.jsonl"
_LEAST = {
    "recognizers.number": 0.95,
    "recognizers.percent": 0.95,
    "recognizers.range": 0.95,
    "recognizers.money": 0.95,
    "recognizers.dimension": 0.95,
    "recognizers.duration": 0.95,
    "recognizers.age": 0.95,
    "recognizers.temperature": 0.95,
    "cn2an.number": 0.99,
}


@pytest.mark.skipif(not _CASES.exists(), reason="needs ../shared/data/quantities/cases.jsonl")
def test_labelled_cases(tmp_path: Path) -> None:
    output = tmp_path / "scores.json"
    main(_CASES, misses=False, output=output)
    scores = json.loads(output.read_text(encoding="utf-8"))
    assert {name: scores[f"{name}.share"] for name in _LEAST if scores[f"{name}.share"] < _LEAST[name]} == {}
