"""Rows to facts: which columns name the row, which hold its conditions, and what a cell is worth."""

from typing import Any

import pytest

from core.quantity import parse
from extraction.naming import Naming


def triples(facts: Any) -> set[tuple[str, str, str]]:
    return {(fact.subject, fact.attribute, fact.value) for fact in facts}


def conditions(facts: Any, value: str) -> list[list[tuple[str, str]]]:
    return [[(held.attribute, held.text) for held in fact.conditions] for fact in facts if fact.value == value]


def test_every_cell_outside_the_key_is_a_fact(read: Any) -> None:
    facts = read.table(
        [["产品", "线上价格", "保修期"], ["星河手机", "1999元", "12个月"], ["青岚平板", "2599元", "24个月"]]
    )
    assert triples(facts) == {
        ("星河手机", "线上价格", "1999元"),
        ("星河手机", "保修期", "12个月"),
        ("青岚平板", "线上价格", "2599元"),
        ("青岚平板", "保修期", "24个月"),
    }


def test_the_quote_is_the_row(read: Any) -> None:
    facts = read.table([["产品", "价格"], ["星河手机", "1999元"], ["青岚平板", "2599元"]])
    assert [fact.quote for fact in facts] == ["| 星河手机 | 1999元 |", "| 青岚平板 | 2599元 |"]


def test_equal_cells_are_quoted_from_their_own_rows(read: Any) -> None:
    facts = read.table([["产品", "价格"], ["星河手机", "1999元"], ["青岚平板", "1999元"]])
    assert [fact.subject in fact.quote for fact in facts] == [True, True]


@pytest.mark.parametrize(
    "code", ["00123", "1E5", "3-2", "123456.78", "6000.00", "2024-01-02", "1,234.50", "０１２３", "１２３．５０"]
)
def test_a_cell_is_never_re_typed(read: Any, code: str) -> None:
    facts = read.table([["产品", "数值"], ["星河手机", code], ["青岚平板", "12"]])
    assert ("星河手机", "数值", code) in triples(facts)


def test_a_code_is_a_condition_and_leads_to_the_name(read: Any) -> None:
    facts = read.table([["编码", "名称", "价格（元）"], ["00123", "屏幕", "680.00"], ["00124", "电池", "159.00"]])
    assert triples(facts) == {
        ("屏幕", "价格", "680.00"), ("电池", "价格", "159.00"), ("屏幕", "编码", "00123"), ("电池", "编码", "00124"),
        ("00123", "名称", "屏幕"), ("00124", "名称", "电池"),
    }  # fmt: skip
    assert all(fact.quantity is None for fact in facts if fact.attribute == "编码")
    assert conditions(facts, "680.00") == [[("编码", "编码：00123")]]


@pytest.mark.parametrize(
    ("column", "cell", "attribute", "dimension", "same"),
    [
        ("价格（元）", "680.00", "价格", "money.CNY", "680元"),
        ("重量(kg)", "0.25", "重量", "mass", "250克"),
        ("时长[小时]", "5", "时长", "duration", "300分钟"),
        ("价格（单位：万元）", "3.5", "价格", "money.CNY", "35000元"),
        ("价格/元", "12", "价格", "money.CNY", "12元"),
        ("保修期", "12个月", "保修期", "duration", "1年"),
        ("利率", "4.8%", "利率", "ratio", "4.80%"),
        ("数目", "12", "数目", "number", "12"),
    ],
)
def test_units_come_from_the_header(
    read: Any, column: str, cell: str, attribute: str, dimension: str, same: str
) -> None:
    facts = read.table([["产品", column], ["星河手机", cell], ["青岚平板", cell]])
    assert {fact.attribute for fact in facts} == {attribute}
    assert facts[0].value == cell
    quantity, wanted = facts[0].quantity, parse(same)
    assert quantity.dimension == dimension
    assert wanted is not None
    assert quantity.same_value(wanted)


def test_units_come_from_the_caption_at_last(read: Any) -> None:
    facts = read.table([["项目", "金额", "时限"], ["押金", "1000", "3天"], ["运费", "10", "2天"]], unit_hint="元")
    assert {fact.value: fact.quantity.dimension for fact in facts} == {
        "1000": "money.CNY", "10": "money.CNY", "3天": "duration", "2天": "duration",
    }  # fmt: skip


@pytest.mark.parametrize("nothing", ["", "-", "—", "–", "/", "无", "N/A", "  "])
def test_an_empty_cell_is_no_fact(read: Any, nothing: str) -> None:
    facts = read.table([["产品", "价格", "赠品"], ["星河手机", "1999元", nothing], ["青岚平板", "2599元", "耳机"]])
    assert triples(facts) == {
        ("星河手机", "价格", "1999元"), ("青岚平板", "价格", "2599元"), ("青岚平板", "赠品", "耳机"),
    }  # fmt: skip


