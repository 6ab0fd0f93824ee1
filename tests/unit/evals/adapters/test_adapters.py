"""Public sets read as suites; those that are not there are skipped. Other files are refused with the place."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.errors import InvalidInput
from evals.adapters import FORMS
from evals.suite import Case, Gold, GoldFact, read_suite
from evals.suite_writing import write_suite

DATA = Path(__file__).resolve().parents[5] / "shared" / "data"
FILES = {
    ("cmrc", "reading/cmrc2018_dev.json"): (3219, 0),
    ("drcd", "reading/DRCD_dev.json"): (3524, 0),
    ("drcd", "reading/DRCD_test.json"): (3493, 0),
    ("kbqa", "kbqa/train.jsonl"): (14607, 2),
    ("tables", "tables/dev_questions.jsonl"): (464, 0),
    ("tables", "tables/train_questions.jsonl"): (3906, 3),
    ("services", "services"): (52, 8),
}


@pytest.mark.parametrize(("form", "name"), FILES, ids=str)
def test_a_public_set_is_a_suite(form: str, name: str, tmp_path: Path) -> None:
    if not (DATA / name).exists():
        pytest.skip(f"the public set {name} is not beside the project")
    cases, left_out = FORMS[form].convert(DATA / name)
    assert (len(cases), left_out) == FILES[form, name]
    write_suite(cases, tmp_path / "suite.jsonl")
    assert read_suite(tmp_path / "suite.jsonl") == cases
    write_suite(cases[:50], tmp_path / "suite.yaml")
    assert read_suite(tmp_path / "suite.yaml") == cases[:50]


PARAGRAPH = {
    "context_id": "P1",
    "context_text": "保修期十二个月。",
    "qas": [{"query_id": "Q1", "query_text": "保修多久", "answers": ["十二个月", "12个月"]}],
}
ARTICLE = {
    "data": [
        {
            "paragraphs": [
                {
                    "id": "7-1",
                    "context": "十二個月",
                    "qas": [{"id": "7-1-1", "question": "保修多長", "answers": [{"text": "十二個月"}]}],
                }
            ]
        }
    ]
}
TRIPLE = {"qid": 5, "question": "谁写的", "subject": "星河集", "attribute": "作者", "value": "林一"}
CELLS = {
    "qid": "t_1",
    "table_id": "t",
    "question": "多少",
    "type": "single_cell",
    "gold_cells": [3],
    "gold_text": [" 12 ", "12", ""],
}
SMALL: dict[str, tuple[str, Any, Case]] = {
    "cmrc": ("a.json", [PARAGRAPH], Case("Q1", "保修多久", "reading", ("十二个月",), (Gold("P1.txt", "十二个月"),), (("十二个月",),))),
    "drcd": ("a.json", ARTICLE, Case("7-1-1", "保修多长", "reading", ("十二個月",), (Gold("7-1.txt", "十二個月"),), (("十二個月",),))),
    "kbqa": ("a.jsonl", TRIPLE, Case("5", "谁写的", "lookup", ("林一",), (Gold("kbqa.json", "星河集"),), facts=(GoldFact("星河集", "作者", "林一"),))),
    "tables": ("a.jsonl", CELLS, Case("t_1", "多少", "single_cell", ("12",), (Gold("t.html", "12"),))),
}  # fmt: skip


def small(folder: Path, form: str, content: Any = None) -> Path:
    path = folder / SMALL[form][0]
    path.write_text(json.dumps(SMALL[form][1] if content is None else content, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.mark.parametrize("form", SMALL)
def test_a_small_set(tmp_path: Path, form: str) -> None:
    assert FORMS[form].convert(small(tmp_path, form)) == ((SMALL[form][2],), 0)


@pytest.mark.parametrize("form", SMALL)
@pytest.mark.parametrize("other", SMALL)
def test_the_file_of_another_form_is_refused(tmp_path: Path, form: str, other: str) -> None:
    if form != other:
        with pytest.raises(InvalidInput) as caught:
            FORMS[form].convert(small(tmp_path, other))
        assert caught.value.place.startswith(SMALL[other][0])
        assert f"{form} reads {FORMS[form].reads}" in caught.value.advice


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "content", ["", "{", "[", "3", "null", "[3]", "[[]]", "{}", '{"data": 3}', "[" * 50_000, "text", "\ufeff{}"]
)
def test_what_is_no_set_is_refused(tmp_path: Path, form: str, content: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(content, encoding="utf-8")
    if form == "services":
        for name in ("hotel", "attraction", "restaurant"):
            (tmp_path / f"{name}_db.json").write_text(content, encoding="utf-8")
        path = tmp_path
    with pytest.raises(InvalidInput) as caught:
        FORMS[form].convert(path)
    assert caught.value.place and FORMS[form].reads in caught.value.advice


@pytest.mark.parametrize("form", FORMS)
def test_what_is_not_there_is_refused(tmp_path: Path, form: str) -> None:
    with pytest.raises(InvalidInput, match="no such"):
        FORMS[form].convert(tmp_path / "无")


@pytest.mark.parametrize(
    ("form", "wrong", "place"),
    [
        ("kbqa", {"question": None}, "a.jsonl, line 2, question"),
        ("kbqa", {"question": " "}, "a.jsonl, line 2, question"),
        ("kbqa", {"value": ["林一"]}, "a.jsonl, line 2, value"),
        ("kbqa", {"qid": 5}, "a.jsonl"),
        ("tables", {"gold_text": "12"}, "a.jsonl, line 2, gold_text"),
        ("tables", {"gold_text": [None]}, "a.jsonl, line 2, gold_text[1]"),
        ("tables", {"table_id": {}}, "a.jsonl, line 2, table_id"),
    ],
)  # fmt: skip
def test_one_bad_row_is_named(tmp_path: Path, form: str, wrong: dict[str, Any], place: str) -> None:
    name, row, _ = SMALL[form]
    path = tmp_path / name
    path.write_text(f"{json.dumps(row)}\n{json.dumps(row | {'qid': 6} | wrong)}\n", encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        FORMS[form].convert(path)
    assert caught.value.place == place


@pytest.mark.parametrize("answers", [[], [""], "十二个月", None])
def test_a_question_without_an_answer_is_named(tmp_path: Path, answers: object) -> None:
    asked = PARAGRAPH["qas"][0] | {"answers": answers}  # type: ignore[index]
    with pytest.raises(InvalidInput) as caught:
        FORMS["cmrc"].convert(small(tmp_path, "cmrc", [PARAGRAPH | {"qas": [asked]}]))
    assert caught.value.place == "a.json[1], qas[1], answers"


def test_rows_that_say_nothing_are_left_out_and_counted(tmp_path: Path) -> None:
    rows = [TRIPLE, TRIPLE | {"qid": 6, "value": " "}, TRIPLE | {"qid": 7, "subject": ""}]
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    cases, left_out = FORMS["kbqa"].convert(path)
    assert [case.id for case in cases] == ["5"] and left_out == 2
    path.write_text(json.dumps(rows[1]), encoding="utf-8")
    with pytest.raises(InvalidInput, match="can be judged"):
        FORMS["kbqa"].convert(path)


def test_another_database_is_refused(tmp_path: Path) -> None:
    for name in ("hotel", "attraction", "restaurant"):
        (tmp_path / f"{name}_db.json").write_text(json.dumps([["甲", {"名称": "甲"}]]), encoding="utf-8")
    with pytest.raises(InvalidInput, match="other records"):
        FORMS["services"].convert(tmp_path)
