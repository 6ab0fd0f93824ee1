"""Other parsers: what they are asked, and what their answers are worth."""

import sys
import venv
from pathlib import Path

import pytest

from evals import quantities_peer_runner as runner
from evals.quantities_cases import Case, Span
from evals.quantities_peer_values import meets
from evals.quantities_peers import measure, tasks_of

MONEY = Case("recognizers", "money", "花了3元", (Span(2, "3元", "3", iso="CNY"),))
AGE = Case("recognizers", "age", "她5岁", (Span(1, "5岁", "5", unit="Year"),))
DURATION = Case("recognizers", "duration", "干了2年", (Span(2, "2年", "0", timex="P2Y"),))
PERCENT = Case("recognizers", "percent", "30%", (Span(0, "30%", "30%"),))
NOTHING = Case("recognizers", "money", "一起去", ())
DATE = Case("wetext_itn", "date", "八月八日", None, "08/08")
CLOCK = Case("wetext_itn", "time", "八点半", None, "8:30")


def test_a_parser_is_asked_for_what_it_reads() -> None:
    assert tasks_of("jionlp", MONEY) == ("money",)
    assert tasks_of("cn2an", MONEY) == ()
    assert tasks_of("quantulum3", PERCENT) == ("any",) and tasks_of("quantulum3", AGE) == ()
    assert tasks_of("recognizers-text", Case("recognizers", "number", "3", (), unsupported="java, python")) == ()
    assert tasks_of("cn2an", PERCENT) == ()


@pytest.mark.parametrize(
    ("case", "readings", "right"),
    [
        (MONEY, [runner.reading(2, 4, "money", "3", iso="CNY")], True),
        (MONEY, [runner.reading(2, 4, "money", "3.00", iso="", unit="元")], True),
        (MONEY, [runner.reading(2, 4, "money", "4", iso="CNY")], False),
        (MONEY, [runner.reading(0, 1, "money", "3", iso="CNY")], False),
        (MONEY, [], False),
        (AGE, [runner.reading(1, 3, "unit", "5", unit="Year")], True),
        (AGE, [runner.reading(1, 3, "unit", "5", unit="Month")], False),
        (AGE, [runner.reading(1, 3, "unit", "five", unit="Year")], False),
        (DURATION, [runner.reading(2, 4, "duration", "0", timex="P2Y")], True),
        (DURATION, [runner.reading(2, 4, "duration", "0", timex="P2M")], False),
        (PERCENT, [runner.reading(0, 3, "ratio", "30")], True),
        (NOTHING, [], True),
        (NOTHING, [runner.reading(0, 1, "money", "1", iso="CNY")], False),
        (DATE, [runner.reading(0, 4, "date", "2026-08-08", timex="XXXX-08-08")], True),
        (DATE, [runner.reading(0, 4, "date", "2026-08-08", timex="2026-08-08")], True),
        (DATE, [runner.reading(0, 4, "date", "2026-08-09", timex="2026-08-09")], False),
        (CLOCK, [runner.reading(0, 3, "time", "20:30:00"), runner.reading(0, 3, "time", "08:30:00")], True),
        (CLOCK, [runner.reading(0, 3, "time", "08:00:00")], False),
    ],
)
def test_answers_are_compared_by_value(case: Case, readings: list[runner.Reading], right: bool) -> None:
    assert meets(case, readings) is right


def test_without_an_environment_each_parser_says_so(tmp_path: Path) -> None:
    results = measure([MONEY], tmp_path / "none")
    assert {result.peer for result in results} == set(runner.PEERS)
    assert all("none is not there" in result.failure and not result.rights for result in results)


@pytest.mark.skipif(sys.platform == "win32", reason="the layout of environments differs")
def test_a_parser_that_is_not_installed_says_so(tmp_path: Path) -> None:
    venv.create(tmp_path / "empty", with_pip=False)
    results = measure([MONEY, PERCENT], tmp_path / "empty")
    assert all(result.failure.startswith("ModuleNotFoundError") for result in results)
