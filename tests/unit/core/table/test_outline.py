"""What rows stand under."""

from collections.abc import Callable

from core.document import Table
from core.table import laid_out, opens, parents, standing_rows


def test_numbered_rows_stand_under_each_other() -> None:
    names = ["一、原值", "1、期初", "2、增加", "（1）购置", "二、折旧", "1、期初", "合计"]
    opening = [True, False, False, False, True, False, False]
    assert parents(names, opening) == [
        (), ("一、原值",), ("一、原值",), ("一、原值", "2、增加"), (), ("二、折旧",), ("二、折旧", "1、期初"),
    ]  # fmt: skip


def test_a_row_opens_others_when_it_has_a_colon_or_number_and_no_values() -> None:
    assert opens(["其中：", "", ""])
    assert opens(["一、原值", "一、原值", ""])
    assert not opens(["抵押借款", "", ""])
    assert not opens(["一、原值", "12", ""])


def test_rows_that_later_rows_cannot_be_read_without(table: Callable[..., Table]) -> None:
    marked = laid_out(
        table(
            "推选流程<1x3>",
            "推选名额 十人<1x2>",
            "推选条件 无<1x2>",
            "候选人<1x3>",
            "姓名 性别 出生年月",
            "青禾 男 1962年11月",
            "白桦 女 1973年11月",
        )
    )
    assert standing_rows(marked)[5:] == [(3, 4), (3, 4)]
    assert standing_rows(marked)[1:3] == [(0,), (0,)]
    assert standing_rows(marked)[3] == ()
