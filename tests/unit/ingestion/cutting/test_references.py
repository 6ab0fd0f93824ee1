"""A reference that leans on another chunk says there what it means; one that leads nowhere is a warning."""

import pytest

from ingestion.chunk import Cutting
from tests.unit.ingestion.cutting.conftest import Cut

LONG = "经办人应当核对材料并当场出具收据，逾期视为受理。" * 18


def holding(cutting: Cutting, words: str) -> str:
    """Return the embedding text of the one chunk that has ``words``."""
    (found,) = (chunk for chunk in cutting.chunks if words in chunk.text)
    return found.embedding_text


def test_the_paragraph_before_is_named_when_it_stands_in_another_chunk(cut: Cut) -> None:
    cutting = cut(f"第五条 青禾卡会员可以申请退费。{LONG}\n\n前款规定的申请应当在30日内提出，逾期的{LONG}")
    text = holding(cutting, "前款规定的申请")
    assert "\n（前款：第五条 青禾卡会员可以申请退费。）\n" in text
    assert "（前款" not in next(chunk.text for chunk in cutting.chunks if "前款规定的申请" in chunk.text)
    assert cutting.warnings == ()


def test_no_anchor_where_the_same_chunk_holds_what_is_meant(cut: Cut) -> None:
    cutting = cut("第五条 会员可以申请退费。\n\n前款规定的申请应当在30日内提出。")
    assert "（前款" not in cutting.chunks[0].embedding_text


def test_items_before_belong_to_their_paragraph(cut: Cut) -> None:
    items = "\n\n".join(f"（{n}）{'违反规定的情形说明' * 9}；" for n in "一二三四五")
    cutting = cut(f"第五条 有下列情形之一的，不予退费：\n\n{items}\n\n前款情形由门店认定。{LONG}")
    assert "（前款：第五条 有下列情形之一的，不予退费：）" in holding(cutting, "前款情形由门店认定")


def test_the_article_before_and_a_paragraph_of_the_same_article(cut: Cut) -> None:
    cutting = cut(
        f"第五条 会员可以退费。\n\n第六条 门店收到退费申请。{LONG}\n\n会员可以撤回申请。{LONG}\n\n"
        f"违反本条第二款规定的，由总部处理。{LONG}\n\n第七条 依照前条规定退费的，三日内到账。"
    )
    assert "（本条第二款：会员可以撤回申请。）" in holding(cutting, "由总部处理")
    assert "（前条：第六条 门店收到退费申请。）" in holding(cutting, "三日内到账")


@pytest.mark.parametrize(
    "words", ["收费标准如下表：", "各档费用见下表。", "费用按照下列表格执行。", "Fees are in the following table."]
)
def test_the_table_below_is_named(cut: Cut, words: str) -> None:
    cutting = cut(
        f"# 收费\n\n青禾卡自二〇二五年起实行分档收费，{words}\n\n表2 年费（单位：元）\n\n| 等级 | 年费 |\n|---|---|\n| 金叶 | 200 |\n"
    )
    assert "：表2 年费（单位：元））" in holding(cutting, words)


def test_a_table_without_caption_is_named_by_its_columns(cut: Cut) -> None:
    cutting = cut(
        "# 收费\n\n青禾卡自二〇二五年起实行分档收费，具体标准见下表。\n\n| 等级 | 年费 |\n|---|---|\n| 金叶 | 200 |\n"
    )
    assert "（下表：等级、年费）" in holding(cutting, "见下表")


@pytest.mark.parametrize("written", ["附件三", "附件3"])
def test_an_annex_is_named_by_its_title(cut: Cut, written: str) -> None:
    cutting = cut(
        f"# 办法\n\n## 申请\n\n退费申请的格式见{written}，由会员本人填写。\n\n## 附件三 退费申请表\n\n姓名、卡号、金额。"
    )
    assert f"（{written}：附件三 退费申请表）" in holding(cutting, "由会员本人填写")
    assert cutting.warnings == ()


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("退费申请的格式见附件三，由会员本人填写。", "附件三"),
        ("各档次的收费标准见下表，由门店当场公示。", "下表"),
        ("各档次的收费标准详见附表，由门店当场公示。", "附表"),
        ("The fees are listed in Appendix B of this policy.", "AppendixB"),
        ("收费标准见表9，由门店公示给全部会员。", "表9"),
    ],
)
def test_what_is_not_there_is_warned_of(cut: Cut, text: str, missing: str) -> None:
    (warning,) = cut(f"# 收费\n\n## 标准\n\n{text}").warnings
    assert missing in warning
    assert "标准" in warning


@pytest.mark.parametrize(
    "text",
    [
        "代理人应当在票据上表明其代理关系。",
        "应当如下表述：本人同意。",
        "会员可以见附近门店公示的内容。",
        "前项目经理应当移交材料。",
    ],
)
def test_words_that_only_look_like_references(cut: Cut, text: str) -> None:
    cutting = cut(f"# 办法\n\n{text}")
    assert cutting.warnings == ()
    assert "：" not in cutting.chunks[0].embedding_text.split("\n")[1][:3]


def test_anchors_do_not_change_ids(cut: Cut) -> None:
    first = cut(f"第五条 会员可以退费。{LONG}\n\n前款规定的申请应当提出。{LONG}")
    second = cut(f"第五条 会员可以申请退款。{LONG}\n\n前款规定的申请应当提出。{LONG}")
    assert first.chunks[-1].id == second.chunks[-1].id
    assert first.chunks[-1].embedding_text != second.chunks[-1].embedding_text
