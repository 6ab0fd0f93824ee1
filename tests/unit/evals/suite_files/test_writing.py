"""What is written is read again to the letter, is whole or not there, and replaces nothing unasked."""

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from core.errors import Conflict, InvalidInput
from evals.suite import Case, Gold, GoldFact, read_suite
from evals.suite_writing import destination, write_suite

TEXT = st.one_of(
    st.sampled_from(["00123", "1E5", "1e+3", "3-2", "6000.00", "yes", "null", "~", "<<", "=", "true", "2024-01-01", "12:30", "0o17", "0x1F", ".5", "- a", "a: b", "a #b", "'", '"', "*a", "&a", "!a", "%a", "@a", "\u2028", "\x85", "\ufeff", "a\nb", " a ", "a\r\nb", "😀", "\x07", "{0}", "#"]),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=30),
).filter(lambda text: text.strip() != "")  # fmt: skip
GOLD = st.builds(Gold, TEXT, TEXT | st.just(""))
CASES = st.builds(
    Case, TEXT, TEXT, TEXT.filter(lambda kind: kind != "absent"), st.lists(TEXT, min_size=1, max_size=3).map(tuple), st.lists(GOLD, min_size=1, max_size=3).map(tuple),
    st.lists(st.lists(TEXT, min_size=1, max_size=3).map(tuple), max_size=2).map(tuple), st.lists(st.builds(GoldFact, TEXT, TEXT, TEXT), max_size=2).map(tuple), st.lists(TEXT, max_size=2).map(tuple),
) | st.builds(Case, TEXT, TEXT, st.just("absent"), st.just(()), st.just(()), tags=st.lists(TEXT, max_size=2).map(tuple))  # fmt: skip
PLAIN = Case("L1", "保修多久？", "lookup", ("12个月",), (Gold("保修.md", "第三条"),))


@pytest.mark.parametrize("name", ["a.yaml", "a.jsonl", "a.json"])
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cases=st.lists(CASES, min_size=1, max_size=3, unique_by=lambda case: case.id))
@example(cases=[PLAIN])
def test_what_is_written_is_read_again(tmp_path: Path, name: str, cases: list[Case]) -> None:
    write_suite(cases, tmp_path / name, "甲\nquestions")
    assert read_suite(tmp_path / name) == tuple(cases)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_other_programs_read_the_same(tmp_path: Path) -> None:
    write_suite([PLAIN], tmp_path / "a.json")
    write_suite([PLAIN], tmp_path / "a.jsonl")
    write_suite([PLAIN], tmp_path / "a.yaml")
    entry = json.loads((tmp_path / "a.jsonl").read_text(encoding="utf-8"))
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8")) == [entry]
    assert yaml.safe_load((tmp_path / "a.yaml").read_text(encoding="utf-8")) == [entry]


def test_a_suite_that_cannot_be_written_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    write_suite([PLAIN], path)
    before = path.read_bytes()
    odd = Case("L2", "\ud800", "lookup", ("1",), PLAIN.golds)
    with pytest.raises(InvalidInput, match=r"U\+D800"):
        write_suite([PLAIN, odd], path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(InvalidInput, match="cannot be written"):
        write_suite([PLAIN], tmp_path / "file" / "a.yaml")


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_text("", encoding="utf-8")
    (tmp_path / "a.yaml").symlink_to(tmp_path / "b.yaml")
    write_suite([PLAIN], tmp_path / "a.yaml")
    assert (tmp_path / "a.yaml").is_symlink() and read_suite(tmp_path / "b.yaml") == (PLAIN,)


@pytest.mark.parametrize(
    ("stem", "name"),
    [("客服", "客服.suite.yaml"), ("../../etc/a", "_.._etc_a.suite.yaml"), ("..", "questions.suite.yaml"), ("a:b", "a_b.suite.yaml")],
)  # fmt: skip
def test_where_a_suite_goes_by_itself(stem: str, name: str) -> None:
    assert destination(None, stem, replace=False) == Path(name)


def test_a_long_name_fits_a_file(tmp_path: Path) -> None:
    path = tmp_path / destination(None, "库" * 200, replace=False)
    write_suite([PLAIN], path)
    assert read_suite(path) == (PLAIN,)


def test_nothing_is_replaced_unasked(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    assert destination(path, "x", replace=False) == path
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(Conflict) as caught:
        destination(path, "x", replace=False)
    assert "--force" in caught.value.advice and caught.value.place == str(path)
    assert destination(path, "x", replace=True) == path


def test_an_ending_that_would_not_be_read(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="txt"):
        destination(tmp_path / "a.txt", "x", replace=True)
