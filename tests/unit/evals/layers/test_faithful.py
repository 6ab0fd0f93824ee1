"""An answer is faithful when its numbers and quotes stand in what it cites."""

from dataclasses import replace
from typing import Any

import pytest

from core.fact import Fact
from core.quantity import parse
from evals.layers.faithful import faithful


def fact(value: str, subject: str = "星河手机") -> Fact:
    return Fact("f" + value, subject, "保修期", value, "chk_1", "doc_1", value, 0, len(value), parse(value))


@pytest.mark.parametrize(
    ("headline", "expected"),
    [("12个月", True), ("1年", True), ("13个月", False), ("12天", False), ("", True), ("Air 14：12个月", False)],
)
def test_numbers_must_stand_in_the_cited_passage(made: Any, headline: str, expected: bool) -> None:
    assert faithful(made.answer("保修12个月", headline=headline)) is expected


def test_a_number_of_the_question_may_be_said_back(made: Any) -> None:
    answer = replace(made.answer("保修12个月", headline="Air 14：12个月"), question="Air 14保修多久？")
    assert faithful(answer) is True


def test_an_uncited_passage_proves_nothing(made: Any) -> None:
    answer = made.answer("保修12个月", headings=("第三条", "第四条"), cite=(), headline="12个月")
    assert faithful(answer) is False


def test_a_quote_must_be_verbatim(made: Any) -> None:
    answer = made.answer("保修12个月")
    broken = tuple(replace(citation, quote="保修24个月") for citation in answer.citations)
    assert faithful(replace(answer, citations=broken)) is False


def test_counts_and_differences_follow_from_facts(made: Any) -> None:
    facts = (fact("12个月"), fact("36个月", "青岚平板"))
    answer = made.answer("保修12个月、36个月", headline="共2项：\n星河手机：12个月\n青岚平板：36个月\n相差24个月")
    assert faithful(replace(answer, facts=facts)) is True
    assert faithful(replace(answer, facts=facts, headline="相差23个月")) is False


@pytest.mark.parametrize(
    ("headline", "expected"),
    [("共2款（依据列出前1条记录）", True), ("共3款", True), ("共4款", False), ("共2款（依据列出前3条记录）", True)],
)
def test_how_many_things_and_sources_there_are_follows_from_the_answer(
    made: Any, headline: str, expected: bool
) -> None:
    facts = (fact("12个月"), fact("6个月"), fact("6个月", "银杏手机"))
    assert faithful(replace(made.answer("保修12个月", headline=headline), facts=facts)) is expected


def test_a_refusal_states_nothing(made: Any) -> None:
    assert faithful(made.answer(refused=True)) is None
