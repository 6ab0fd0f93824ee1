"""Words to files and back: YAML and CSV say the same, every word as it is written."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import InvalidInput
from core.text import fold
from core.vocabulary import Synonym, Term
from synonyms.files import read_synonyms, read_vocabulary
from synonyms.name_set import NameSet
from synonyms.writing import synonyms_csv, synonyms_yaml, vocabulary_csv, vocabulary_yaml

NAMES = NameSet(
    (
        Term("attribute", "保修期", "duration", "从购买之日起：含节假日"),
        Term("attribute", "是"),
        Term("subject", "3.10"),
        Term("value", "=免费"),
    ),
    (
        Synonym("attribute", "质保", "保修期"),
        Synonym("attribute", "no", "保修期"),
        Synonym("attribute", "-保", "保修期"),
        Synonym("subject", "2025-03-01", "3.10"),
    ),
)
SCOPED = (*NAMES.synonyms, Synonym("attribute", "保", "保修期", "手机, 平板"))
WORDS = st.text("保修期质 手-=+@:#'\"{}[]|&*!%,no1.", min_size=1, max_size=8).map(str.strip).filter(bool)


def written(folder: Path, text: str, form: str) -> Path:
    path = folder / f"words.{form}"
    path.write_text(text, encoding="utf-8", newline="")
    return path


@pytest.mark.parametrize(("form", "write"), [("yaml", vocabulary_yaml), ("csv", vocabulary_csv)])
def test_a_vocabulary_comes_back(tmp_path: Path, form: str, write: object) -> None:
    text = write(NAMES)  # type: ignore[operator]
    again = read_vocabulary(written(tmp_path, text, form))
    assert again.terms == NAMES.terms
    assert set(again.synonyms) == set(NAMES.synonyms)


@pytest.mark.parametrize(("form", "write"), [("yaml", synonyms_yaml), ("csv", synonyms_csv)])
def test_synonyms_come_back(tmp_path: Path, form: str, write: object) -> None:
    text = write(SCOPED)  # type: ignore[operator]
    assert read_synonyms(written(tmp_path, text, form)).synonyms == SCOPED


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(WORDS, min_size=1, max_size=4, unique_by=fold))
def test_any_words_come_back(tmp_path: Path, words: list[str]) -> None:
    synonyms = tuple(Synonym("attribute", word, "名称") for word in words)
    for form, text in (("yaml", synonyms_yaml(synonyms)), ("csv", synonyms_csv(synonyms))):
        assert read_synonyms(written(tmp_path, text, form)).synonyms == synonyms


def test_a_spreadsheet_runs_none_of_it() -> None:
    lines = vocabulary_csv(NAMES).splitlines()
    assert "value,'=免费,,," in lines


def test_a_mark_at_the_beginning_is_no_part_of_a_name(tmp_path: Path) -> None:
    text = "\ufeffname,aliases\n保修期,质保|保修时间\n"
    assert [item.alias for item in read_vocabulary(written(tmp_path, text, "csv")).synonyms] == ["质保", "保修时间"]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("kind,colour\n", "words.csv", "colour"),
        ("kind,dimension\n", "words.csv", "column is missing"),
        ("", "words.csv", "column is missing"),
        ("name,dimension\n保修期\n", "words.csv, line 2", "cells"),
        ("name,dimension\n保修期,duration,1\n", "words.csv, line 2", "cells"),
        ("name,dimension\n保修期,duration\n,duration\n", "words.csv, line 3", "name is missing"),
        ("kind,name\n颜色,甲\n", "words.csv, line 2, kind", "颜色"),
        ("name,dimension\n保修期,时长\n", "words.csv, line 2.dimension", "时长"),
        ('name,dimension\n"保修期,duration\n', "words.csv, line", "CSV"),
        ("name,aliases\n甲,丙\n乙,丙\n", "words.csv", "丙"),
        ("name,aliases\n甲,乙\n丙,甲\n", "words.csv", "甲"),
    ],
)
def test_a_bad_table(tmp_path: Path, text: str, place: str, words: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_vocabulary(written(tmp_path, text, "csv"))
    assert caught.value.place.startswith(place)
    assert words in str(caught.value)


def test_a_file_made_to_unfold_without_end_is_refused(tmp_path: Path) -> None:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 30)]
    text = "\n".join([*lines, "attributes:", "  - {name: 甲, aliases: [*a29]}"])
    with pytest.raises(InvalidInput):
        read_vocabulary(written(tmp_path, text, "yaml"))
    text = "attributes:\n  - &a {name: &n [x], aliases: [*n, [*n, *n]]}\n"
    with pytest.raises(InvalidInput, match="expected a word"):
        read_vocabulary(written(tmp_path, text, "yaml"))
