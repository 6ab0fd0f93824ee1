"""Facts from tables of every shape, read as a person reads them."""

from collections.abc import Callable
from typing import Any

import pytest

from core.table import laid_out
from tests.drawn_table import table_of

Facts = Callable[..., list[Any]]


@pytest.fixture
def facts(read: Any) -> Facts:
    """Return a function that reads the facts of a table, those left out that only name its rows."""

    def of(*rows: str, names: bool = False, title: str = "", **changes: Any) -> list[Any]:
        table = laid_out(table_of(*rows, **changes))
        lines = [table.columns(), ["---"] * table.column_count, *table.grid()[table.header_rows :]]
        text = "\n".join("| " + " | ".join(line) + " |" for line in lines)
        chunk = read.chunk(f"{title}\n\n{text}" if title else text, "table", table=table)
        found = read.extraction(chunk, title or "价目表").facts
        return [fact for fact in found if (fact.rule == "table.name") == names]

    return of


def triples(facts: list[Any]) -> set[tuple[str, str, str]]:
    return {(fact.subject, fact.attribute, fact.value) for fact in facts}


def conditions(facts: list[Any], value: str) -> list[list[str]]:
    return [[held.text for held in fact.conditions] for fact in facts if fact.value == value]


def test_attributes_in_the_first_column(facts: Facts) -> None:
    found = facts("款项性质 押金 备用金", "期末余额 860.76 2,500.00", "期初余额 574.51 500.00")
    assert ("押金", "期末余额", "860.76") in triples(found)
    assert ("备用金", "期初余额", "500.00") in triples(found)
    assert not any(fact.attribute in {"押金", "备用金"} for fact in found)


def test_attributes_of_every_kind_in_the_first_column(facts: Facts) -> None:
    found = facts("参数 星河音箱 青岚音箱", "价格 299元 399元", "重量 1.2kg 2kg", "颜色 黑 白")
    assert ("青岚音箱", "重量", "2kg") in triples(found)
    assert ("星河音箱", "颜色", "黑") in triples(found)


def test_columns_counted_above_their_names(facts: Facts) -> None:
    found = facts("序号 1 2 3", "股东名称 陈青 李桦 王岚", "出资额（万元） 236 33 36", "出资方式 货币 实物 货币")
    assert ("李桦", "出资额", "33") in triples(found)
    assert ("王岚", "出资方式", "货币") in triples(found)


def test_names_and_values_side_by_side(facts: Facts) -> None:
    found = facts("产品名称 青禾腕表 机芯类型 石英", "型号 00123 防水深度 200米", "价格 890元 颜色 白色")
    assert triples(found) == {
        ("青禾腕表", "产品名称", "青禾腕表"), ("青禾腕表", "机芯类型", "石英"), ("青禾腕表", "型号", "00123"),
        ("青禾腕表", "防水深度", "200米"), ("青禾腕表", "价格", "890元"), ("青禾腕表", "颜色", "白色"),
    }  # fmt: skip


def test_names_and_values_of_parts(facts: Facts) -> None:
    found = facts(
        "基本参数<1x4>", "乘员 1人 长度 18.9米", "性能参数<1x4>", "航程 1600公里 升限 19812米", title="青禾一号"
    )
    assert ("青禾一号", "航程", "1600公里") in triples(found)
    assert conditions(found, "1600公里") == [["性能参数"]]
    assert conditions(found, "18.9米") == [["基本参数"]]


def test_a_name_over_several_rows_and_its_parts(facts: Facts) -> None:
    rows = (
        "乘员 2人<1x2> 空重 181千克",
        "翼展<2x1> 后掠角20度 19.54米 航程 2537公里",
        "后掠角68度 11.65米 推重比 0.75",
    )
    found = facts(*rows, title="青禾二号")
    assert ("青禾二号", "翼展 后掠角68度", "11.65米") in triples(found)
    assert ("青禾二号", "推重比", "0.75") in triples(found)


def test_a_row_of_values_is_told_apart_by_the_row_above(facts: Facts) -> None:
    devices = facts(
        "设备名称 投产日期 主要参数<1x4>",
        "第一组母线<3x1> 2003-11<3x1> 型号 AWKH<1x3>",
        "接线端子 1a-1n 2a-2c 3a-2b",
        "额定电压 100 120 140",
        "第二组母线<2x1> 2004-11<2x1> 型号 BWKH<1x3>",
        "相数 单相<1x3>",
    )
    assert ("第一组母线", "额定电压", "120") in triples(devices)
    assert "接线端子：2a-2c" in conditions(devices, "120")[0]
    assert ("第二组母线", "相数", "单相") in triples(devices)
    assert ("第一组母线", "投产日期", "2003-11") in triples(devices)


def test_tables_side_by_side_in_one(facts: Facts) -> None:
    found = facts("资产 年初数 年末数 负债 年初数 年末数", "现金 12 14 借款 33 30", "存货 5 6 账款 7 8")
    assert {("现金", "年末数", "14"), ("账款", "年初数", "7"), ("借款", "年末数", "30")} <= triples(found)
    assert {fact.subject for fact in found} == {"现金", "存货", "借款", "账款"}


def test_names_of_columns_that_come_anew(facts: Facts) -> None:
    found = facts(
        "资产类 年初数 年末数", "现金 454 78", "存货 526 41", "负债类 期初额 期末额", "借款 458 875", "账款 44 33"
    )
    assert ("借款", "期末额", "875") in triples(found)
    assert ("现金", "年末数", "78") in triples(found)
    assert not any(fact.value in {"期初额", "期末额", "负债类"} for fact in found)


