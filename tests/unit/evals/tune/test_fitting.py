"""Fitting finds what is there to find, claims no gain where there is none, and moves nothing without a reason."""

import random
from collections.abc import Mapping

import pytest

from core.answer import Answer
from core.settings import Settings
from evals.answering import Result
from evals.suite import Case
from evals.tune.fitting import fit, validate
from evals.tune.outcome import Outcome
from evals.tune.setting import SHARES, Setting, all_weights, setting_of

PRESENT = Setting((0.5, 0.3, 0.2), 0.3, 0.6)
OTHER = (0.3, 0.3, 0.4)


def outcome(*, right: bool = True, evidence: float = 0.8, absent: bool = False, rank: int | None = 1) -> Outcome:
    case = Case("q", "保修多久？", "absent" if absent else "lookup", (), ())
    answer = Answer("保修多久？", "12个月", "structured", "exact_candidate", 0.9)
    result = Result(case, answer, right, right, right, rank, 0.5, 0.0)
    return Outcome(evidence, dict.fromkeys(SHARES, result))


def outcomes(**changed: list[Outcome]) -> Mapping[tuple[float, float, float], list[Outcome]]:
    return {PRESENT.weights: changed["present"], OTHER: changed["other"]}


def test_better_weights_are_found_and_gain_on_held_out_questions() -> None:
    found = outcomes(present=[outcome(right=number % 2 == 0) for number in range(40)], other=[outcome()] * 40)
    assert fit(found, range(40), PRESENT) == Setting(OTHER, 0.3, 0.6)
    validation = validate(found, PRESENT)
    assert validation.gain == pytest.approx(0.3)
    assert len(validation.gains) == 5 and validation.p < 0.01
    assert {setting.weights for setting in validation.chosen} == {OTHER}


def test_nothing_better_keeps_the_present_setting() -> None:
    found = outcomes(present=[outcome()] * 20, other=[outcome()] * 20)
    assert fit(found, range(20), PRESENT) == PRESENT
    assert validate(found, PRESENT).gain == 0.0


def test_a_threshold_is_found_between_answerable_and_absent() -> None:
    asked = [outcome(evidence=0.55) for _ in range(10)] + [outcome(evidence=0.42, absent=True) for _ in range(10)]
    fitted = fit(outcomes(present=asked, other=asked), range(20), PRESENT)
    assert 0.42 < fitted.threshold <= 0.55
    assert fitted.weights == PRESENT.weights


def test_noise_gains_in_fitting_but_not_on_held_out_questions() -> None:
    draw = random.Random(5)
    noise = {
        weights: [outcome(right=draw.random() < 0.5) for _ in range(60)] for weights in all_weights(PRESENT.weights)
    }
    best = fit(noise, range(60), PRESENT)
    seen = sum(item.right(0.3, 0.6) for item in noise[best.weights]) - sum(
        item.right(0.3, 0.6) for item in noise[PRESENT.weights]
    )
    assert seen > 5
    assert abs(validate(noise, PRESENT).gain) < 0.1
    assert validate(noise, PRESENT).p > 0.05


@pytest.mark.parametrize(
    ("item", "threshold", "right", "worth"),
    [
        (outcome(), 0.3, True, 0.95),
        (outcome(rank=2), 0.3, True, 0.8),
        (outcome(right=False, rank=None), 0.3, False, 0.05),
        (outcome(evidence=0.2), 0.3, False, 0.0),
        (outcome(absent=True, evidence=0.2), 0.3, True, 1.0),
        (outcome(absent=True, evidence=0.3), 0.3, False, 0.0),
    ],
)
def test_worth(item: Outcome, threshold: float, right: bool, worth: float) -> None:
    assert item.right(threshold, 0.6) is right
    assert item.worth(threshold, 0.6) == pytest.approx(worth)


def test_all_weights_add_up_and_begin_with_the_present_ones() -> None:
    tried = all_weights((0.5, 0.3, 0.2))
    assert tried[0] == (0.5, 0.3, 0.2) and len(tried) == len(set(tried)) == 16
    assert all(sum(weights) == pytest.approx(1) and min(weights) > 0 for weights in tried)


def test_settings_are_read_as_shares_of_one() -> None:
    chosen = Settings(_env_file=None, weight_structured=2, weight_vector=1, weight_keyword=1)  # type: ignore[call-arg]
    assert setting_of(chosen).weights == (0.5, 0.25, 0.25)
