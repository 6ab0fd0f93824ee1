"""Facts of tables against questions that say, or do not say, the row and the column."""

from dataclasses import replace
from typing import Any

import pytest

from core.fact import Fact
from retrieval.headers import header_factor, header_said, said_whole
from retrieval.structured import candidates


def tabled(make: Any, subject: str, attribute: str, value: str, *conditions: str, rule: str = "table") -> Fact:
    return make.fact(make.chunk(f"| {subject} | {value} |", "table"), subject, attribute, value, *conditions, rule=rule)


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        (
            "云杉商贸期末余额的应收账款有多少？",
            ("云杉商贸", "期末余额 应收账款", "1,400.00"),
            ("云杉商贸", "期末余额 占应收账款合计数的比例", "5.50"),
        ),
        (
            "本期增加的社会保险费有多少？",
            ("三、社会保险费", "本期增加", "826"),
            ("其中：医疗保险费", "本期增加", "738"),
        ),
        ("公司的B类无形资产有多少？", ("无形资产B", "金额", "2000"), ("无形资产A", "金额", "1000")),
        ("现金期末有多少？", ("一、现金", "期末余额", "24"), ("一、现金", "期初余额", "47")),
        ("上年同期的租金是多少？", ("租金", "上年同期", "12"), ("租金", "本期", "13")),
        ("2021年的坏账损失是多少？", ("坏账损失", "2021年度", "-14"), ("坏账损失", "2020年度", "-7")),
        ("期初的本科员工有多少人？", ("本科", "期初人数", "72"), ("员工合计", "期初人数", "554")),
        ("云杉商贸的注册资本是多少？", ("甲表", "注册资本", "475,000"), ("甲表", "母公司名称", "云杉商贸")),
    ],
)
def test_the_row_and_column_that_are_said_weigh_more(
    make: Any, question: str, right: tuple[str, str, str], wrong: tuple[str, str, str]
) -> None:
    asked = make.question(question)
    assert header_factor(tabled(make, *right), asked) > header_factor(tabled(make, *wrong), asked)


def test_a_question_for_both_periods_contradicts_neither(make: Any) -> None:
    asked = make.question("租金期末和期初各是多少？")
    factors = [header_factor(tabled(make, "租金", column, "12"), asked) for column in ("期末余额", "期初余额")]
    assert min(factors) > 0.8


def test_a_sum_is_not_held_back_when_it_is_asked_for(make: Any) -> None:
    fact = tabled(make, "合计", "金额", "99")
    assert header_factor(fact, make.question("金额合计是多少？")) > header_factor(fact, make.question("金额是多少？"))


def test_a_question_for_a_set_need_not_say_the_rows(make: Any) -> None:
    asked = make.question("哪些产品支持7天无理由退货？")
    assert header_factor(tabled(make, "星河手机", "无理由退货", "支持"), asked) == 1.0


def test_a_subject_that_repeats_the_title_need_not_be_said(make: Any) -> None:
    asked, fact = make.question("注册资本是多少？"), tabled(make, "甲表", "注册资本", "475")
    assert header_factor(fact, asked, "甲表") > header_factor(fact, asked)


def test_a_fact_of_prose_is_left_alone(make: Any) -> None:
    fact = tabled(make, "租金", "期初余额", "12", rule="prose.measure")
    assert header_factor(fact, make.question("期末余额是多少？")) == 1.0
    assert not header_said(fact, make.question("期初余额是多少？"))


@pytest.mark.parametrize(
    ("attribute", "said"), [("利息率", True), ("本期", False), ("折旧年限", False), ("其中：利息率", True)]
)
def test_a_column_said_word_for_word_but_no_bare_period(make: Any, attribute: str, said: bool) -> None:
    assert header_said(tabled(make, "贷款", attribute, "5.7%"), make.question("本期贷款的利息率是多少？")) is said


def test_a_bare_number_of_a_cell_may_be_money_but_no_share(make: Any) -> None:
    fact = tabled(make, "星河手机", "运费", "12")
    assert make.match(fact, make.question("星河手机的运费是多少钱？")).dimension_fits
    assert not make.match(fact, make.question("星河手机的运费占百分之多少？")).dimension_fits
    prose = tabled(make, "星河手机", "运费", "12", rule="prose.measure")
    assert not make.match(prose, make.question("星河手机的运费是多少钱？")).dimension_fits


@pytest.mark.parametrize(
    ("subject", "attribute", "share"),
    [
        ("租金", "本期金额", 0.3333),
        ("其中：租金", "本期", 1.0),
        ("仓库租金", "上期", 0.0),
        ("租金", "上期", 0.5),
        ("租", "本期", 0.6667),
    ],
)
def test_names_of_row_and_column_count_only_whole(make: Any, subject: str, attribute: str, share: float) -> None:
    asked = make.question("本期的租金是多少？")
    assert round(said_whole(tabled(make, subject, attribute, "12"), asked), 4) == share
    assert said_whole(tabled(make, subject, attribute, "12", rule="record"), asked) == 0.0


def test_a_chunk_whose_row_and_column_are_named_whole_comes_first(make: Any) -> None:
    asked = make.question("本期的租金是多少？")
    named, other = tabled(make, "租金", "本期", "12"), tabled(make, "租金", "本期金额", "13")
    matches = [make.match(other, asked), make.match(named, asked)]
    level = [replace(item, score=0.5) for item in matches]
    assert [item.chunk_id for item in candidates(level)] == [named.chunk_id, other.chunk_id]
    assert [item.rank for item in candidates(level)] == [1, 2]
    assert all(item.score <= 1.0 for item in candidates([replace(item, score=0.95) for item in matches]))
    assert [item.score for item in candidates([replace(item, whole=0.0) for item in level])] == [0.375, 0.375]


def test_a_fact_that_hardly_fits_says_nothing_of_its_passage(make: Any) -> None:
    asked = make.question("本期的租金是多少？")
    weak = replace(make.match(tabled(make, "租金", "本期", "12"), asked), whole=0.0)
    assert [candidates([replace(weak, score=score)])[0].score for score in (0.1, 0.2, 0.6, 1.0)] == [0.0, 0.0, 0.5, 1.0]