def test_numbered_rows_stand_under_each_other(facts: Facts) -> None:
    found = facts("项目 房屋 设备", "一、原值 _ _", "1、期初余额 34 58", "二、折旧 _ _", "1、期初余额 7 9")
    assert conditions(found, "34") == [["一、原值"]]
    assert conditions(found, "9") == [["二、折旧"]]


def test_a_total_is_a_subject_of_its_own(facts: Facts) -> None:
    found = facts("账龄 余额", "1年以内 12.00", "1至2年 3.00", "合计 15.00", unit_hint="万元")
    total = next(fact for fact in found if fact.subject == "合计")
    assert (total.attribute, total.value, total.quantity.low) == ("余额", "15.00", 150000)


def test_a_column_of_units(facts: Facts) -> None:
    found = facts("矿种 单位 2018年 2019年", "煤炭 吨 556.1 300.1", "盐 千克 9.6 11.2")
    coal = next(fact for fact in found if fact.value == "300.1")
    assert (coal.subject, coal.attribute, coal.quantity.dimension) == ("煤炭", "2019年", "mass")
    assert ("盐", "单位", "千克") in triples(found)


def test_a_unit_in_the_name_of_the_row(facts: Facts) -> None:
    found = facts("项目 本期 上期", "毛利率% 52.51 31.04", "营业收入（万元） 12 11")
    assert {fact.value: fact.quantity.dimension for fact in found} == {
        "52.51": "ratio", "31.04": "ratio", "12": "money.CNY", "11": "money.CNY",
    }  # fmt: skip


def test_a_column_that_names_what_is_measured(facts: Facts) -> None:
    found = facts("产品名称 参数名 单位 规格", "青禾车床<3x1> 行程 mm 850", "承重 kg 1200", "转速 rpm 8000")
    assert ("青禾车床", "承重", "1200") in triples(found)
    assert next(fact for fact in found if fact.value == "850").quantity.dimension == "length"
    assert not any(fact.value in {"mm", "行程"} for fact in found)


def test_a_list_of_measures_is_about_what_it_names(facts: Facts) -> None:
    found = facts(
        "参数 参数值 参数 参数值", "产品名称 青禾直升机 类型 运输", "研制时间 1970年 长度 40.025米", title="装备说明"
    )
    assert {("青禾直升机", "类型", "运输"), ("青禾直升机", "长度", "40.025米")} <= triples(found)
    assert not any(fact.attribute == "参数值" for fact in found)


def test_keys_of_two_columns_and_merged_rows(facts: Facts) -> None:
    found = facts("监测站 日期 天数", "东江口<2x1> 10月16日 5", "11月1日 4", "西江口<2x1> 10月16日 7", "11月14日 3")
    assert any("东江口" in (fact.subject, *(c.text for c in fact.conditions)) or "监测站：东江口" in
               [c.text for c in fact.conditions] for fact in found if fact.value == "4")  # fmt: skip
    assert len([fact for fact in found if fact.attribute == "天数"]) == 4


def test_rows_of_one_name_are_told_apart_by_a_day(facts: Facts) -> None:
    found = facts("银行 金额 起始日期", "白桦银行 100 2021-06-22", "白桦银行 200 2021-06-30")
    assert conditions(found, "200") == [["起始日期：2021-06-30"]]


def test_a_row_is_named_for_those_who_ask_who(facts: Facts) -> None:
    rows = ("序号 股东名称 持股数 持股比例", "1 青禾投资 100 50%", "2 白桦集团 60 30%")
    named = facts(*rows, names=True)
    assert triples(named) == {("1", "股东名称", "青禾投资"), ("2", "股东名称", "白桦集团")}
    assert not any(fact.attribute == "序号" for fact in facts(*rows))


def test_totals_are_no_names(facts: Facts) -> None:
    named = facts("序号 客户名称 金额", "1 青禾公司 100", "合计 合计 200", names=True)
    assert triples(named) == {("1", "客户名称", "青禾公司")}


def test_a_table_without_codes_names_no_rows(facts: Facts) -> None:
    assert facts("客户名称 金额 占比", "青禾公司 100 50%", "白桦公司 200 50%", names=True, title="主要客户") == []


def test_a_note_over_all_columns_is_no_fact(facts: Facts) -> None:
    note = "注：" + "以上数据由各门店上报，未经审计，仅供参考。" * 4
    found = facts("门店 销量 退货", "临溪店 12 1", "青澜店 10 2", f"{note}<1x3>")
    assert not any("未经审计" in fact.value + fact.subject for fact in found)


def test_an_unmarked_table_is_laid_out_on_the_way(read: Any) -> None:
    rows = [["品牌", "青禾", "颜色", "白色"], ["型号", "QH-1", "产地", "临溪"], ["价格", "890元", "重量", "2kg"]]
    chunk = read.table_chunk(rows)
    titled = read.chunk(f"青禾腕表\n\n{chunk.text}", "table", table=chunk.table)
    found = read.extraction(titled, "青禾腕表").facts
    assert ("青禾腕表", "颜色", "白色") in triples(list(found))
    assert next(fact for fact in found if fact.value == "白色").quote == "| 品牌 | 青禾 | 颜色 | 白色 |"
