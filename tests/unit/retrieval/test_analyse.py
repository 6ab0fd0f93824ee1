"""What a question is about and asks for."""

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("星河手机保修多久？", "lookup"),
        ("运费多少钱", "lookup"),
        ("哪些产品支持7天无理由退货", "list"),
        ("有哪些加急服务", "list"),
        ("列出所有的会员等级", "list"),
        ("会员等级有几种", "count"),
        ("星河手机和青岚平板的保修有什么区别", "compare"),
        ("银卡和金卡会员的折扣差多少", "compare"),
        ("微信和信用卡退款分别要几天", "compare"),
        ("哪款产品的保修期最长", "extreme"),
        ("最贵的是哪个", "extreme"),
        ("非会员可以免运费吗", "yes_no"),
        ("能不能退货", "yes_no"),
        ("介绍一下售后服务", "open"),
        ("What is the difference between A and B", "compare"),
        ("How long is the warranty?", "lookup"),
    ],
)
def test_intent(make: Any, question: str, intent: str) -> None:
    assert make.question(question).intent == intent


@pytest.mark.parametrize(
    ("question", "dimension"),
    [
        ("保修多久", "duration"), ("运费多少钱", "money.CNY"), ("几个工作日到账", "business_days"),
        ("手续费是百分之几", "ratio"), ("几点开门", "time_of_day"), ("How long is the warranty", "duration"),
    ],
)  # fmt: skip
def test_asks(make: Any, question: str, dimension: str) -> None:
    assert make.question(question).asks[0] == dimension


@pytest.mark.parametrize(
    ("question", "extreme"),
    [
        ("哪款保修期最长", "max"),
        ("最贵的是哪个", "max"),
        ("最便宜的是哪个", "min"),
        ("保修多久", None),
        ("最慢要几天", "max"),
    ],
)
def test_extreme(make: Any, question: str, extreme: str | None) -> None:
    assert make.question(question).extreme == extreme


@pytest.mark.parametrize(
    ("question", "year"),
    [("按2023版政策要几天", 2023), ("2023年的规定是什么", 2023), ("2023元能买什么", None), ("退款要几天", None)],
)
def test_year(make: Any, question: str, year: int | None) -> None:
    assert make.question(question).year == year


@pytest.mark.parametrize(
    ("question", "raws"),
    [
        ("工作12年年休假几天", ["12年"]),
        ("满10年和满20年分别几天", ["满10年", "满20年"]),
        ("一年有几天年休假", []),
        ("退款要几天", []),
        ("花了8000元打几折", ["8000元"]),
    ],
)
def test_quantities(make: Any, question: str, raws: list[str]) -> None:
    analysed = make.question(question)
    assert [asked.quantity.raw for asked in analysed.quantities] == raws
    for asked in analysed.quantities:
        assert analysed.text[asked.start : asked.end] == asked.quantity.raw
        assert asked.quantity.raw in asked.context


@pytest.mark.parametrize(
    ("question", "mentions", "expansions"),
    [
        ("星河手机质保多久", ["星河手机", "保修期"], ("保修期",)),
        ("星河手机保修期多久", ["星河手机", "保修期"], ()),
        ("天气怎么样", [], ()),
    ],
)
def test_mentions(make: Any, question: str, mentions: list[str], expansions: tuple[str, ...]) -> None:
    analysed = make.question(question)
    assert [mention.canonical for mention in analysed.mentions] == mentions
    assert analysed.expansions == expansions


@pytest.mark.parametrize(
    ("question", "threshold"), [("修理超过几天可以借备用机", True), ("消费满多少免运费", True), ("运费要付吗", False)]
)
def test_a_limit_is_asked_for(make: Any, question: str, threshold: bool) -> None:
    assert make.question(question).threshold is threshold


def test_the_aspect_is_what_is_asked_of_the_subject(make: Any) -> None:
    analysed = make.question("星河手机多重")
    assert "星河手机" not in analysed.aspect
    assert "保修" in make.question("星河手机保修多久").aspect


@pytest.mark.parametrize("text", ["？", "  保修多久  ", "a", "{{ 7*7 }}", "'; DROP TABLE fact;--", "😀" * 50, "１２３"])
def test_any_text_is_a_question(make: Any, text: str) -> None:
    assert make.question(text).text == text.strip()
