"""Names that mean one thing are grouped, others kept apart, and what is no attribute is left out with a reason."""

from itertools import count
from random import Random

import pytest

from synonyms.proposing import Occurrence, Proposals, propose
from synonyms.proposing.name_parts import parts_of, plain_name, whole_of
from synonyms.proposing.named_in_text import heading_name, label_in, named_in
from synonyms.proposing.occurrence import Source

_NUMBERS = count()


def said(
    name: str,
    value: str = "3天",
    dimension: str = "duration",
    source: Source = "table",
    times: int = 3,
    passage: str = "",
) -> list[Occurrence]:
    """Return a name said ``times`` times, in a passage of its own unless told."""
    where = passage or f"passage{next(_NUMBERS)}"
    return [
        Occurrence(name, f"主体{at}", value, dimension, source, f"{where}.md", "", where) for at in range(times)
    ]  # fmt: skip


def groups(found: Proposals) -> list[set[str]]:
    return [{item.name, *item.aliases} for item in found.attributes]


@pytest.mark.parametrize(
    ("names", "together"),
    [
        (("退款到账时效", "到账时效"), True),
        (("送达时效", "送达时间"), True),
        (("审核期限", "审核时间"), True),
        (("开具期限", "开具电子发票期限"), True),
        (("寄出商品期限", "寄出新商品期限"), True),
        (("到账期限", "申请期限"), False),
        (("线上售价", "门店售价"), False),
        (("退款到账时效", "回收款到账时间"), False),
        (("换货期限", "换货标准"), False),
        (("检测费", "人工费"), False),
        (("申请期限", "申请换开期限"), False),
        (("估价有效期", "报价有效期"), False),
    ],
)
def test_pairs(names: tuple[str, str], together: bool) -> None:
    found = groups(propose([*said(names[0]), *said(names[1])]))
    assert (set(names) in found) is together
    assert len(found) == (1 if together else 2)


def test_columns_of_one_table_are_never_one_attribute() -> None:
    found = propose([*said("送达时效", passage="表"), *said("送达时间", passage="表")])
    assert len(found.attributes) == 2


def test_values_of_other_dimensions_are_never_one_attribute() -> None:
    assert len(propose([*said("加急"), *said("加急", "10元", "money.CNY", times=1)]).attributes) == 1
    found = propose([*said("手续"), *said("手续费", "10元", "money.CNY")])
    assert len(found.attributes) == 2


def test_working_days_and_days_answer_one_question() -> None:
    found = propose([*said("审核时间", "2个工作日", "business_days"), *said("审核期限", "4小时", times=1)])
    assert [item.dimension for item in found.attributes] == ["business_days"]


def test_a_short_name_that_ends_several_belongs_to_none() -> None:
    found = groups(propose([*said("有效期"), *said("估价有效期"), *said("积分有效期"), *said("等级有效期")]))
    assert len(found) == 4


def test_the_name_is_frequent_short_and_clear() -> None:
    found = propose([*said("完成审核期限", source="prose", times=1), *said("审核时间", times=5)])
    assert [(item.name, item.aliases) for item in found.attributes] == [("审核时间", ("完成审核期限", "审核期限"))]


def test_a_header_over_two_lines_keeps_its_spelling_as_alias() -> None:
    found = propose(
        [
            *said("保修期 整机", passage="表"),
            *said("保修期 电池", passage="表"),
            *said("价格 线上售价", "9元", "money.CNY"),
        ]
    )
    names = {item.name: item.aliases for item in found.attributes}
    assert names == {
        "整机保修期": ("保修期 整机", "保修期"), "电池保修期": ("保修期 电池",), "线上售价": ("价格 线上售价",)
    }  # fmt: skip


@pytest.mark.parametrize(
    ("items", "reason"),
    [
        (said("备件编码", "00123", ""), "identifies"),
        (said("门店", "临溪店", "", "row_name"), "rows"),
        (said("退回位置", "原付款卡或者零钱", ""), "free words"),
        (said("数量", "3件", "count"), "nothing by itself"),
        (said("退还已经先行退回的款项期限", source="prose", times=1), "fragment"),
        (said("更换电池费用", "免费", "money.CNY", "prose", 1), "free"),
    ],
)
def test_noise_is_left_out_with_a_reason(items: list[Occurrence], reason: str) -> None:
    found = propose(items)
    assert found.attributes == ()
    assert reason in found.left_out[0].reason


def test_english_names_are_measured_in_words() -> None:
    found = propose(said("refund time", "3 days", source="prose", times=1))
    assert [item.name for item in found.attributes] == ["refund time"]


