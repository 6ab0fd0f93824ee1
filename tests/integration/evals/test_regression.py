"""``make eval`` fails when quality falls below what was accepted: a regression is planted and must be caught."""

import json
from pathlib import Path

import pytest

from core.settings import Settings
from evals import baseline, run
from evals.attribution.faults import no_keywords, no_vectors
from evals.run import Target, main
from tests.integration.evals.test_attribution import QUESTIONS
from tests.integration.retrieval.conftest import DOCUMENTS, application, own_settings

__all__ = ["application", "own_settings"]


@pytest.fixture
def measured(own_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small suite with its documents, as the only one known; results and baselines lie in the returned folder."""
    documents, suite = tmp_path / "documents", tmp_path / "small.yaml"
    documents.mkdir()
    for name in ("价目.md", "会员手册.md", "配送说明.md"):
        (documents / name).write_text(DOCUMENTS[name], encoding="utf-8")
    suite.write_text(QUESTIONS, encoding="utf-8")
    monkeypatch.setattr(run, "targets", lambda _: [Target("small", "regression", suite, documents)])
    monkeypatch.setattr(run, "load_settings", lambda: own_settings)
    monkeypatch.setattr(run, "BUILD", tmp_path)
    monkeypatch.setattr(baseline, "FOLDER", tmp_path / "baselines")
    (tmp_path / "baselines").mkdir()
    return tmp_path


def test_a_planted_regression_fails_the_run(measured: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    figures = json.loads((measured / "eval-small.json").read_text(encoding="utf-8"))
    assert figures["value_accuracy"] == 1.0
    (measured / "baselines" / "small.json").write_text(json.dumps(figures), encoding="utf-8")
    assert main([]) == 0
    capsys.readouterr()
    with no_vectors(), no_keywords():
        assert main([]) == 1
    assert "small: value_accuracy" in capsys.readouterr().err
