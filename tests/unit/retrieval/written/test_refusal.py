"""Saying that there is no answer, told from an answer that also says what is missing."""

import pytest

from retrieval.written.citations import statements
from retrieval.written.refusal import is_refusal


@pytest.mark.parametrize(
    "text",
    [
        "文档中没有这个问题的答案。",
        "抱歉，文档中没有提到牛肉面的价格。",
        "提供的资料中未提及该内容。建议联系客服。",
        "根据现有资料，无法根据文档回答这个问题。",
        "知识库中没有相关信息。",
        "没有找到相关规定。",
        "The documents do not answer this question.",
        "Sorry, this is not mentioned in the provided documents.",
        "The given material does not contain the price.",
        "I cannot find this in the sources.",
        "文档中没有这个问题的答案[1]。",
    ],
)
def test_refusals(text: str) -> None:
    assert is_refusal(text, statements(text))


@pytest.mark.parametrize(
    "text",
    [
        "退货期限为15天[1]。",
        "金卡会员为15天[1]。文档中没有提到普通会员。",
        "没有发票也可以退货[2]。",
        "不需要提供文档[1]。",
        "The return period is 15 days [1]. The documents do not mention members.",
        "No documents are needed [1].",
        "",
    ],
)
def test_answers(text: str) -> None:
    assert not is_refusal(text, statements(text))
