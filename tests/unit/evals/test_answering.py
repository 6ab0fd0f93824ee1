"""Scoring one answer, and figures over many."""

from typing import Any

import pytest

from evals.answering import Result, run
from evals.metrics import metrics


def score(made: Any, answer: Any, **case: Any) -> Result:
    return run([made.case(**case)], lambda _: answer)[0]


@pytest.mark.parametrize(
    ("answer", "value", "cited", "right"),
    [
        ({}, True, True, True),
        ({"text": "保修一年", "headline": ""}, True, True, True),
        ({"text": "保修24个月"}, False, True, False),
        ({"cite": ()}, True, False, False),
        ({"headings": ("第四条",)}, True, False, False),
        ({"headings": ("第四条", "第三条"), "cite": (1,)}, True, False, False),
        ({"headings": ("第四条", "第三条"), "cite": (1, 2)}, True, True, True),
        ({"cite": (9,)}, True, False, False),
        ({"refused": True}, False, True, False),
        ({"name": "别的.md"}, True, False, False),
    ],
)
def test_value_and_citation_must_both_be_right(
    made: Any, answer: dict[str, Any], value: bool, cited: bool, right: bool
) -> None:
    result = score(made, made.answer(**answer))
    assert (result.value_right, result.cited_right, result.right) == (value, cited, right)


@pytest.mark.parametrize(("refused", "right"), [(True, True), (False, False)])
def test_an_absent_question_must_be_refused(made: Any, refused: bool, right: bool) -> None:
    assert score(made, made.answer(refused=refused), kind="absent").right is right


def test_every_expected_value_must_be_stated(made: Any) -> None:
    answer = made.answer("整机12个月，电池6个月")
    assert score(made, answer, expect=("12个月", "6个月")).value_right
    assert not score(made, answer, expect=("12个月", "3个月")).value_right


def test_the_headline_is_judged_by_itself(made: Any) -> None:
    assert not score(made, made.answer(headline="")).headline_right
    assert score(made, made.answer(headline="12个月")).headline_right


@pytest.mark.parametrize(
    ("headings", "rank", "irrelevant"),
    [
        (("第三条",), 1, 0.0),
        (("第四条", "第三条"), 2, 0.5),
        (("第四条",), None, 1.0),
        ((), None, 0.0),
        (("第四条",) * 5 + ("第三条",), 6, 1.0),
    ],
)
def test_rank_and_share_of_the_irrelevant(
    made: Any, headings: tuple[str, ...], rank: int | None, irrelevant: float
) -> None:
    result = score(made, made.answer(headings=headings, cite=()))
    assert (result.rank, result.irrelevant) == (rank, irrelevant)


def results(made: Any) -> list[Result]:
    answers = {"对": made.answer(), "错": made.answer("保修24个月", headline="", headings=("第四条", "第三条"))}
    right, wrong = score(made, answers["对"]), score(made, answers["错"])
    refused = score(made, made.answer(refused=True), kind="absent")
    answered = score(made, made.answer(), kind="absent")
    return [right, wrong, refused, answered]


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("questions", 4), ("accuracy", 0.5), ("value_accuracy", 0.5), ("headline_accuracy", 0.5),
        ("article_hit_at_1", 0.5), ("article_hit_at_5", 1.0), ("irrelevant_at_5", 0.25), ("refused_wrong", 0),
        ("refused_right", 1), ("answered_wrong", 1), ("lookup.questions", 2), ("lookup.accuracy", 0.5),
        ("absent.accuracy", 0.5), ("absent.refused_right", 1),
    ],
)  # fmt: skip
def test_figures(made: Any, name: str, figure: float) -> None:
    assert metrics(results(made))[name] == figure


def test_figures_of_nothing(made: Any) -> None:
    assert metrics([]) == {"questions": 0, "accuracy": 0.0, "milliseconds_mean": 0.0}


def test_absent_questions_count_no_hits(made: Any) -> None:
    figures = metrics([score(made, made.answer(refused=True), kind="absent")])
    assert "article_hit_at_1" not in figures


def test_questions_are_asked_in_order_and_timed(made: Any) -> None:
    asked: list[str] = []

    def ask(question: str) -> Any:
        asked.append(question)
        return made.answer()

    cases = [made.case(), made.case(anchor="第四条")]
    scored = run(cases, ask)
    assert asked == [case.question for case in cases]
    assert [result.case for result in scored] == cases
    assert all(result.milliseconds >= 0 for result in scored)
