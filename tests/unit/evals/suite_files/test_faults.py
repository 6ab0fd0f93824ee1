"""Every fault of every entry is told, with the field's own place and what to do."""

import json
from pathlib import Path

import pytest

from core.errors import InvalidInput
from evals.suite import read_leniently, read_suite
from tests.unit.evals.suite_files.files import ABSENT, GOOD, told, told_of, written


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"also": ["x"]}, "suite.jsonl, line 1, also: expected [document, anchor]"),
        ({"also": 5}, "also: expected a list"),
        ({"also": [["价目.csv"]]}, "also[1]: expected [document, anchor], found 1"),
        ({"also": [["价目.csv", "a", "b"]]}, "also[1]: expected [document, anchor], found 3"),
        ({"also": [[None, "a"]]}, "also[1], document: null is no value"),
        ({"also": [["", "a"]]}, "also[1], document: it is empty"),
        ({"expect": [None]}, "expect[1]: null is no value"),
        ({"expect": [True]}, "expect[1]: true is no value"),
        ({"expect": {"a": 1}}, "expect: expected text, found a mapping"),
        ({"expect": [["12个月"]]}, "expect[1]: expected text, found a list"),
        ({"expect": [" "]}, "expect[1]: it is empty"),
        ({"expect": []}, "expect: a question needs"),
        ({"expect": ["\ud800"]}, "expect[1]: it holds a character that is no text"),
        ({"question": ""}, "question: it is empty"),
        ({"question": "  \n"}, "question: it is empty"),
        ({"question": ["a"]}, "question: expected text, found a list"),
        ({"question": 12}, 'question: expected text, found the number 12 (put it in quotes: "12")'),
        ({"question": None}, "question: null is no value"),
        ({"kind": ""}, "kind: it is empty"),
        ({"id": ["a"]}, "id: expected text, found a list"),
        ({"id": False}, "id: false is no value"),
        ({"id": float("inf")}, "id: Infinity is no value"),
        ({"expect": float("nan")}, "expect: NaN is no value"),
        ({"document": 12}, "document: expected text, found the number 12"),
        ({"document": ["保修.md"]}, "document: expected text, found a list"),
        ({"document": None}, "document: a question needs"),
        ({"anchor": ["a"]}, "anchor: expected text"),
        ({"text": [[]]}, "text[1]: it is empty"),
        ({"text": [["列", ""]]}, "text[1][2]: it is empty"),
        ({"text": [["列", ["行"]]]}, "text[1][2]: expected text, found a list"),
        ({"text": {"a": "b"}}, "text: expected text, found a mapping"),
        ({"facts": ["手机", "保修期", "12个月"]}, "facts: expected [subject, attribute, value]"),
        ({"facts": [["手机", "保修期"]]}, "facts[1]: expected [subject, attribute, value], found 2"),
        ({"facts": [["手机", "保修期", None]]}, "facts[1], value: null is no value"),
        ({"facts": [{"subject": "手机", "value": "1"}]}, "facts[1], attribute: attribute is missing"),
        ({"facts": [{"subject": "手机", "atribute": "a", "value": "1"}]}, "unknown field 'atribute' (did you mean attribute?)"),
        ({"facts": 5}, "facts: expected a list"),
        ({"tags": [{}]}, "tags[1]: expected text, found a mapping"),
        ({"expct": ["12个月"]}, "expct: unknown field 'expct' (did you mean expect?)"),
        ({"colour": "红"}, "colour: unknown field 'colour' (the fields are id, question"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_told(tmp_path: Path, wrong: dict[str, object], words: str) -> None:
    found = told(tmp_path, json.dumps(GOOD | wrong))
    assert any(words in fault for fault in found), found
    assert all(fault.startswith("suite.jsonl, line 1") for fault in found)


@pytest.mark.parametrize("name", ["id", "question", "kind"])
def test_a_missing_field_is_told(tmp_path: Path, name: str) -> None:
    assert told(tmp_path, {key: value for key, value in GOOD.items() if key != name})[0].startswith(
        f"suite.jsonl, line 1, {name}: {name} is missing"
    )


@pytest.mark.parametrize("name", ["expect", "document"])
def test_a_question_needs_a_value_and_a_place(tmp_path: Path, name: str) -> None:
    (fault,) = told(tmp_path, {key: value for key, value in GOOD.items() if key not in (name, "anchor")})
    assert f"{name}: a question needs" in fault and "absent" in fault


def test_places_that_are_only_further_ones(tmp_path: Path) -> None:
    entry = {key: value for key, value in GOOD.items() if key not in ("document", "anchor")}
    (fault,) = told(tmp_path, entry | {"also": [["价目.csv", "星河手机"]]})
    assert "document: a question needs" in fault


@pytest.mark.parametrize("kind", ["absnt", "Absent", "abscent", "absence"])
def test_absent_spelt_wrongly(tmp_path: Path, kind: str) -> None:
    (fault,) = told(tmp_path, ABSENT | {"kind": kind})
    assert fault.startswith("suite.jsonl, line 1, kind: ") and "did you mean absent?" in fault


def test_any_kind_is_allowed(tmp_path: Path) -> None:
    assert told(tmp_path, GOOD | {"kind": "absolute"}) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("expect", ["12个月"]),
        ("document", "保修.md"),
        ("anchor", "第三条"),
        ("also", [["价目.csv", "a"]]),
        ("text", ["整句"]),
        ("facts", [["手机", "保修期", "12个月"]]),
    ],
)
def test_an_absent_question_expects_nothing(tmp_path: Path, name: str, value: object) -> None:
    (fault,) = told(tmp_path, ABSENT | {name: value})
    assert fault.startswith(f"suite.jsonl, line 1, {name}: an absent question has no {name}")


