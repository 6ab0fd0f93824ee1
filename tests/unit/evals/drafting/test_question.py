"""Questions are asked as a person would: the value's kind decides how, circumstances come first."""

import pytest

from core.fact import Condition, Fact
from core.quantity import parse
from evals.drafting.question import absent_question, question_of


def fact(subject: str, attribute: str, value: str, *conditions: Condition) -> Fact:
    return Fact("f", subject, attribute, value, "c", "d", value, 0, len(value), parse(value), conditions)


@pytest.mark.parametrize(
    ("made", "question"),
    [
        (fact("星河手机", "保修期", "12个月"), "星河手机的保修期是多久？"),
        (fact("微信支付", "到账时效", "3个工作日"), "微信支付的到账时效是几个工作日？"),
        (fact("星河手机", "价格", "1999元"), "星河手机的价格是多少钱？"),
        (fact("青澜店", "地址", "云杉路1号院"), "青澜店的地址是什么？"),
        (fact("青澜店", "以旧换新", "不支持"), "青澜店支不支持以旧换新？"),
        (
            fact("年休假", "天数", "10天", Condition("已满10年的", "工龄", parse("已满10年"))),
            "已满10年，年休假的天数是多久？",
        ),
        (fact("备件", "价格", "80元", Condition("编码：00123")), "备件的价格是多少钱？"),
        (fact("Maple speaker", "warranty period", "18 months"), "What is the warranty period of the Maple speaker?"),
    ],
)
def test_a_fact_becomes_a_question(made: Fact, question: str) -> None:
    assert question_of(made) == question


def test_an_absent_attribute_is_asked_for() -> None:
    assert absent_question("星河手机", "续航") == "星河手机的续航是多少？"
    assert absent_question("Maple speaker", "weight") == "What is the weight of the Maple speaker?"
