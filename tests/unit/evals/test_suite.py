"""Suite files: read whole or refused with the place."""

import json
from pathlib import Path

import pytest

from core.errors import InvalidInput
from evals.suite import Case, Gold, GoldFact, read_leniently, read_suite
from evals.suite_writing import write_suite

GOOD = {
    "id": "L1",
    "question": "保修多久？",
    "kind": "lookup",
    "expect": ["12个月"],
    "document": "保修.md",
    "anchor": "第三条",
}
ABSENT = {"id": "N1", "question": "能飞吗", "kind": "absent", "expect": [], "document": None, "anchor": None}


def suite(folder: Path, *entries: object, name: str = "suite.jsonl") -> Path:
    path = folder / name
    path.write_text("\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries), encoding="utf-8")
    return path


def test_cases(tmp_path: Path) -> None:
    more = GOOD | {"id": "L2", "also": [["价目.csv", "星河手机"]]}
    assert read_suite(suite(tmp_path, GOOD, more, ABSENT)) == (
        Case("L1", "保修多久？", "lookup", ("12个月",), (Gold("保修.md", "第三条"),)),
        Case("L2", "保修多久？", "lookup", ("12个月",), (Gold("保修.md", "第三条"), Gold("价目.csv", "星河手机"))),
        Case("N1", "能飞吗", "absent", (), ()),
    )


def test_yaml_is_read_alike(tmp_path: Path) -> None:
    path = tmp_path / "suite.yaml"
    path.write_text(json.dumps([GOOD, ABSENT], ensure_ascii=False), encoding="utf-8")
    assert read_suite(path) == read_suite(suite(tmp_path, GOOD, ABSENT))


def test_blank_lines_are_left_out(tmp_path: Path) -> None:
    path = suite(tmp_path, GOOD)
    path.write_text("\n" + path.read_text(encoding="utf-8") + "\n\n", encoding="utf-8")
    assert len(read_suite(path)) == 1


def test_numbers_are_words(tmp_path: Path) -> None:
    case = read_suite(suite(tmp_path, GOOD | {"id": 7, "expect": [3999], "anchor": 124}))[0]
    assert (case.id, case.expect, case.golds[0].anchor) == ("7", ("3999",), "124")


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"id": "L1", "question": "a"}, "kind"),
        (["L1"], "id, question and kind"),
        (GOOD | {"id": "L9", "colour": "红"}, "colour"),
        (GOOD, "used twice"),
        (GOOD | {"id": "L9", "expect": [], "document": None}, "expect"),
        (ABSENT | {"expect": ["12个月"]}, "absent"),
        (ABSENT | {"document": "保修.md"}, "absent"),
    ],
)
def test_a_bad_entry_is_named(tmp_path: Path, entry: object, words: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_suite(suite(tmp_path, GOOD, entry))
    assert words in str(caught.value)
    assert caught.value.place.startswith("suite.jsonl, line 2")


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [("a.jsonl", '{"id": }', "a.jsonl, line 1"), ("a.yaml", "[", "a.yaml, line 1"), ("a.yaml", "id: L1", "a.yaml")],
)
def test_a_bad_file(tmp_path: Path, name: str, text: str, place: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        read_suite(path)
    assert caught.value.place == place


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no such suite"):
        read_suite(tmp_path / "nowhere.jsonl")


def test_every_fault_of_a_file_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    lines = (
        "- {id: L1, question: 多久？, kind: absent}",
        "- {id: L2, kind: absent}",
        "- {id: L1, question: 几天？, kind: absent}",
    )
    path.write_text("\n".join(lines), encoding="utf-8")
    cases, faults = read_leniently(path)
    assert [case.id for case in cases] == ["L1"]
    assert [fault.place for fault in faults] == ["a.yaml[2], line 2, question", "a.yaml[3], line 3, id"]


def test_gold_text_and_facts_are_read(tmp_path: Path) -> None:
    more = {"text": ["整句", ["列", "行", 12]], "facts": [["手机", "保修期", "12个月"]], "tags": ["a"]}
    case = read_suite(suite(tmp_path, GOOD | more))[0]
    assert case.texts == (("整句",), ("列", "行", "12"))
    assert case.facts == (GoldFact("手机", "保修期", "12个月"),)
    assert case.tags == ("a",)


@pytest.mark.parametrize(
    "wrong", [{"facts": [["手机", "保修期"]]}, {"facts": "手机"}, {"text": [""]}, {"text": [["列", ""]]}]
)
def test_gold_that_is_not_as_described_is_refused(tmp_path: Path, wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        read_suite(suite(tmp_path, GOOD | wrong))


@pytest.mark.parametrize("name", ["again.yaml", "again.jsonl"])
def test_what_is_written_is_read_again(tmp_path: Path, name: str) -> None:
    more = {
        "id": "L2",
        "also": [["价目.csv", "00124"]],
        "text": [["列", "行"]],
        "facts": [["手机", "保修期", "12"]],
        "tags": ["a"],
    }
    cases = read_suite(suite(tmp_path, GOOD, GOOD | more, ABSENT))
    write_suite(cases, tmp_path / name)
    assert read_suite(tmp_path / name) == cases