def test_an_absent_question_may_say_that_there_is_nothing(tmp_path: Path) -> None:
    nothing = {"expect": [], "document": None, "anchor": "", "also": [], "text": None, "facts": []}
    assert told(tmp_path, ABSENT | nothing | {"tags": ["a"]}) == []


def test_every_fault_of_an_entry_is_told_with_its_own_line(tmp_path: Path) -> None:
    text = "- id: L1\n  question: 多久？\n  kind: lookup\n  expect: [是]\n  document: a.md\n- id: L1\n  question:\n  kind: lookup\n  expect:\n    - 一年\n    - ''\n  document: 12\n  colour: 红\n"
    assert told_of(tmp_path, text, "a.yaml") == [
        "a.yaml[2], line 7, question: null is no value (write it; if it is called so, put it in quotes)",
        "a.yaml[2], line 11, expect[2]: it is empty (write it, or leave it out)",
        'a.yaml[2], line 12, document: expected text, found the number 12 (put it in quotes: "12")',
        "a.yaml[2], line 13, colour: unknown field 'colour' (the fields are id, question, kind, expect, document, anchor, also, text, facts, tags)",
        "a.yaml[2], line 6, id: id 'L1' is used twice (the first is a.yaml[1], line 1; give this one another)",
    ]


def test_an_id_is_used_twice_though_the_first_is_faulty(tmp_path: Path) -> None:
    found = told(tmp_path, GOOD | {"question": ""}, "", GOOD, GOOD)
    assert [fault.split(" (")[0] for fault in found] == [
        "suite.jsonl, line 1, question: it is empty",
        "suite.jsonl, line 3, id: id 'L1' is used twice",
        "suite.jsonl, line 4, id: id 'L1' is used twice",
    ]
    assert all("the first is suite.jsonl, line 1" in fault for fault in found[1:])


def test_numbers_and_words_are_the_same_id(tmp_path: Path) -> None:
    assert "used twice" in told(tmp_path, GOOD | {"id": 7}, GOOD | {"id": "7"})[0]


def test_reading_strictly_tells_how_much_more_is_wrong(tmp_path: Path) -> None:
    path = written(tmp_path, '{"id": "L1"}\n', "a.jsonl")
    faults = read_leniently(path)[1]
    assert len(faults) > 1
    with pytest.raises(InvalidInput) as caught:
        read_suite(path)
    assert caught.value.message == faults[0].message
    assert f"{len(faults) - 1} more" in caught.value.advice and "dianmian suite check" in caught.value.advice
