"""Conversations: each follow-up is completed from the turns before, shown, and answered."""

from pathlib import Path

import pytest

from retrieval.conversation import Turn
from service.wiring import Application
from tests.integration.retrieval.behaviour import KB, load

# Per turn: what is asked, what it must be understood as (empty: it is complete), and a value of the answer.
Exchange = tuple[str, str, str]
CONVERSATIONS: tuple[tuple[Exchange, ...], ...] = (
    (
        ("会员的退货期限是几天？", "", "15天"),
        ("那非会员呢？", "非会员的退货期限是几天？", "7天"),
        ("退货运费呢？", "非会员的退货运费？", "10元"),
    ),
    (
        ("星河手机的保修期是多久？", "", "12个月"),
        ("白桦电视呢？", "白桦电视的保修期是多久？", "36个月"),
        ("价格呢？", "白桦电视的价格？", "3999元"),
    ),
    (
        ("工作满5年有几天年休假？", "", "5天"),
        ("满12年的呢？", "工作满12年有几天年休假？", "10天"),
        ("满20年的呢？", "工作满20年有几天年休假？", "15天"),
    ),
    (
        ("未发货的订单取消后多久退款？", "", "1小时"),
        ("已发货的呢？", "已发货的订单取消后多久退款？", "3个工作日"),
        ("未发货的呢？", "未发货的订单取消后多久退款？", "1小时"),
    ),
    (
        ("电子发票的开具时限是多久？", "", "1个工作日"),
        ("纸质发票呢？", "纸质发票的开具时限是多久？", "5个工作日"),
        ("补开期限呢？", "纸质发票的补开期限？", "90天"),
    ),
    (
        ("西藏的首重运费是多少？", "", "20元"),
        ("华北呢？", "华北的首重运费是多少？", "8元"),
        ("送达时间呢？", "华北的送达时间？", "3天"),
    ),
    (
        ("手机的维修时间是几天？", "", "3天"),
        ("电视呢？", "电视的维修时间是几天？", "7天"),
        ("检测时间呢？", "电视的检测时间？", "2天"),
    ),
    (
        ("手机深度清洁的服务费是多少？", "", "60元"),
        ("家电呢？", "家电深度清洁的服务费是多少？", "180元"),
        ("上门费呢？", "家电深度清洁的上门费？", "50元"),
    ),
    (
        ("松涛耳机的续航是多久？", "", "30小时"),
        ("青岚平板呢？", "青岚平板的续航是多久？", "14小时"),
        ("它的保修期呢？", "青岚平板的保修期？", "18个月"),
    ),
    (
        ("按2019版，工作满12年有几天年休假？", "", "8天"),
        ("满20年的呢？", "按2019版，工作满20年有几天年休假？", "12天"),
        ("满5年的呢？", "按2019版，工作满5年有几天年休假？", "4天"),
    ),
    (
        ("星河手机的价格是多少？", "", "1999元"),
        ("星河手机Pro呢？", "星河手机Pro的价格是多少？", "2999元"),
        ("续航呢？", "星河手机Pro的续航？", "26小时"),
    ),
    (
        ("工龄满1年的职工培训补贴多少钱？", "", "500元"),
        ("满10年的呢？", "工龄满10年的职工培训补贴多少钱？", "3000元"),
        ("满12年的呢？", "工龄满12年的职工培训补贴多少钱？", "3000元"),
    ),
)


@pytest.fixture(scope="module")
def rules(application: Application, tmp_path_factory: pytest.TempPathFactory) -> Application:
    load(application, tmp_path_factory.mktemp("rules"))
    return application


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda turns: turns[0][0])
def test_a_conversation(rules: Application, conversation: tuple[Exchange, ...]) -> None:
    history: list[Turn] = []
    for question, completed, value in conversation:
        answer = rules.retriever.ask(KB, question, history=history)
        assert answer.completed_question == completed
        assert not answer.refused
        assert answer.headline.startswith(value), answer.text
        history.append(Turn(question, answer.text))


def test_a_follow_up_that_misses_is_refused_and_shows_what_it_was_taken_for(rules: Application, tmp_path: Path) -> None:
    answer = rules.retriever.ask(KB, "华南呢？", history=[Turn("西藏的首重运费是多少？")])
    assert answer.completed_question == "华南的首重运费是多少？"
    assert answer.refused
    assert "20元" in answer.text