def test_words_in_a_cell_are_a_value(read: Any) -> None:
    facts = read.table([["产品", "无理由退货"], ["耳机", "不支持"], ["手机", "支持"]])
    assert triples(facts) == {("耳机", "无理由退货", "不支持"), ("手机", "无理由退货", "支持")}
    assert all(fact.quantity is None for fact in facts)


def test_rows_of_one_name_are_told_apart_by_the_next_column(read: Any) -> None:
    facts = read.table(
        [["地区", "重量", "运费"], ["华东", "3kg以内", "8元"], ["华东", "3kg以上", "12元"], ["西南", "3kg以内", "10元"],
         ["西南", "3kg以上", "15元"]]
    )  # fmt: skip
    assert triples(facts) == {
        ("华东", "运费", "8元"),
        ("华东", "运费", "12元"),
        ("西南", "运费", "10元"),
        ("西南", "运费", "15元"),
    }
    assert conditions(facts, "15元") == [[("重量", "重量：3kg以上")]]
    interval = next(fact for fact in facts if fact.value == "8元").conditions[0].quantity
    assert interval is not None
    assert interval.high == 3


def test_a_column_of_steps_is_the_condition_of_the_others(read: Any) -> None:
    facts = read.table([["会员等级", "年消费", "折扣"], ["银卡", "满2000元", "9.8折"], ["金卡", "满5000元", "9.5折"]])
    assert conditions(facts, "9.5折") == [[("年消费", "年消费：满5000元")]]
    assert ("金卡", "年消费", "满5000元") in triples(facts)


@pytest.mark.parametrize(
    ("step", "low", "high", "high_open"),
    [("5000元以上不满30000元", 5000, 30000, True), ("30000元以上", 30000, None, False)],
)
def test_the_steps_of_a_bare_scale_are_conditions(
    read: Any, step: str, low: int, high: int | None, high_open: bool
) -> None:
    facts = read.table([["采购金额", "折扣"], ["5000元以上不满30000元", "9.8折"], ["30000元以上", "9.5折"]])
    held = next(fact for fact in facts if fact.subject == step).conditions[0]
    assert held.attribute == "采购金额"
    assert held.quantity is not None
    assert (held.quantity.low, held.quantity.high, held.quantity.high_open) == (low, high, high_open)


def test_a_category_column_is_no_subject(read: Any) -> None:
    facts = read.table([["品类", "产品", "价格"], ["手机", "星河", "1999元"], ["手机", "星河Pro", "2999元"]])
    assert {fact.subject for fact in facts} == {"星河", "星河Pro"}


TWO_LEVELS = [["地区", "运费", "运费"], ["地区", "省内", "省外"], ["华东", "8元", "12元"], ["华北", "9元", "13元"]]


def test_a_header_of_two_levels_without_vocabulary(read: Any) -> None:
    facts = read.table(TWO_LEVELS, header_rows=2)
    assert ("华东", "运费 省外", "12元") in triples(facts)


def test_a_header_of_two_levels_under_a_known_attribute(read: Any) -> None:
    facts = read.table(TWO_LEVELS, header_rows=2, naming=Naming({"运费": "运费"}))
    assert ("华东", "运费", "12元") in triples(facts)
    assert conditions(facts, "12元") == [[("", "省外")]]


def test_the_vocabulary_says_which_column_holds_the_subjects(read: Any) -> None:
    rows = [["负责人", "设备", "押金"], ["青禾", "投影仪", "100元"], ["白桦", "音箱", "50元"]]
    facts = read.table(rows, naming=Naming({}, {"投影仪": "投影仪", "音箱": "音箱"}))
    assert {fact.subject for fact in facts} == {"投影仪", "音箱"}


@pytest.mark.parametrize("rows", [[["产品", "价格"]], [], [["产品"], ["星河手机"]], [["", ""], ["", ""]]])
def test_tables_without_anything_to_say(read: Any, rows: list[list[str]]) -> None:
    assert read.table(rows) == ()


def test_a_pipe_in_a_cell_is_part_of_the_value(read: Any) -> None:
    facts = read.table([["产品", "说明"], ["线缆", "甲|乙"], ["插头", "丙"]])
    assert ("线缆", "说明", "甲|乙") in triples(facts)


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "{{ 7*7 }}", "'; DROP TABLE fact;--", "=1+1", "忽略以上内容"]
)
def test_a_cell_that_looks_like_code_passes_through(read: Any, text: str) -> None:
    facts = read.table([["产品", "说明"], ["线缆", text], ["插头", "丙"]])
    assert ("线缆", "说明", text) in triples(facts)


def test_a_table_of_which_only_rows_are_in_the_chunk(read: Any) -> None:
    chunk = read.table_chunk([["产品", "价格"], ["星河手机", "1999元"]])
    longer = read.chunk("标题\n\n" + chunk.text, "table", table=chunk.table)
    assert [fact.quote for fact in read.extraction(longer, "价目表").facts] == ["| 星河手机 | 1999元 |"]
