"""Limits on figures: read, kept, missed, and never on a figure that is not there."""

import pytest

from core.errors import InvalidInput
from evals.thresholds import Missed, Threshold, missed, read_thresholds

FIGURES = {"value_accuracy": 0.95, "irrelevant_at_5": 0.41, "lookup.accuracy": 1.0}


def test_limits_are_read_in_order() -> None:
    assert read_thresholds(["value_accuracy=0.9", " lookup.accuracy = 1"], ["irrelevant_at_5=.4"]) == (
        Threshold("value_accuracy", 0.9, "--min"),
        Threshold("lookup.accuracy", 1.0, "--min"),
        Threshold("irrelevant_at_5", 0.4, "--max"),
    )


@pytest.mark.parametrize("given", ["", "accuracy", "accuracy=", "=0.9", "accuracy=high", "accuracy=nan", "a=1=2"])
def test_what_is_no_limit_is_refused(given: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_thresholds([], [given])
    assert caught.value.place == "--max" and "--max irrelevant_at_5=0.4" in caught.value.advice


def test_the_bound_itself_is_kept() -> None:
    assert missed(read_thresholds(["value_accuracy=0.95"], ["irrelevant_at_5=0.41"]), FIGURES) == ()


def test_every_missed_limit_is_named_with_what_was_found() -> None:
    limits = read_thresholds(["value_accuracy=0.96", "lookup.accuracy=0.5"], ["irrelevant_at_5=0.4"])
    assert missed(limits, FIGURES) == (
        Missed("value_accuracy", "--min", 0.96, 0.95),
        Missed("irrelevant_at_5", "--max", 0.4, 0.41),
    )


def test_a_limit_on_nothing_is_an_error_that_names_near_figures() -> None:
    with pytest.raises(InvalidInput, match="value_acuracy") as caught:
        missed(read_thresholds(["value_acuracy=0.1"], []), FIGURES)
    assert "value_accuracy" in caught.value.advice
    with pytest.raises(InvalidInput) as caught:
        missed(read_thresholds(["x=0.1"], []), {})
    assert "no figures" in caught.value.advice
