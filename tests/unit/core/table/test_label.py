"""Which texts name something, and which are values."""

import pytest

from core.table import is_total, is_value, labelness


@pytest.mark.parametrize(
    "text",
    ["期末余额", "联系电话", "产品名称", "金额（万元）", "毛利率%", "审批人：", "是否含税", "Unit Price", "额定电压"],
)
def test_names(text: str) -> None:
    assert labelness(text) >= 0.5
    assert not is_value(text)


@pytest.mark.parametrize(
    "text",
    ["1,234.50", "-3.2%", "2024年3月5日", "是", "√是 □否", "GX-200A", "a@b.cn", "https://b.cn", "约300元", "（12.5）"],
)
def test_values(text: str) -> None:
    assert is_value(text)
    assert labelness(text) == -1


@pytest.mark.parametrize(
    "text", ["青禾仪器有限公司", "本产品适合室内使用，不可淋雨，也不可暴晒。", "甲、乙、丙三地的用户"]
)
def test_words_that_name_nothing(text: str) -> None:
    assert labelness(text) < 0
    assert not is_value(text)


@pytest.mark.parametrize("text", ["1号主变", "(1)短期薪酬", "1、青禾公司治理"])
def test_a_numbered_name_is_no_number(text: str) -> None:
    assert not is_value(text)


@pytest.mark.parametrize(("text", "total"), [("合 计", True), ("本页小计", True), ("Total", True), ("合计人数", False)])
def test_totals(text: str, total: bool) -> None:
    assert is_total(text) is total
