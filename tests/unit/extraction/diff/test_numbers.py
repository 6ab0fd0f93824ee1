"""Which numbers of two wordings changed."""

import pytest

from core.document import Span
from extraction.diff.number import changed_numbers, lone_numbers
from extraction.diff.unit import Unit, key_of, masked
from extraction.inspected import Place

Pairs = list[tuple[str | None, str | None]]


def unit(text: str, *cells: tuple[str, str]) -> Unit:
    return Unit(text, key_of(text), masked(text), Place("说明.md", (), Span()), cells)


def changes(old: str, new: str) -> Pairs:
    return [(change.old, change.new) for change in changed_numbers(unit(old), unit(new))]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("提交后24小时内审核。", "提交后4小时内审核。", [("24小时内", "4小时内")]),
        ("满5天不满10天的。", "满5天不满20天的。", [("满5天不满10天", "满5天不满20天")]),
        ("退款3天到账，运费8元。", "运费9元，退款3天到账。", [("8元", "9元")]),
        ("在5天内办结。", "在5个工作日内办结。", [("5天内", "5个工作日内")]),
        ("应当及时办结。", "应当在3日内办结。", [(None, "3日内")]),
        ("应当在3日内办结。", "应当及时办结。", [("3日内", None)]),
        ("客服电话400-000-0155。", "客服电话400-000-0166。", [("400-000-0155", "400-000-0166")]),
        ("适用于青禾X5书灯。", "适用于青禾X6书灯。", [("X5", "X6")]),
        ("按本规则第三条办理。", "按本规则第四条办理。", [("第三条", "第四条")]),
        ("首次贴膜免费。", "首次贴膜收费5元。", [("免费", "5元")]),
    ],
)
def test_every_changed_number_is_found(old: str, new: str, expected: Pairs) -> None:
    assert changes(old, new) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("应当在三日内办结。", "应当在3日内办结。"),
        ("税率为3—5%。", "税率为百分之三至百分之五。"),
        ("保修期为12个月。", "保修期为1年。"),
        ("费用为１００元。", "费用为100元。"),
        ("因退货满99元的，运费8元。", "因换货满99元的，运费8元。"),
        ("顾客承担运费。", "顾客承担运费，会员免费退货次数内的除外。"),
    ],
)
def test_a_value_written_anew_is_no_change(old: str, new: str) -> None:
    assert changes(old, new) == []


def test_cells_are_compared_by_column() -> None:
    old = unit("微信 | 3天 | 5元", ("渠道", "微信"), ("到账", "3天"), ("手续费", "5元"))
    new = unit("微信 | 5元 | 4天", ("渠道", "微信"), ("手续费", "5元"), ("到账", "4天"))
    assert [(change.old, change.new) for change in changed_numbers(old, new)] == [("3天", "4天")]


def test_a_renamed_column_changes_no_number() -> None:
    old = unit("微信 | 3天", ("渠道", "微信"), ("到账", "3天"))
    new = unit("微信 | 3天", ("渠道", "微信"), ("到账时效", "3天"))
    assert changed_numbers(old, new) == ()


def test_a_text_without_end_is_compared_too() -> None:
    words = "读者可以在总服务台办理借阅手续、" * 200
    assert changes(f"{words}限借5本、{words}", f"{words}限借9本、{words}") == [("5本", "9本")]


def test_all_numbers_of_a_lone_sentence() -> None:
    assert lone_numbers("第二条 满3年的，补贴500元。") == ("第二条", "满3年", "500元")
