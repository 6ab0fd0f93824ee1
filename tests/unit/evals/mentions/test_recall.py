"""Disturbed names are what they say, and what is not found is counted as such."""

from random import Random

import pytest

from core.text import fold
from core.vocabulary import Synonym, Term
from evals.mentions.disturbance import KINDS, disturbed
from evals.mentions.many import names, questions
from evals.mentions.recall import false_alarms, tally, typed_names
from synonyms.matcher import Matcher
from synonyms.matching.reading import readings
from synonyms.name_set import NameSet

NAMES = NameSet(
    (Term("subject", "松涛降噪耳机"), Term("attribute", "保修期限")), (Synonym("attribute", "质保", "保修期限"),)
)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_typing(kind: str) -> None:
    assert disturbed("松涛降噪耳机Pro", kind, "甲") == disturbed("松涛降噪耳机Pro", kind, "甲")


@pytest.mark.parametrize(("kind", "longer"), [("missing", -1), ("added", 1), ("substituted", 0), ("homophone", 0)])
def test_an_edit_changes_one_character(kind: str, longer: int) -> None:
    for seed in range(20):
        typed = disturbed("保修期限时间", kind, str(seed))
        if typed is not None:
            assert len(typed) == 6 + longer
            assert fold(typed) != "保修期限时间"
            if kind == "homophone":
                assert set(readings(typed)) & set(readings("保修期限时间"))


@pytest.mark.parametrize(("name", "kind"), [("保修期", "full width"), ("云", "traditional")])
def test_what_stays_as_it_was_is_no_case(name: str, kind: str) -> None:
    assert (disturbed(name, kind, "甲") is None) is (KINDS[kind](name, Random(1), "甲") == name)


def test_a_matcher_that_knows_nothing_finds_nothing() -> None:
    cases = typed_names(NAMES, 10)
    assert {case.kind for case in cases} >= {"exact", "alias", "homophone", "missing", "added", "substituted"}
    assert all(found.recall == 0 for found in tally(Matcher(NameSet()), cases).values())
    known = tally(Matcher(NAMES), cases)
    assert known["exact"].recall == known["alias"].recall == 1


def test_a_near_name_in_an_ordinary_sentence_is_an_alarm_and_an_exact_one_is_not() -> None:
    matcher = Matcher(NAMES)
    assert false_alarms(matcher, ["松涛降噪耳机多少钱"]) == []
    assert [alarm[2] for alarm in false_alarms(matcher, ["松涛降躁噪耳机多少钱"])] == ["松涛降噪耳机"]


def test_many_names_differ_and_questions_have_the_lengths_asked_for() -> None:
    found = names(500)
    assert len(set(found)) == 500
    assert all(6 <= len(name) <= 20 for name in found)
    asked = questions(found, ["太短", "这是一句长短合适的普通问题吗"], most=10)
    assert len(asked) == 10
    assert all(8 <= len(question) <= 30 for question in asked)
