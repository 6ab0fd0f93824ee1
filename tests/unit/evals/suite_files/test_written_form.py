"""A value passes through as the file writes it, whatever a reader of YAML or JSON would make of it."""

from pathlib import Path

import pytest

from tests.unit.evals.suite_files.files import only

AS_WRITTEN = [
    "12",
    "00123",
    "1E5",
    "3-2",
    "6000.00",
    "是",
    "yes",
    "on",
    "no",
    "2024-01-01",
    "12:30",
    "0x1F",
    "1_000",
    "+5",
    ".5",
    "true",
    "2005864.260",
    "0o17",
    "=",
    "1e400",
]


@pytest.mark.parametrize("value", AS_WRITTEN)
def test_yaml(tmp_path: Path, value: str) -> None:
    text = f"- {{id: {value}, question: 多少, kind: lookup, expect: [{value}], document: a.md, anchor: {value}, tags: [{value}], text: [[{value}, {value}]], facts: [[{value}, 价格, {value}]]}}"
    case = only(tmp_path, text)
    assert (case.id, case.expect, case.golds[0].anchor, case.tags) == (value, (value,), value, (value,))
    assert case.texts == ((value, value),)
    assert (case.facts[0].subject, case.facts[0].value) == (value, value)


@pytest.mark.parametrize("value", ["12", "6000.00", "1E5", "-0.50", "123456789012345678901234567890", "1e400"])
@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_json(tmp_path: Path, name: str, value: str) -> None:
    entry = f'{{"id": {value}, "question": "多少", "kind": "lookup", "expect": [{value}], "document": "a.md", "anchor": {value}}}'
    case = only(tmp_path, f"[{entry}]" if name == "a.json" else entry, name)
    assert (case.id, case.expect, case.golds[0].anchor) == (value, (value,), value)


@pytest.mark.parametrize("form", ["expect: 12个月", "expect: [12个月]", "expect:\n  - 12个月"])
def test_one_value_is_a_list_of_one(tmp_path: Path, form: str) -> None:
    text = f"- id: L1\n  question: 多久\n  kind: lookup\n  document: a.md\n  tags: draft\n  {form}\n"
    case = only(tmp_path, text)
    assert (case.expect, case.tags) == (("12个月",), ("draft",))


def test_one_value_is_a_list_of_one_in_json(tmp_path: Path) -> None:
    line = '{"id": "L1", "question": "几", "kind": "lookup", "expect": 5, "tags": "draft", "document": "a.md", "text": "整句"}'
    case = only(tmp_path, line, "a.jsonl")
    assert (case.expect, case.tags, case.texts) == (("5",), ("draft",), (("整句",),))


def test_a_fact_by_names(tmp_path: Path) -> None:
    line = '{"id": "L1", "question": "几", "kind": "lookup", "expect": 5, "document": "a.md", "facts": {"value": 5, "subject": "甲", "attribute": "数"}}'
    (fact,) = only(tmp_path, line, "a.jsonl").facts
    assert (fact.subject, fact.attribute, fact.value) == ("甲", "数", "5")
