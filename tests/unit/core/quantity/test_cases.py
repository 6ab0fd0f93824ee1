"""The labelled cases of other projects, by value; skipped where the data is not at hand."""

import json
from pathlib import Path

import pytest

from evals.quantities import main

_CASES = Path(__file__).parents[5] / "shared" / "data" / "quantities" / "cases.jsonl"


@pytest.mark.skipif(not _CASES.exists(), reason="needs ../shared/data/quantities/cases.jsonl")
def test_labelled_cases_reach_their_targets_and_every_miss_has_a_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "scores.json"
    main(_CASES, peers=False, output=output)
    scores = json.loads(output.read_text(encoding="utf-8"))
    shares = {name.removesuffix(".target"): goal for name, goal in scores.items() if name.endswith(".target")}
    assert {name: scores[f"{name}.share"] for name, goal in shares.items() if scores[f"{name}.share"] < goal} == {}
    assert scores["targets_missed"] == scores["misses_without_reason"] == scores["reasons_not_needed"] == 0
    assert "no reason given" not in capsys.readouterr().out
