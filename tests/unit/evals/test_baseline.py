"""A run against the figures accepted before, and how figures are shown and kept."""

import json
from pathlib import Path

import pytest

from evals import baseline
from evals.baseline import below_baseline
from evals.report import print_misses, print_table, write_json
from tests.unit.evals.records import record


@pytest.fixture
def accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(baseline, "FOLDER", tmp_path)
    figures = {"accuracy": 0.9, "article_hit_at_1": 0.8, "irrelevant_at_5": 0.5, "lookup.accuracy": 1.0}
    (tmp_path / "shop.json").write_text(json.dumps(figures), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("figures", "worse"),
    [
        ({"accuracy": 0.9, "article_hit_at_1": 0.8}, []),
        ({"accuracy": 0.95, "article_hit_at_1": 0.9}, []),
        ({"accuracy": 0.89, "article_hit_at_1": 0.8}, ["accuracy"]),
        ({"accuracy": 0.5, "article_hit_at_1": 0.5}, ["accuracy", "article_hit_at_1"]),
        ({"accuracy": 0.9}, ["article_hit_at_1"]),
        ({"accuracy": 0.89995, "article_hit_at_1": 0.8}, []),
        ({"accuracy": 0.9, "article_hit_at_1": 0.8, "irrelevant_at_5": 0.9, "lookup.accuracy": 0.0}, []),
    ],
)
def test_below(accepted: Path, figures: dict[str, float], worse: list[str]) -> None:
    lines = below_baseline("shop", figures)
    assert [line.split()[1] for line in lines] == worse
    assert all(line.startswith("shop: ") for line in lines)


def test_without_a_baseline_nothing_is_below(accepted: Path) -> None:
    assert below_baseline("policies", {"accuracy": 0.0}) == []


def test_figures_are_kept_as_flat_json(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "run.json"
    write_json(path, {"accuracy": 0.5, "lookup.accuracy": 1.0})
    assert json.loads(path.read_text(encoding="utf-8")) == {"accuracy": 0.5, "lookup.accuracy": 1.0}


def test_a_table_shows_every_kind(capsys: pytest.CaptureFixture[str]) -> None:
    print_table("shop", {"questions": 12, "accuracy": 0.5, "lookup.accuracy": 0.25}, ["lookup", "absent"])
    shown = capsys.readouterr().out
    assert all(text in shown for text in ("shop", "12", "0.5", "0.25", "lookup", "absent"))


def test_misses_are_shown_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    print_misses([record(1)])
    assert capsys.readouterr().out == ""
    print_misses([record(2, right=False, answer="[bold]保修[/bold]24个月")])
    shown = capsys.readouterr().out
    assert "[bold]保修[/bold]24个月" in shown
    assert "lost by vector" in shown
