"""How much of a question a text speaks about."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.keyword import token_weights
from retrieval.lexical import WeightedTerms, bigram_tokens, weigh


@pytest.mark.parametrize(
    ("text", "share"),
    [("退款规则", 1.0), ("退 款 規 則", 1.0), ("退款", 0.5), ("规则", 0.5), ("运费", 0.0), ("", 0.0)],
)
def test_coverage(text: str, share: float) -> None:
    assert WeightedTerms({"c:退款": 2.0, "c:规则": 2.0}).coverage(text) == share


def test_no_tokens_cover_nothing() -> None:
    assert WeightedTerms({}).coverage("退款") == 0.0


def test_a_written_form_stands_for_an_everyday_word() -> None:
    terms = WeightedTerms({"c:年假": 1.0}, {"c:年假": ("年休假",)})
    assert terms.coverage("职工享受年休假") == 1.0
    assert terms.coverage("职工享受病假") == 0.0


def test_restricted_keeps_what_stands_in_the_text() -> None:
    terms = WeightedTerms({"c:退款": 2.0, "c:规则": 1.0})
    assert terms.restricted("退款多久").weights == {"c:退款": 2.0}
    assert terms.restricted("运费") is terms


def test_rare_words_weigh_more() -> None:
    weighed = weigh(["c:退款", "c:碎屏"], {"c:退款": 80, "c:碎屏": 5}, 100, {})
    assert weighed.weights["c:碎屏"] > weighed.weights["c:退款"] > 0


def test_a_word_of_no_document_does_not_outweigh_a_rare_one() -> None:
    weighed = weigh(["c:火星", "c:碎屏"], {"c:碎屏": 2}, 1000, {})
    assert weighed.weights["c:火星"] <= weighed.weights["c:碎屏"] * 1.01
    assert weighed.known == {"c:碎屏"}


def test_nouns_no_document_holds_are_named() -> None:
    tokens = bigram_tokens("扫地机器人价格")
    frequencies = {"c:价格": 4, "w:价格": 4}
    assert weigh(tokens, frequencies, 50, {}, ["机器人", "价格"]).unknown_names == ("机器人",)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("退款规则", {"c:退款", "c:规则"}),
        ("保修多久", {"c:保修"}),
        ("iPhone 保修", {"c:iphone", "c:保修"}),
        ("多少", set()),
    ],
)
def test_bigram_tokens(question: str, expected: set[str]) -> None:
    assert set(bigram_tokens(question)) >= expected
    assert all(len(token) > 3 for token in bigram_tokens(question))


_WORDS = st.lists(st.sampled_from(["退款", "规则", "运费", "会员", "，", " ", "12", "wifi"]), max_size=8).map("".join)


@settings(max_examples=60, deadline=None)
@given(question=_WORDS, text=_WORDS, more=_WORDS)
def test_coverage_is_a_share_that_more_text_never_lowers(question: str, text: str, more: str) -> None:
    tokens = bigram_tokens(question)
    terms = weigh(tokens, {}, 10, {})
    share = terms.coverage(text)
    assert 0 <= share <= 1 + 1e-9
    assert terms.coverage(f"{text}。{more}") >= share - 1e-9
    assert not tokens or terms.coverage(question) == pytest.approx(1.0)


def test_expansions_count_half() -> None:
    weights = token_weights("质保", ["保修期"])
    assert weights["c:质保"] == 1.0
    assert weights["c:保修"] == 0.5


def test_an_expansion_never_lowers_a_word_of_the_question() -> None:
    assert token_weights("保修", ["保修期"])["c:保修"] == 1.0


def test_rare_tokens_of_a_question(make: Any) -> None:
    terms = make.terms(make.question("星河手机保修多久"))
    assert terms.coverage("星河手机的保修期为12个月") > terms.coverage("星河手机的价格为1999元")
