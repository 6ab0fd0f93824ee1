"""Conditions that nearly fit: the right neighbour answers, or the refusal names the conditions there are."""

import pytest

from service.wiring import Application
from tests.integration.retrieval.behaviour import KB, load


@pytest.fixture(scope="module")
def rules(application: Application, tmp_path_factory: pytest.TempPathFactory) -> Application:
    load(application, tmp_path_factory.mktemp("rules"))
    return application


@pytest.mark.parametrize(
    ("question", "value", "neighbours"),
    [
        ("会员的退货期限是几天？", "15天", ("7天",)),
        ("非会员的退货期限是几天？", "7天", ("15天",)),
        ("未发货的订单取消后多久退款？", "1小时", ("3个工作日",)),
        ("已发货的订单取消后多久退款？", "3个工作日", ("1小时",)),
        ("已拆封的耳机几天内可以换货？", "10天", ("30天",)),
        ("工龄满1年的职工培训补贴多少钱？", "500元", ("3000元",)),
        ("工龄满10年的职工培训补贴多少钱？", "3000元", ("500元",)),
        ("工作满12年有几天年休假？", "10天", ("5天", "15天")),
        ("工作满9年有几天年休假？", "5天", ("10天", "15天")),
        ("工作满20年有几天年休假？", "15天", ("5天", "10天")),
        ("手机深度清洁的服务费是多少？", "60元", ("180元",)),
        ("家电深度清洁的服务费是多少？", "180元", ("60元",)),
    ],
)
def test_the_right_neighbour_answers(
    rules: Application, question: str, value: str, neighbours: tuple[str, ...]
) -> None:
    answer = rules.retriever.ask(KB, question)
    assert not answer.refused
    said = answer.headline.split("（")[0]
    assert value in said
    assert not any(said.startswith(neighbour) for neighbour in neighbours)


@pytest.mark.parametrize(
    ("question", "conditions"),
    [
        ("工作半年有几天年休假？", ("已满1年不满10年", "已满10年不满20年", "已满20年")),
        ("工龄半年的职工培训补贴多少钱？", ("满1年", "满10年")),
        ("华南的首重运费是多少？", ("江浙沪", "华北", "西藏")),
    ],
)
def test_what_fits_nothing_is_refused_with_the_conditions_there_are(
    rules: Application, question: str, conditions: tuple[str, ...]
) -> None:
    answer = rules.retriever.ask(KB, question)
    assert answer.refused
    assert answer.grade == "none"
    assert answer.reason
    for condition in conditions:
        assert condition in answer.headline
    assert answer.citations


def test_the_opposite_is_never_stated(rules: Application) -> None:
    answer = rules.retriever.ask(KB, "未拆封的耳机几天内可以换货？")
    assert not answer.headline.startswith("10天")
    assert "30天" in answer.text


@pytest.mark.parametrize(
    ("question", "difference"),
    [
        ("工作满5年和工作满15年的年休假差几天？", "5天"),
        ("会员和非会员的退货期限差几天？", "8天"),
        ("西藏和江浙沪的送达时间差几天？", "6天"),
        ("电子发票和纸质发票的开具时限差几天？", "4个工作日"),
    ],
)
def test_a_difference(rules: Application, question: str, difference: str) -> None:
    answer = rules.retriever.ask(KB, question)
    assert f"相差{difference}" in answer.headline
    assert len(answer.facts) == 2


def test_scopes_are_compared(rules: Application) -> None:
    answer = rules.retriever.ask(KB, "手机和家电深度清洁的服务费有什么区别？")
    assert answer.headline.splitlines() == ["手机：60元", "家电：180元"]


def test_a_missing_side_is_named(rules: Application) -> None:
    answer = rules.retriever.ask(KB, "星河手机和蓝鲸手表的保修期有什么区别？")
    assert "星河手机：12个月" in answer.headline
    assert "没有找到：蓝鲸手表" in answer.headline
    assert {citation.source_name for citation in answer.citations} == {"价目.md"}


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("哪些产品支持无理由退货？", {"星河手机", "星河手机Pro", "青岚平板", "松涛耳机"}),
        ("哪些产品的保修期超过12个月？", {"星河手机Pro", "青岚平板", "白桦电视"}),
    ],
)
def test_a_list_is_complete_and_counted(rules: Application, question: str, members: set[str]) -> None:
    answer = rules.retriever.ask(KB, question, limit=1)
    assert {fact.subject for fact in answer.facts} == members
    assert f"共{len(members)}项" in answer.headline
