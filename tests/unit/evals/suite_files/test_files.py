"""Files as they come: other encodings, other line ends, no list, aliases, tags, hostile nesting."""

import json
from pathlib import Path

import pytest

from core.errors import InvalidInput
from evals.suite import read_leniently, read_suite
from tests.unit.evals.suite_files.files import GOOD, only, told_of, written

LINE = json.dumps(GOOD, ensure_ascii=False)
ENTRY = "- {id: L1, question: 保修多久？, kind: lookup, expect: [12个月], document: 保修.md}\n"


def refusal(folder: Path, content: str | bytes, name: str) -> InvalidInput:
    with pytest.raises(InvalidInput) as caught:
        read_leniently(written(folder, content, name))
    assert caught.value.advice
    return caught.value


@pytest.mark.parametrize(
    ("name", "content", "place", "words"),
    [
        ("a.yaml", "", "a.yaml", "no question"),
        ("a.yaml", "# 只有注释\n", "a.yaml", "no question"),
        ("a.yaml", "[]", "a.yaml", "no question"),
        ("a.jsonl", "\n\n", "a.jsonl", "no question"),
        ("a.json", "", "a.json", "no question"),
        ("a.json", " [ ] ", "a.json", "no question"),
        ("a.yaml", "id: L1", "a.yaml", "expected a list of questions, found a mapping"),
        ("a.yaml", f"questions:\n{ENTRY}", "a.yaml", "questions:"),
        ("a.yaml", "text", "a.yaml", "expected a list of questions, found text"),
        ("a.yaml", f"---\n{ENTRY}---\n{ENTRY}", "a.yaml, line 3", "not valid YAML"),
        ("a.yaml", "- a\n\t- b", "a.yaml, line 2", "not valid YAML"),
        ("a.yaml", "- a\n- *b", "a.yaml, line 2", "undefined alias"),
        ("a.yaml", "- a\n- \x07", "a.yaml, line 2", "not valid YAML"),
        ("a.yaml", '- "\\U00110000"', "a.yaml", "not valid YAML"),
        ("a.yaml", '- "\\UFFFFFFFF"', "a.yaml", "not valid YAML"),
        ("a.json", LINE, "a.json, line 1", "expected a list of questions"),
        ("a.json", f"{LINE}\n{LINE}", "a.json, line 1", "expected a list of questions"),
        ("a.json", f"[{LINE},\n{{]", "a.json, line 2", "not JSON"),
        ("a.json", f"[{LINE}\n{LINE}]", "a.json, line 2", "not JSON"),
        ("a.json", f"[{LINE}]\n]", "a.json, line 2", "not JSON"),
        ("a.json", f"[{LINE},\n", "a.json, line 2", "not JSON"),
        ("a.txt", LINE, "a.txt", ".txt"),
        ("a", LINE, "a", "without an ending"),
    ],
)
def test_a_file_that_is_no_suite(tmp_path: Path, name: str, content: str, place: str, words: str) -> None:
    error = refusal(tmp_path, content, name)
    assert error.place == place and words in f"{error.message} {error.advice}", str(error)


@pytest.mark.parametrize("name", ["a.yaml", "a.jsonl", "a.json"])
def test_not_utf_8(tmp_path: Path, name: str) -> None:
    error = refusal(tmp_path, ("\n\n" + LINE).encode("gb18030"), name)
    assert (error.place, error.message) == (f"{name}, line 3", "not UTF-8")


def test_a_folder_is_no_suite(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="folder"):
        read_leniently(tmp_path)


@pytest.mark.parametrize(
    ("name", "text"), [("a.yml", ENTRY), ("A.YAML", ENTRY), ("a.jsonl", LINE), ("a.json", f"[{LINE}]")]
)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks(tmp_path: Path, name: str, text: str, ends: str, mark: str) -> None:
    assert only(tmp_path, mark + text.strip().replace("\n", ends) + ends, name).id == "L1"


def test_a_line_of_json_ends_at_a_line_feed_alone(tmp_path: Path) -> None:
    line = json.dumps(GOOD | {"question": "一\u2028二\x85三"}, ensure_ascii=False)
    assert only(tmp_path, line, "a.jsonl").question == "一\u2028二\x85三"


