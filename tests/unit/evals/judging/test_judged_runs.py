"""Judgements in what is kept of a run, in its report and on the command line."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from evals.judging.judgement import Judgement, Opinion
from evals.layers.keeping import read_run, write_run
from evals.layers.record import CaseRecord, Run
from evals.report_html import run_page
from service.cli.evaluate_judge import show_judge, warn_of_failures
from service.cli.evaluate_tables import show_case
from tests.unit.evals.records import HOSTILE, absent, record, run

OPINIONS = (Opinion("退货期限为7天", True, "第一段写明"), Opinion("运费全免", False, "片段写的是6元"))


@pytest.fixture
def made() -> Run:
    cases: tuple[CaseRecord, ...] = (
        record(1, judgement=Judgement("judged", OPINIONS, True, "说出了6天")),
        record(2, judgement=Judgement("failed", reason="the reply is empty")),
        absent(3, judgement=Judgement("refused", correct=True)),
    )
    figures = {"judge.asked": 2.0, "judge.failed": 1.0, "judge.faithfulness": 0.25, "judge.correctness": 2 / 3,
               "judge.agreement": 0.5, "judge.tokens": 1234.0}  # fmt: skip
    return run(*cases, figures=figures, settings={"judge_model": "评判员", "chunk_size": 512})


def test_a_run_with_judgements_is_kept_whole(made: Run, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    write_run(path, made)
    assert read_run(path) == made


def test_a_run_kept_before_there_were_judges_is_still_read(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    write_run(path, run(record(1)))
    path.write_text(path.read_text(encoding="utf-8").replace('"judgement": null,', ""), encoding="utf-8")
    assert "judgement" not in path.read_text(encoding="utf-8")
    assert read_run(path).cases[0].judgement is None


def test_the_report_shows_every_statement_with_its_reason(made: Run) -> None:
    tree = BeautifulSoup(run_page(made), "html5lib")
    first, second = tree.select("#judge details.judged")
    said = [item.get_text(" ", strip=True) for item in first.select("li")]
    assert said == ["✓ 退货期限为7天 第一段写明", "✗ 运费全免 片段写的是6元"]
    badges = [badge.get_text(" ", strip=True) for badge in first.select(".badge")]
    assert badges[0].endswith("1 / 2") and "正确" in badges[1] and "忠实与否不一致" in badges[2]
    assert "the reply is empty" in second.get_text() and "评判失败" in second.get_text()
    assert "Q003" not in tree.select_one("#judge").get_text()  # type: ignore[union-attr]
    assert not BeautifulSoup(run_page(run(record(1))), "html5lib").select("#judge")


def test_words_of_a_judge_are_text_in_the_report() -> None:
    bad = Judgement("judged", (Opinion(HOSTILE, False, HOSTILE),), False, HOSTILE)
    page = run_page(run(record(1, judgement=bad), record(2, judgement=Judgement("failed", reason=HOSTILE))))
    assert "<script>alert" not in page
    assert BeautifulSoup(page, "html5lib").select_one("#judge").get_text().count(HOSTILE) == 4  # type: ignore[union-attr]


def test_the_command_line_shows_figures_failures_and_reasons(made: Run, capsys: pytest.CaptureFixture[str]) -> None:
    show_judge(made)
    warn_of_failures(made)
    shown = capsys.readouterr()
    assert "(评判员)" in shown.out and "faithful 25.0" in shown.out and "correct 66.7" in shown.out
    assert "failed 1 / 2" in shown.out and "1234" in shown.out
    assert "not judged: 1 ([Q002] the reply is empty)" in shown.err
    show_case(made.cases[0])
    show_case(made.cases[1])
    told = capsys.readouterr().out
    assert "supported 1 / 2" in told and "✗ 运费全免 — 片段写的是6元" in told and "说出了6天" in told
    assert "judging failed: the reply is empty" in told


def test_a_run_without_a_judge_says_nothing_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    show_judge(run(record(1)))
    warn_of_failures(run(record(1)))
    shown = capsys.readouterr()
    assert shown.out == shown.err == ""
