"""One tree of errors, each with place and advice, one table for how it leaves the program."""

import pytest

from core import errors
from core.errors import OUTCOMES, DianmianError, Outcome, outcome_of

ALL = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, DianmianError)]


@pytest.mark.parametrize(
    ("place", "advice", "text"),
    [
        ("", "", "坏了"),
        ("a.csv, line 3", "", "a.csv, line 3: 坏了"),
        ("", "改一下", "坏了 (改一下)"),
        ("a.csv", "改一下", "a.csv: 坏了 (改一下)"),
    ],
)
def test_the_message_names_place_and_advice(place: str, advice: str, text: str) -> None:
    error = errors.InvalidInput("坏了", place=place, advice=advice)
    assert str(error) == text
    assert (error.message, error.place, error.advice) == ("坏了", place, advice)


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_every_error_has_an_outcome_and_a_docstring(kind: type[DianmianError]) -> None:
    assert outcome_of(kind("x")) is OUTCOMES[kind]
    assert kind.__doc__
    assert f"{kind.__name__}" in (errors.__doc__ or "")


def test_an_unlisted_error_takes_its_nearest_listed_kind() -> None:
    class TooDeep(errors.UnreadableFile):
        pass

    assert outcome_of(TooDeep("x")) == OUTCOMES[errors.UnreadableFile]


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (errors.InvalidInput, 422),
        (errors.UnreadableFile, 415),
        (errors.NotFound, 404),
        (errors.Conflict, 409),
        (errors.NotAllowed, 403),
        (errors.RateLimited, 429),
        (errors.UpstreamFailed, 502),
        (errors.NotReady, 503),
    ],
)
def test_statuses(kind: type[DianmianError], status: int) -> None:
    assert outcome_of(kind("x")).status == status


@pytest.mark.parametrize("outcome", OUTCOMES.values(), ids=lambda outcome: outcome.type)
def test_outcomes_are_of_their_kind(outcome: Outcome) -> None:
    assert 400 <= outcome.status < 600
    assert 64 <= outcome.exit_code <= 78, "exit codes are those of sysexits"


def test_problem_types_are_distinct() -> None:
    assert len({outcome.type for outcome in OUTCOMES.values()}) == len(OUTCOMES)
