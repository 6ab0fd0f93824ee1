"""The schema is valid, takes what is read, refuses what is refused, and describes every field."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from evals.suite import read_leniently, read_suite
from evals.suite_files.entry import FIELDS
from evals.suite_files.schema import entry_schema, suite_schema
from evals.suite_writing import entry_of
from tests.unit.evals.suite_files.files import ABSENT, GOOD, told_of, written

ROOT = Path(__file__).resolve().parents[4]
POLICIES = ROOT.parent / "shared" / "data" / "policies_suite.jsonl"
# services.yaml holds conditions over a database instead of answers; it has a form of its own.
SUITES = [path for path in sorted((ROOT / "evals" / "suites").glob("*.yaml")) if path.name != "services.yaml"]
ENTRY, SUITE = Draft202012Validator(entry_schema()), Draft202012Validator(suite_schema())


def test_the_schemas_are_schemas() -> None:
    Draft202012Validator.check_schema(entry_schema())
    Draft202012Validator.check_schema(suite_schema())
    assert list(entry_schema()["properties"]) == list(FIELDS)
    assert all(len(field["description"]) > 10 for field in entry_schema()["properties"].values())


@pytest.mark.parametrize("path", SUITES, ids=lambda path: path.name)
def test_every_suite_of_the_project(path: Path) -> None:
    SUITE.validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    assert SUITE.is_valid([entry_of(case) for case in read_suite(path)])


def test_the_suite_over_laws() -> None:
    if not POLICIES.is_file():
        pytest.skip("the laws are not beside the project")
    for line in POLICIES.read_text(encoding="utf-8").splitlines():
        ENTRY.validate(json.loads(line))


@pytest.mark.parametrize(
    "wrong",
    [
        {"expct": ["12个月"]}, {"expect": []}, {"expect": [True]}, {"expect": [None]}, {"question": ""}, {"question": 12},
        {"document": 12}, {"document": None}, {"document": " "}, {"also": ["x"]}, {"also": 5}, {"also": [["a"]]},
        {"text": [[]]}, {"text": [""]}, {"facts": [["a", "b"]]}, {"facts": "手机"}, {"facts": [{"subject": "a"}]},
        {"kind": "absent"}, {"tags": {}}, {"id": None},
    ],
    ids=str,
)  # fmt: skip
def test_planted_faults(tmp_path: Path, wrong: dict[str, Any]) -> None:
    entry = GOOD | wrong
    assert not ENTRY.is_valid(entry) and not SUITE.is_valid([entry])
    assert told_of(tmp_path, json.dumps(entry), "a.jsonl")


@pytest.mark.parametrize("name", ["id", "question", "kind", "expect", "document"])
def test_what_is_needed(name: str) -> None:
    assert not ENTRY.is_valid({key: value for key, value in GOOD.items() if key != name})
    assert ENTRY.is_valid(ABSENT)


SCALARS = st.one_of(
    st.sampled_from(["", " ", "\u3000", "absent", "absnt", "12个月", "保修.md"]),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=5),
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
    st.none(),
)
ANYTHING = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["subject", "attribute", "value", "id"]), inner, max_size=3), max_leaves=6)  # fmt: skip
WORD = st.sampled_from(["保修", "12个月", " a ", "0"])
VALUE = WORD | st.integers(0, 99)
LIKELY = {
    "id": VALUE,
    "question": WORD,
    "kind": st.sampled_from(["lookup", "absent", "absnt"]),
    "expect": VALUE | st.lists(VALUE, max_size=3),
    "document": WORD | st.none(),
    "anchor": VALUE | st.just(""),
    "also": st.lists(st.lists(WORD, min_size=2, max_size=2), max_size=2),
    "text": VALUE | st.lists(VALUE | st.lists(VALUE, max_size=2), max_size=2),
    "facts": st.lists(st.lists(VALUE, min_size=3, max_size=3) | st.fixed_dictionaries({"subject": VALUE, "attribute": VALUE, "value": VALUE}), max_size=2),
    "tags": VALUE | st.lists(VALUE, max_size=2),
}  # fmt: skip
SOME = {
    "expect": VALUE | st.lists(VALUE, min_size=1, max_size=3),
    "document": WORD,
    "kind": st.sampled_from(["lookup", "absnt"]),
}
HEAD, GOLD = ("id", "question", "kind"), ("also", "text", "facts", "tags", "anchor")
ANSWERED = st.fixed_dictionaries(
    {name: LIKELY[name] for name in HEAD} | SOME, optional={name: LIKELY[name] for name in GOLD}
)
REFUSED = st.fixed_dictionaries(
    {"id": VALUE, "question": WORD, "kind": st.just("absent")}, optional={"tags": LIKELY["tags"], "expect": st.just([])}
)
RIGHT = ANSWERED | REFUSED | st.fixed_dictionaries({name: LIKELY[name] for name in HEAD}, optional={name: LIKELY[name] for name in list(LIKELY)[3:]})  # fmt: skip
ENTRIES = st.one_of(
    RIGHT,
    st.tuples(RIGHT, st.dictionaries(st.sampled_from([*LIKELY, "colour"]), ANYTHING, max_size=2)).map(lambda two: {**two[0], **two[1]}),
    st.tuples(RIGHT, st.sampled_from(list(LIKELY))).map(lambda two: {name: value for name, value in two[0].items() if name != two[1]}),
    ANYTHING,
)  # fmt: skip


@settings(max_examples=1_500, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entry=ENTRIES)
def test_schema_and_reading_agree(tmp_path: Path, entry: Any) -> None:
    cases, faults = read_leniently(written(tmp_path, json.dumps(entry), "a.jsonl"))
    told = [str(fault) for fault in faults]
    assert ENTRY.is_valid(entry) == (not told), told
    assert len(cases) == (not told)
    assert told_of(tmp_path, json.dumps([entry]), "a.json") == [
        fault.replace("a.jsonl, line 1", "a.json[1], line 1") for fault in told
    ]


def test_right_and_wrong_entries_are_both_generated() -> None:
    valid = [ENTRY.is_valid(entry) for entry in _drawn(300)]
    assert 30 < sum(valid) < 270


def _drawn(count: int) -> list[Any]:
    drawn: list[Any] = []

    @settings(max_examples=count, deadline=None, derandomize=True, database=None)
    @given(entry=ENTRIES)
    def draw(entry: Any) -> None:
        drawn.append(entry)

    draw()
    return drawn