def test_words_that_repeat_are_an_attribute() -> None:
    items = [
        Occurrence("以旧换新", f"门店{at}", "支持" if at % 2 else "不支持", "", "table", "甲.md", "", "表") for at in range(8)
    ]  # fmt: skip
    assert [(item.name, item.dimension) for item in propose(items).attributes] == [("以旧换新", "")]


def test_counts_examples_and_order() -> None:
    items = [
        *said("保修期", times=2, passage="甲"),
        *said("保修期", "9天", times=2, passage="乙"),
        *said("押金", "9元", "money.CNY", times=1),
    ]
    first, second = propose(items).attributes
    assert (first.name, first.count, first.documents, second.name) == ("保修期", 4, 2, "押金")
    assert {example.document for example in first.examples[:2]} == {"甲.md", "乙.md"}


def test_the_order_of_reading_changes_nothing() -> None:
    items = [
        *said("退款到账时效"), *said("到账时效"), *said("审核期限"), *said("审核时间"), *said("有效期"), *said("线上售价")
    ]  # fmt: skip
    shuffled = list(items)
    Random(7).shuffle(shuffled)
    assert propose(items) == propose(shuffled)


def test_text_adds_short_and_full_wordings() -> None:
    items = [
        *said("分期手续费率", "2%", "ratio"),
        *said("补贴金额", "9元", "money.CNY"),
        *said("新品补贴", "9元", "money.CNY", "heading", 1),
    ]
    texts = ["6期的费率见价目表。", "以旧换新补贴不与折扣同享。", "享受以旧换新补贴的，不得退货。"]
    found = {item.name: item.aliases for item in propose(items, texts).attributes}
    assert found["分期手续费率"] == ("费率",)
    assert found["补贴金额"] == ("新品补贴", "以旧换新补贴")


@pytest.mark.parametrize(
    ("name", "clear", "stem", "family"),
    [
        ("退款到账时效", "退款到账时效", "退款到账", "time"),
        ("完成审核期限", "审核期限", "审核", "time"),
        ("开启降噪时单次续航", "单次续航", "单次续航", ""),
        ("查验通电时间上限", "查验通电时间上限", "查验通电", "time"),
        ("充电功率", "充电功率", "充电", "measure"),
        ("加急费", "加急费", "加急", "money"),
        ("电子发票的补开期限", "补开期限", "补开", "time"),
        ("每小时工资", "每小时工资", "每小时工资", ""),
        ("Warranty period", "Warranty period", "warrantyperiod", ""),
    ],
)
def test_parts(name: str, clear: str, stem: str, family: str) -> None:
    parts = parts_of(name)
    assert (parts.clear, parts.stem, parts.family) == (clear, stem, family)


@pytest.mark.parametrize(
    ("name", "plain", "whole"),
    [
        ("保修期 整机", "整机保修期", "保修期"), ("保修期 电池", "电池保修期", ""), ("价格 线上售价", "线上售价", ""),
        ("延长保修 延长1年", "延长保修（延长1年）", ""), ("保修期", "保修期", ""),
    ],
)  # fmt: skip
def test_headers_over_two_lines(name: str, plain: str, whole: str) -> None:
    assert (plain_name(name), whole_of(name)) == (plain, whole)


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("星河手机的充电功率", "支持80W充电，从1%充满约38分钟。", ("充电功率", "80W")),
        ("说明", "电子发票的补开期限为订单签收后90天。", ("电子发票的补开期限", "90天")),
        ("说明", "线上订单享受15天价格保护。", ("价格保护", "15天")),
    ],
)
def test_names_in_text(title: str, text: str, expected: tuple[str, str]) -> None:
    assert expected in [(item.name, item.value) for item in named_in(title, text, set())]


@pytest.mark.parametrize("text", ["", "没有数值的一段话。", "客服在办理后告知顾客。", "订单为空。"])
def test_text_without_values_names_nothing(text: str) -> None:
    assert list(named_in("甲的期限", text, set())) == []


@pytest.mark.parametrize(
    ("heading", "name"),
    [("三、出库时间", "出库时间"), ("2.3 加急", ""), ("（一）积分的获得", "积分的获得"), ("运费和取件费", ""), ("第二章 保修范围", "保修范围")],
)  # fmt: skip
def test_headings(heading: str, name: str) -> None:
    assert heading_name(heading) == name


def test_a_cell_that_names_its_own_value() -> None:
    assert label_in("上门检测80元", "检测费") == "上门检测"
    assert label_in("购买后30天内", "购买期限") == ""
    assert label_in("80元", "检测费") == ""
