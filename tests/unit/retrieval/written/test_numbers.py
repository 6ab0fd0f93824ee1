"""Numbers of an answer against a source: the same value in other words is fine, another value is not."""

import pytest

from retrieval.written.numbers import Known, unfounded

SOURCE = "退货期限不超过15天，质保3年，到账时间为3至7个工作日，运费8元，满99元免运费，9.5折，客服电话400-000-0000，编码00123。"
TABLE = "| 产品 | 价格（元） |\n| --- | --- |\n| 星河手机 | 1999.00 |"


@pytest.mark.parametrize(
    "statement",
    [
        "退货期限不超过15天。",
        "退货期限为15天。",
        "15天以内可以退货。",
        "十五天内可以退。",
        "质保36个月。",
        "质保3年（36个月）。",
        "3到7个工作日到账。",
        "运费八元。",
        "打95折。",
        "请拨打400-000-0000。",
        "编码是00123。",
        "有两种情况。",
        "1. 退货期限15天",
        "2）质保3年",
        "按规定办理。",
    ],
)
def test_what_the_source_states(statement: str) -> None:
    assert list(unfounded(statement, [Known(SOURCE)])) == []


@pytest.mark.parametrize(
    ("statement", "stranger"),
    [
        ("退货期限为30天。", "30天"),
        ("退货期限为15个工作日。", "15个工作日"),
        ("质保5年。", "5年"),
        ("运费80元。", "80元"),
        ("满9元免运费。", "满9元"),
        ("3至10个工作日到账。", "3至10个工作日"),
        ("请拨打400-111-0000。", "400-111-0000"),
        ("编码是123。", "123"),
        ("1. 退货期限16天", "16天"),
    ],
)
def test_what_it_does_not(statement: str, stranger: str) -> None:
    assert list(unfounded(statement, [Known(SOURCE)])) == [stranger]


def test_a_unit_may_stand_in_the_header() -> None:
    assert list(unfounded("价格为1999元。", [Known(TABLE)])) == []
    assert list(unfounded("价格为1998元。", [Known(TABLE)])) == ["1998元"]


def test_any_of_the_sources_will_do_and_none_knows_nothing() -> None:
    assert list(unfounded("工作12年的休10天。", [Known("工作12年"), Known("休10天")])) == []
    assert list(unfounded("休10天。", [])) == ["10天"]
