"""Questions that fit several facts: the answer shows all of them, or a question that tells them apart gets one."""

import pytest

from service.wiring import Application
from tests.integration.retrieval.behaviour import KB, load


@pytest.fixture(scope="module")
def rules(application: Application, tmp_path_factory: pytest.TempPathFactory) -> Application:
    load(application, tmp_path_factory.mktemp("rules"))
    return application


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("退货期限是几天？", {"15天", "7天"}),
        ("退货运费是多少？", {"免费", "10元"}),
        ("深度清洁的服务费是多少？", {"60元", "180元"}),
        ("上门费多少钱？", {"30元", "50元"}),
        ("开具时限是多久？", {"1个工作日", "5个工作日"}),
        ("押金是多少？", {"2000元", "300元"}),
        ("维修时间是几天？", {"3天", "7天"}),
        ("检测时间是几天？", {"1天", "2天"}),
        ("首重运费是多少？", {"6元", "8元", "20元"}),
        ("取消订单后多久退款？", {"1小时", "3个工作日"}),
        ("送达时间是几天？", {"1天", "3天", "7天"}),
    ],
)
def test_every_choice_is_shown(rules: Application, question: str, values: set[str]) -> None:
    answer = rules.retriever.ask(KB, question)
    assert not answer.refused
    for value in values:
        assert value in answer.text, answer.text
    if answer.headline:
        assert len(answer.headline.splitlines()) == len(values) + 1, "one line a choice under one that says so"
        assert len(answer.facts) == len(values)
        assert all(fact.value in answer.headline for fact in answer.facts)
    assert answer.citations


@pytest.mark.parametrize(
    ("question", "value", "others"),
    [
        ("会员的退货期限是几天？", "15天", ("7天",)),
        ("三脚架的押金是多少？", "300元", ("2000元",)),
        ("纸质发票的开具时限是多久？", "5个工作日", ("1个工作日",)),
        ("华北的送达时间是几天？", "3天", ("1天", "7天")),
        ("家电的上门费多少钱？", "50元", ("30元",)),
        ("星河手机的保修期是多久？", "12个月", ("24个月",)),
        ("星河手机Pro的保修期是多久？", "24个月", ("12个月",)),
        ("电视的检测时间是几天？", "2天", ("1天",)),
    ],
)
def test_what_the_question_tells_apart_is_one(
    rules: Application, question: str, value: str, others: tuple[str, ...]
) -> None:
    answer = rules.retriever.ask(KB, question)
    assert value in answer.headline
    assert not any(other in answer.headline for other in others)


def test_the_scope_of_a_choice_is_shown(rules: Application) -> None:
    lines = rules.retriever.ask(KB, "上门费多少钱？").headline.splitlines()[1:]
    assert {("30元" in line, "手机" in line, "家电" in line) for line in lines} == {
        (True, True, False),
        (False, False, True),
    }
