"""A model's text against what it was shown, and the answer that comes of it."""

import pytest

from core.answer import Answer
from core.settings import Settings
from retrieval.compose import compose
from retrieval.findings import Findings
from retrieval.written.answering import written_answer
from retrieval.written.checking import check
from retrieval.written.material import Material


def answer_to(text: str, findings: Findings, shown: Material, settings: Settings) -> Answer:
    composed = compose(findings, settings, limit=5)
    return written_answer(composed, check(text, shown, findings.question.text, "zh"), shown, findings, "zh")


def test_a_sound_answer_has_no_warnings_and_quotes_its_source(
    findings: Findings, shown: Material, settings: Settings
) -> None:
    answer = answer_to("金卡会员的退货期限为15天[1]。", findings, shown, settings)
    assert (answer.grade, answer.refused, answer.warnings) == ("written", False, ())
    assert [(item.number, item.quote) for item in answer.citations] == [(1, "金卡会员的退货期限为15天。")]
    assert [fact.value for fact in answer.facts] == ["15天"]
    assert answer.headline == "金卡会员的退货期限为15天。"


def test_every_quote_is_verbatim(findings: Findings, shown: Material, settings: Settings) -> None:
    answer = answer_to("金卡会员15天[1]。星河手机1999元[2]。运费8元[3]。", findings, shown, settings)
    texts = {passage.chunk.id: passage.chunk.text for passage in answer.passages}
    assert len(answer.citations) == 3
    assert all(texts[c.chunk_id][c.quote_start : c.quote_end] == c.quote for c in answer.citations)
    assert "1999.00" in answer.citations[1].quote


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("金卡会员的退货期限为15天[1]，可延长30天[1]。", "“30天”", id="invented-number"),
        pytest.param("金卡会员的退货期限为15天[3]。", "“15天”", id="number-of-another-source"),
        pytest.param("金卡会员的退货期限为15天[1][8]。", "[8]", id="source-that-is-none"),
        pytest.param("金卡会员可以退货[1]。", "退货期限：15天", id="fact-left-out"),
        pytest.param("金卡会员的退货期限为15个工作日[1]。", "“15个工作日”", id="another-dimension"),
    ],
)
def test_what_is_wrong_is_told(text: str, words: str, findings: Findings, shown: Material, settings: Settings) -> None:
    answer = answer_to(text, findings, shown, settings)
    assert any(words in warning for warning in answer.warnings), answer.warnings
    assert answer.confidence < compose(findings, settings, limit=5).confidence
    assert "[8]" not in answer.text


def test_numbers_of_the_question_may_be_said_back(shown: Material) -> None:
    said = check("您工作了12年，金卡会员的退货期限为15天[1]。", shown, "工作12年的金卡会员几天", "zh")
    assert said.warnings == ()


def test_a_refusal_cites_nothing(findings: Findings, shown: Material, settings: Settings) -> None:
    answer = answer_to("文档中没有这个问题的答案。", findings, shown, settings)
    assert (answer.refused, answer.grade, answer.citations, answer.facts) == (True, "none", (), ())
    assert answer.reason
