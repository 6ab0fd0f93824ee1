"""Trials as a table: figures of the run, and differences from the first."""

from typing import Any

from evals.report_html import comparison_page
from evals.report_html.words import words
from evals.variants.command import Result
from evals.variants.table import models_overview, settings_overview
from evals.variants.trial import Trial, compared
from tests.unit.evals.records import record, run


def trial(name: str, right: int, **changes: Any) -> Trial:
    """Return a trial of ten questions, the first ``right`` of which are answered rightly."""
    figures = {
        "accuracy": right / 10, "value_accuracy": right / 10, "irrelevant_at_5": 0.25, "vector.recall@1": right / 10,
        "vector.recall@5": 1.0, "vector.mrr@10": 0.75, "vector.ndcg@10": 0.8125,
    }  # fmt: skip
    cases = [record(number, right=number < right) for number in range(10)]
    values: dict[str, Any] = {
        "run": run(*cases, name=name, figures=figures), "failures": (), "skipped": {}, "dimension": 384,
        "passage_milliseconds": 12.34, "question_milliseconds": None,
    }  # fmt: skip
    return Trial(name, **{**values, **changes})


TRIALS = (trial("base", 2), trial("better", 9), trial("same", 2))


def test_a_row_a_variant_with_its_difference_from_the_first() -> None:
    found = settings_overview(TRIALS, compared(TRIALS))
    rows = [dict(zip(found.columns, row, strict=True)) for row in found.rows]
    assert [row["variant"] for row in rows] == ["base", "better", "same"]
    assert rows[0] | {"gap": "–", "p": "–", "won": "–", "lost": "–"} == rows[0]
    assert (rows[1]["accuracy"], rows[1]["won"], rows[1]["lost"]) == ("90.0 %", "7", "0")
    # Seven won and none lost: 2 of 128.
    assert rows[1]["p"] == "0.0156" and rows[1]["gap"].startswith("+70.0 (+")
    assert (rows[2]["gap"], rows[2]["p"]) == ("+0.0 (+0.0 … +0.0)", "1.0000")
    assert rows[0]["irrelevant_at_5"] == "25.0 %"


def test_models_have_their_costs_and_their_own_ranking_beside() -> None:
    found = models_overview(TRIALS, compared(TRIALS))
    first, second, _ = (dict(zip(found.columns, row, strict=True)) for row in found.rows)
    assert (first["dimension"], first["passage_milliseconds"], first["question_milliseconds"]) == ("384", "12.3", "–")
    assert (first["vector_recall_at_1"], first["vector_mrr"], first["vector_ndcg_at_10"]) == (
        "20.0 %",
        "0.750",
        "0.812",
    )
    assert first["p_vector"] == "–" and float(second["p_vector"]) < 0.05


def test_every_column_has_words() -> None:
    found = models_overview(TRIALS, compared(TRIALS))
    assert all(words(column).zh != column for column in found.columns if column != "p")


def test_a_result_for_programs_and_for_people() -> None:
    comparisons = compared(TRIALS)
    result = Result(TRIALS, comparisons, settings_overview(TRIALS, comparisons))
    view = result.view()
    assert [one["variant"] for one in view["trials"]] == ["base", "better", "same"]
    assert [one["counts"]["won"] for one in view["comparisons"]] == [7, 0]
    assert view["comparisons"][0]["differences"]["accuracy"]["direction"] == "better"
    page = comparison_page(result.comparisons, result.overview)
    assert "base → better" in page and "base → same" in page and "0.0156" in page
