"""Figures of judgements, worked out by hand."""

from decimal import Decimal

import pytest

from core.llm import Usage
from core.settings import load_settings
from evals.comparing.figure import FIGURES
from evals.judging.figures import disagreements, judge_figures, spending
from evals.judging.judgement import Judgement, Opinion
from evals.layers.figures import figures_of
from evals.thresholds import missed, read_thresholds
from tests.unit.evals.records import absent, record


def judgement(*supported: bool, correct: bool = True) -> Judgement:
    return Judgement("judged", tuple(Opinion(f"第{at}句", held) for at, held in enumerate(supported)), correct)


FAILED = Judgement("failed", reason="the reply is empty")
RECORDS = (
    record(1, judgement=judgement(True, True)),
    # The judge takes a right answer for wrong, and finds one of its two statements without support.
    record(2, judgement=judgement(True, False, correct=False)),
    # Both say that it is wrong; the program alone says that it is faithful.
    record(3, right=False, judgement=judgement(False, correct=False)),
    record(4, judgement=FAILED),
    absent(5, judgement=Judgement("refused", correct=True)),
    record(6, right=False, refused=True, faithful=None, judgement=Judgement("refused")),
)


def test_shares_are_over_what_was_answered_and_a_failure_never_counts_in_favour() -> None:
    figures = judge_figures(RECORDS)
    assert (figures["judge.asked"], figures["judge.failed"]) == (4, 1)
    assert figures["judge.faithfulness"] == pytest.approx((1 + 0.5 + 0 + 0) / 4)
    assert figures["judge.correctness"] == pytest.approx(2 / 6, abs=1e-4)


def test_agreement_is_over_the_verdicts_of_judgements_that_were_had() -> None:
    figures = judge_figures(RECORDS)
    assert figures["judge.agreement.correctness"] == pytest.approx(2 / 3, abs=1e-4)
    assert figures["judge.agreement.faithfulness"] == pytest.approx(1 / 3, abs=1e-4)
    assert figures["judge.agreement"] == pytest.approx(3 / 6)
    assert [disagreements(one) for one in RECORDS] == [
        (), ("correctness", "faithfulness"), ("faithfulness",), (), (), (),
    ]  # fmt: skip


def test_without_a_judge_there_is_no_figure_and_without_a_judgement_no_agreement() -> None:
    assert not [name for name in figures_of([record(1), absent(2)]) if name.startswith("judge.")]
    figures = figures_of([record(1, judgement=FAILED)])
    assert figures["judge.faithfulness"] == figures["judge.correctness"] == 0 and figures["judge.failed"] == 1
    assert "judge.agreement" not in figures


def test_limits_and_comparisons_take_them() -> None:
    limits = read_thresholds(["judge.faithfulness=0.9"], ["judge.failed=0"])
    assert [one.figure for one in missed(limits, figures_of(RECORDS))] == ["judge.faithfulness", "judge.failed"]
    by_name = {figure.name: figure.mean(RECORDS) for figure in FIGURES}
    for name in ("judge.faithfulness", "judge.correctness"):
        assert by_name[name] == pytest.approx(judge_figures(RECORDS)[name], abs=1e-4)
    assert {figure.name: figure.mean([record(1)]) for figure in FIGURES}["judge.faithfulness"] is None


def test_what_it_took_has_a_cost_only_where_prices_are_set() -> None:
    usage = Usage(requests=3, prompt_tokens=2_000, completion_tokens=500)
    unpriced, priced = load_settings(_env_file=None), load_settings(_env_file=None, llm_price_in=Decimal(10))
    assert spending(usage, unpriced) == {"judge.requests": 3, "judge.tokens": 2_500}
    assert spending(usage, priced)["judge.cost"] == pytest.approx(0.02)