def test_each_entry_of_a_json_list_has_its_line(tmp_path: Path) -> None:
    text = json.dumps([GOOD, {"id": "x"}], ensure_ascii=False, indent=1)
    line = text[: text.index('"x"')].count("\n")
    assert told_of(tmp_path, text, "a.json")[0].startswith(f"a.json[2], line {line}, question: ")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "not JSON"), ("[1]", "a question needs"), ("5", "a question needs"), ("null", "a question needs"),
        ('"a"', "a question needs"), ("NaN", "a question needs"),
        ("[" * 100_000, "nested too deeply"), ('{"id":' * 100_000, "nested too deeply"),
    ],
)  # fmt: skip
def test_a_wrong_line_costs_itself_alone(tmp_path: Path, line: str, words: str) -> None:
    cases, faults = read_leniently(written(tmp_path, f"{line}\n{LINE}", "a.jsonl"))
    assert [case.id for case in cases] == ["L1"]
    assert [fault.place for fault in faults] == ["a.jsonl, line 1"] and words in faults[0].message


def test_a_field_that_stands_twice(tmp_path: Path) -> None:
    yaml = "- id: L1\n  question: 多久\n  kind: lookup\n  expect: [一年]\n  document: a.md\n  expect: [二年]\n"
    assert told_of(tmp_path, yaml, "a.yaml") == [
        "a.yaml[1], line 6, expect: 'expect' stands twice (the first is in line 4; keep one)"
    ]
    line = LINE[:-1] + ', "expect": ["二年"]}'
    assert told_of(tmp_path, line, "a.jsonl") == ["a.jsonl, line 1, expect: 'expect' stands twice (keep one)"]
    facts = LINE[:-1] + ', "facts": [{"subject": "甲", "subject": "乙", "attribute": "a", "value": 1}]}'
    assert told_of(tmp_path, facts, "a.jsonl") == [
        "a.jsonl, line 1, facts[1], subject: 'subject' stands twice (keep one)"
    ]


def test_anchors_aliases_and_merges(tmp_path: Path) -> None:
    text = (
        "- &first {id: L1, question: 保修多久？, kind: lookup, expect: &value [12个月], document: &file 保修.md}\n"
        "- {id: L2, question: 多久, kind: lookup, expect: *value, document: *file}\n"
        "- {<<: *first, id: L3}\n"
    )
    cases = read_suite(written(tmp_path, text, "a.yaml"))
    assert [(case.id, case.expect, case.golds[0].document) for case in cases] == [
        (name, ("12个月",), "保修.md") for name in ("L1", "L2", "L3")
    ]


@pytest.mark.parametrize(
    "tag", ["!!python/object/apply:os.system", "!!python/name:os.system", "!own", "!!binary", "!!timestamp"]
)
def test_tags_are_refused(tmp_path: Path, tag: str) -> None:
    value = f"{tag} [touch {tmp_path}/done]" if "apply" in tag else f"{tag} x"
    text = f"- id: L1\n  question: 多久\n  kind: lookup\n  document: a.md\n  expect: {value}\n"
    (fault,) = told_of(tmp_path, text, "a.yaml")
    assert fault.startswith("a.yaml[1], line 5, expect: ") and "tag" in fault
    assert not (tmp_path / "done").exists()


def test_text_may_be_tagged_as_text(tmp_path: Path) -> None:
    case = only(tmp_path, "- {id: L1, question: !!str 12, kind: lookup, document: !!str null, expect: !!seq [!!str 5]}")
    assert (case.question, case.golds[0].document, case.expect) == ("12", "null", ("5",))


def test_aliases_of_aliases_do_not_unfold_without_end(tmp_path: Path) -> None:
    levels = ["- &a0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [f"- &a{at} [{', '.join([f'*a{at - 1}'] * 10)}]" for at in range(1, 9)]
    error = refusal(tmp_path, "\n".join(levels), "a.yaml")
    assert "aliases" in error.message


@pytest.mark.parametrize(
    "text", ["- &a [*a]", "- &a {id: *a}", "- &a\n  <<: *a", "[" * 5_000, "- " * 5_000 + "x", "{a: " * 5_000]
)
def test_nesting_without_end(tmp_path: Path, text: str) -> None:
    error = refusal(tmp_path, text, "a.yaml")
    assert "nested" in error.message


@pytest.mark.parametrize("key", ["[a]", "{a: b}", "!own a"])
def test_a_field_whose_name_is_no_word(tmp_path: Path, key: str) -> None:
    found = told_of(tmp_path, ENTRY.replace("{id", "{? " + key + " : 1, id"), "a.yaml")
    assert found and all(fault.startswith("a.yaml[1], line 1") for fault in found)
