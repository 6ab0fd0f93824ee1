"""Lines of the form 键：值."""

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("营业时间：9:00—21:00", "营业时间", "9:00—21:00"),
        ("客服热线: 400-000-0000", "客服热线", "400-000-0000"),
        ("编号：00123", "编号", "00123"),
        ("- 保修期：12个月", "保修期", "12个月"),
        ("1. 保修期：12个月", "保修期", "12个月"),
        ("（一）保修期：12个月；", "保修期", "12个月"),
        ("**价格**：6000.00元", "价格", "6000.00元"),
        ("退款周期：3-5个工作日。", "退款周期", "3-5个工作日"),
        ("Refund period: 7 days", "Refund period", "7 days"),
    ],
)
def test_pairs(read: Any, line: str, key: str, value: str) -> None:
    pairs = [fact for fact in read.prose(line, "星河手机") if fact.rule == "key_value"]
    assert [(fact.subject, fact.attribute, fact.value) for fact in pairs] == [("星河手机", key, value)]


@pytest.mark.parametrize(
    "line",
    [
        "注意：请保留发票",
        "提示：请保留发票",
        "例如：买一送一",
        "Note: keep the invoice",
        "说明：",
        "：没有键",
        "这一行没有冒号",
        "一句很长很长很长很长很长很长很长很长很长的话里有个键：值",
        "甲，乙：丙",
        "流程：先申请。再寄回。",
        "详见 https://example.com/help",
        "http://example.com",
    ],
)
def test_lines_that_are_no_pairs(read: Any, line: str) -> None:
    assert [fact for fact in read.prose(line, "星河手机") if fact.rule == "key_value"] == []


def test_the_nearest_heading_is_the_subject(read: Any) -> None:
    facts = read.prose("电话：010-00000000", "门店指南", headings=("门店", "青澜店"))
    assert [fact.subject for fact in facts] == ["青澜店"]


def test_every_line_is_quoted_from_its_place(read: Any) -> None:
    facts = read.prose("  价格：1元\n价格：2元\n\n价格：3元", "星河手机")
    assert [(fact.value, fact.quote) for fact in facts if fact.rule == "key_value"] == [
        ("1元", "价格：1元"), ("2元", "价格：2元"), ("3元", "价格：3元"),
    ]  # fmt: skip
