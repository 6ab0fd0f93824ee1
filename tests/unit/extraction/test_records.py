"""Records: the title is the subject, each short field an attribute, the answer is read as prose."""

from typing import Any

import pytest

from extraction.records import record_subject


def triples(facts: Any) -> set[tuple[str, str, str]]:
    return {(fact.subject, fact.attribute, fact.value) for fact in facts}


def test_fields_are_attributes(read: Any) -> None:
    facts = read.record({"名称": "云杉酒店", "电话": "010-00000000", "房价": "399元", "评分": "4.70"})
    assert triples(facts) == {
        ("云杉酒店", "电话", "010-00000000"), ("云杉酒店", "房价", "399元"), ("云杉酒店", "评分", "4.70"),
    }  # fmt: skip


def test_the_quote_is_the_field(read: Any) -> None:
    facts = read.record({"名称": "云杉酒店", "房价": "399元"})
    assert [fact.quote for fact in facts] == ["房价：399元"]


@pytest.mark.parametrize("code", ["00123", "1E5", "3-2", "123456.78", "6000.00"])
def test_a_field_is_never_re_typed(read: Any, code: str) -> None:
    assert ("云杉酒店", "编码", code) in triples(read.record({"名称": "云杉酒店", "编码": code}))


@pytest.mark.parametrize("name", ["id", "type", "keywords", "category", "source", "version", "priority", "tags"])
def test_fields_about_the_record_are_no_facts(read: Any, name: str) -> None:
    assert read.record({"title": "云杉酒店", name: "甲"}) == ()


@pytest.mark.parametrize(
    ("fields", "subject"),
    [
        ({"title": "甲", "question": "乙"}, "甲"),
        ({"question": "乙", "价格": "1元"}, "乙"),
        ({"产品": "丙", "价格": "1元"}, "丙"),
        ({"门店": "丁", "电话": "1"}, "丁"),
        ({"title": "", "name": "戊"}, "戊"),
        ({}, ""),
    ],
)
def test_subject(fields: dict[str, str], subject: str) -> None:
    assert record_subject(fields) == subject


def test_long_text_is_no_value(read: Any) -> None:
    assert read.record({"title": "云杉酒店", "简介": "很长的介绍" * 20}) == ()


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("退款到账时效为3至5个工作日。", "3至5个工作日"),
        ("积分有效期为24个月，到期清零。", "24个月"),
        ("单笔订单满99元免运费，不满99元收取运费8元。", "8元"),
    ],
)
def test_an_answer_is_read_as_prose(read: Any, answer: str, value: str) -> None:
    facts = read.record({"id": "FAQ-1", "question": "多久到账？", "answer": answer})
    found = next(fact for fact in facts if fact.value == value)
    assert found.quote == answer
    assert found.rule.startswith("record.")


def test_a_value_said_twice_is_quoted_from_its_field(read: Any) -> None:
    facts = read.record({"名称": "8元店", "运费": "8元", "包装费": "8元"})
    assert {fact.attribute: fact.quote for fact in facts} == {"运费": "运费：8元", "包装费": "包装费：8元"}


def test_a_long_list_is_one_value(read: Any) -> None:
    services = "、".join(f"服务项目{number}" for number in range(30))
    assert ("云杉酒店", "设施", services) in triples(read.record({"名称": "云杉酒店", "设施": services}))


def test_a_list_cut_between_two_chunks_keeps_whole_items(read: Any) -> None:
    facts = read.record({"名称": "云杉酒店", "设施": "泳池、健身房、停车场、"})
    assert triples(facts) == {("云杉酒店", "设施", "泳池、健身房、停车场")}


def test_a_long_text_is_no_value(read: Any) -> None:
    assert read.record({"名称": "云杉酒店", "介绍": "，".join(["临溪而建"] * 30)}) == ()
