"""``dianmian suite`` without a database: check, schema, convert, compare, and where files go."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from evals.suite import read_suite
from service.cli.app import app

TRIPLE = {"qid": 5, "question": "谁写的", "subject": "星河集", "attribute": "作者", "value": "林一"}
RIGHT = "- {id: L1, question: 保修多久？, kind: lookup, expect: [12个月], document: 保修.md}\n"


def run(*words: str | Path, code: int = 0) -> str:
    found = CliRunner().invoke(app, ["suite", *map(str, words)])
    assert found.exit_code == code, found.output
    return found.output


def run_json(*words: str | Path, code: int = 0) -> Any:
    found = CliRunner().invoke(app, ["suite", *map(str, words), "--json"])
    assert found.exit_code == code, found.output
    return json.loads(found.stdout)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def file(name: str, *lines: str) -> Path:
    path = Path(name)
    path.write_text("".join(lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("wrong", ["also: [x]", "also: 5", "facts: 1", "text: [[]]", "question: [a]"])
def test_check_tells_every_fault(wrong: str) -> None:
    suite = file("a.yaml", RIGHT, RIGHT.replace("}", f", {wrong}}}"), "- {id: L3, kind: x}\n", "- 5\n")
    told = run_json("check", suite, code=65)
    assert told["questions"] == 1
    assert [fault["place"].split(",")[0] for fault in told["faults"]][-4:] == ["a.yaml[3]"] * 3 + ["a.yaml[4]"]
    assert all(fault["place"] and fault["fault"] for fault in told["faults"])
    shown = run("check", suite, code=65)
    assert all(f"{fault['place']}: {fault['fault']}" in shown for fault in told["faults"])
    assert f"{len(told['faults'])} 处问题" in shown


def test_check_of_a_right_suite() -> None:
    assert run_json("check", file("a.yaml", RIGHT)) == {"questions": 1, "faults": []}


def test_check_of_what_is_no_suite() -> None:
    assert run_json("check", file("a.yaml", "questions:\n", RIGHT), code=65)["place"] == "a.yaml"


@pytest.mark.parametrize("words", [(), ("--entry",)])
def test_schema(words: Sequence[str]) -> None:
    schema = json.loads(run("schema", *words))
    assert schema == run_json("schema", *words)
    Draft202012Validator.check_schema(schema)
    entry = {"id": "L1", "question": "多久", "kind": "lookup", "expect": 12, "document": "a.md"}
    validator = Draft202012Validator(schema)
    assert validator.is_valid(entry if words else [entry])
    assert not validator.is_valid([entry] if words else entry)


def test_convert_writes_here_and_replaces_nothing() -> None:
    source = file("五题.jsonl", json.dumps(TRIPLE))
    found = run_json("convert", "kbqa", source)
    assert found == {"questions": 1, "left_out": 0, "file": "五题.suite.yaml"}
    assert read_suite(Path("五题.suite.yaml"))[0].expect == ("林一",)
    again = run_json("convert", "kbqa", source, code=73)
    assert "--force" in again["advice"] and again["place"] == "五题.suite.yaml"
    run("convert", "kbqa", source, "--force")
    run("convert", "kbqa", source, "-o", "b/c.jsonl")
    run("convert", "kbqa", source, "-o", "b/c.jsonl", code=73)
    assert read_suite(Path("b/c.jsonl")) == read_suite(Path("五题.suite.yaml"))


@pytest.mark.parametrize("form", ["cmrc", "drcd", "tables", "services"])
def test_convert_of_the_wrong_file_writes_nothing(folder: Path, form: str) -> None:
    source = file("五题.jsonl", json.dumps(TRIPLE))
    told = run_json("convert", form, source, code=65)
    assert told["place"] and f"{form} reads" in told["advice"]
    assert [path.name for path in folder.iterdir()] == ["五题.jsonl"]


def test_an_unknown_form() -> None:
    told = run_json("convert", "squad", "a.json", code=65)
    assert "cmrc reads" in told["advice"]


def test_convert_of_one_bad_row_leaves_the_old_file() -> None:
    old = file("a.suite.yaml", RIGHT)
    source = file("a.jsonl", json.dumps(TRIPLE) + "\n", json.dumps(TRIPLE | {"qid": 6, "value": 7, "question": None}))
    assert run_json("convert", "kbqa", source, "--force", code=65)["place"] == "a.jsonl, line 2, question"
    assert old.read_text(encoding="utf-8") == RIGHT


def test_compare() -> None:
    old = file("old.yaml", RIGHT, RIGHT.replace("L1", "L2").replace("保修多久", "退款几天"))
    new = file("new.jsonl", json.dumps({"id": "L9", "question": "保修多久？", "kind": "lookup", "expect": "24个月", "document": "保修.md"}), "\n", json.dumps({"id": "N1", "question": "能飞吗", "kind": "absent"}))  # fmt: skip
    view = run_json("compare", old, new)
    assert [case["id"] for case in view["added"]] == ["N1"] and [case["id"] for case in view["removed"]] == ["L2"]
    assert view["renamed"] == [{"old": "L1", "new": "L9"}]
    assert view["changed"] == [{"id": "L9", "fields": {"expect": {"old": ["12个月"], "new": ["24个月"]}}}]
    shown = run("compare", old, new)
    assert '~ L9 expect: ["12个月"] → ["24个月"]' in shown and "L1 → L9" in shown and "+ N1 能飞吗" in shown
    assert "未变 unchanged 2" in run("compare", old, old)


def test_compare_of_a_faulty_suite() -> None:
    assert run_json("compare", file("a.yaml", RIGHT), file("b.yaml", "- {id: 1}\n"), code=65)["place"].startswith(
        "b.yaml[1]"
    )


def test_draft_asks_before_it_begins() -> None:
    file("客服.suite.yaml", RIGHT)
    assert run_json("draft", "--kb", "客服", code=73)["place"] == "客服.suite.yaml"
