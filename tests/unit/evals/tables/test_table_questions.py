"""Scoring of table questions on results made by hand; the real set where it is."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.fact import Fact
from evals.facts.table_coverage import SHARED
from evals.facts.table_gold import GoldTable
from evals.tables.__main__ import main
from evals.tables.asking import Result, twins_of
from evals.tables.causes import cell_cause, table_cause
from evals.tables.ceiling import alike_of, ceiling_figures
from evals.tables.figures import figures
from evals.tables.question import TableQuestion, read_questions


def fact(subject: str, attribute: str, value: str) -> Fact:
    name = f"{subject}{attribute}{value}"
    return Fact(name, subject, attribute, value, "chk", "doc", value, 0, len(value), rule="table")


RENT_NOW, RENT_THEN, WAGES_NOW = fact("租金", "本期", "12"), fact("租金", "上期", "10"), fact("工资", "本期", "90")
ONE = TableQuestion("q_1", "t1", "本期租金是多少？", "single_cell", ("12",))
TWO = replace(ONE, qid="q_2", text="租金分别是多少？", kind="arbitrary_cells", gold=("12", "10"))


def result(
    question: TableQuestion, *matches: Fact, rank: int | None = 1, twins: frozenset[str] = frozenset()
) -> Result:
    return Result(question, "vertical", rank, "doc_1" if rank == 1 else "doc_2", twins, matches)


@pytest.mark.parametrize(
    ("found", "cause"),
    [
        (result(ONE, RENT_NOW, RENT_THEN), None),
        (result(ONE, RENT_THEN, RENT_NOW), "other column"),
        (result(ONE, WAGES_NOW, RENT_NOW), "other row"),
        (result(ONE, fact("工资", "上期", "80"), RENT_NOW), "other row and column"),
        (result(ONE, WAGES_NOW), "no fact"),
        (result(ONE), "no fact"),
        (result(replace(ONE, gold=("租金",)), RENT_NOW), "asked for a name"),
        (result(TWO, RENT_THEN, RENT_NOW), None),
        (result(TWO, RENT_NOW, WAGES_NOW, RENT_THEN), "more cells than found first"),
    ],
)
def test_cells_and_why_they_were_missed(found: Result, cause: str | None) -> None:
    assert cell_cause(found) == cause
    assert found.cells_right is (cause is None)


def test_a_table_with_the_same_names_is_told_from_a_wrong_one() -> None:
    assert table_cause(result(ONE)) is None
    assert table_cause(result(ONE, rank=2, twins=frozenset({"doc_2"}))) == "same names in another table"
    assert table_cause(result(ONE, rank=None)) == "names differ"


def test_twins_hold_the_names_of_every_gold_cell() -> None:
    facts = {"t1": [RENT_NOW, RENT_THEN], "t2": [fact("租 金", "本期", "77")], "t3": [WAGES_NOW]}
    assert twins_of(ONE, facts) == {"t2"}
    assert twins_of(TWO, facts) == frozenset()
    assert twins_of(replace(ONE, gold=("404",)), facts) == frozenset()


def test_figures_count_what_was_asked_and_leave_broken_gold_out() -> None:
    broken = result(replace(ONE, broken=True), WAGES_NOW)
    twin = result(ONE, RENT_NOW, rank=2, twins=frozenset({"doc_2"}))
    flat = figures([result(ONE, RENT_NOW), result(TWO, RENT_NOW, WAGES_NOW, RENT_THEN), twin, broken])
    assert (flat["table_at_1"], flat["table_or_twin_at_1"], flat["table_at_1.untwinned"]) == (0.75, 1.0, 1.0)
    assert (flat["chance_at_1"], flat["single.cell"], flat["several.cells"]) == (0.875, 1.0, 0.0)
    assert flat["broken"] == 1
    assert flat["cause.same names in another table"] == 1


def test_absent_data_are_said_to_be_absent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == {}
    assert "no data/tables" in capsys.readouterr().out


def test_every_question_of_the_public_set_is_read() -> None:
    if not (SHARED / "data" / "tables").is_dir():
        pytest.skip("the public tables are not beside the project")
    questions = read_questions(SHARED, "dev")
    assert len({question.qid for question in questions}) == len(questions) == 464
    assert all(question.gold for question in questions)


def test_tables_are_alike_when_no_word_of_the_question_tells_them_apart() -> None:
    def table(name: str, *cells: str) -> GoldTable:
        return GoldTable(name, "vertical", "", cells)

    tables = {
        "t1": table("t1", "仓库租金", "本期", "12"),
        "t2": table("t2", "仓库租金", "本期", "77"),
        "t3": table("t3", "租金", "本期", "5"),
    }
    assert alike_of("本期仓库租金是多少？", tables["t1"], {"t2", "t3"}, tables) == {"t2"}
    assert alike_of("本期租金是多少？", tables["t1"], {"t2", "t3"}, tables) == {"t2", "t3"}
    assert alike_of("本期租金是多少？", tables["t1"], set(), tables) == frozenset()


def test_the_ceiling_counts_luck_as_often_as_it_would_strike() -> None:
    twins = frozenset({"doc_2", "doc_3"})
    lucky = replace(result(ONE, twins=twins), alike=frozenset({"doc_2"}))
    unlucky = replace(lucky, rank=2, first_document="doc_2")
    wrong = replace(lucky, rank=2, first_document="doc_3")
    told = result(ONE, twins=twins)
    flat = ceiling_figures([lucky, unlucky, wrong, told, result(ONE)])
    assert (flat["ceiling.twinned"], flat["ceiling.tables"]) == (4, 3.0)
    assert (flat["ceiling.told_apart"], flat["ceiling.told_from_some"], flat["ceiling.untold"]) == (1, 3, 0)
    assert flat["ceiling.blind_at_1"] == round((4 / 3 + 1) / 5, 4)
    assert (flat["ceiling.at_1"], flat["ceiling.expected_at_1"]) == (0.7, 0.6)
    assert flat["ceiling.share"] == round(0.6 / 0.7, 4)


def test_the_ceiling_of_no_question_is_nothing() -> None:
    assert set(ceiling_figures([]).values()) == {0}
