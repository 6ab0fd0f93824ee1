"""Everyday words and what documents write instead."""

import pytest

from core.text import fold
from synonyms.colloquial import _entries, written_forms


@pytest.mark.parametrize(
    ("question", "word", "form"),
    [
        ("年假有几天", "年假", "年休假"),
        ("员工怎么请假", "员工", "职工"),
        ("退钱要多久", "退钱", "退款"),
        ("国庆节加班怎么算", "国庆节", "法定休假日"),
        ("員工有幾天年假", "员工", "职工"),
        ("保多久啊", "保多久", "保修期"),
    ],
)
def test_forms(question: str, word: str, form: str) -> None:
    assert form in written_forms(question)[word]


@pytest.mark.parametrize("question", ["", "天气怎么样", "how long is it", "12345"])
def test_no_everyday_word(question: str) -> None:
    assert written_forms(question) == {}


def test_nothing_is_added_when_all_of_it_is_said() -> None:
    assert "年假" not in written_forms("年假就是年休假吗")


def test_entries_are_comparable_words() -> None:
    for word, forms in _entries().items():
        assert word == fold(word)
        assert forms
        assert all(form == fold(form) and form for form in forms)
