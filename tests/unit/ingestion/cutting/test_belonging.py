"""What belongs together: steps and notices, footnotes and citations, lists, code, a few words and their table."""

from itertools import pairwise

import pytest

from tests.unit.ingestion.cutting.conftest import Cut

STEP = "拆下外壳并放在平整的桌面上，然后按照顺序取下四颗螺钉。"


def test_the_items_of_a_list_stay_together_when_they_fit(cut: Cut) -> None:
    before = "门店应当公示收费标准。" * 25
    items = "\n\n".join(f"（{n}）{'违反规定的情形说明' * 4}；" for n in "一二三四五六")
    cutting = cut(f"# 办法\n\n## 退费\n\n{before}\n\n有下列情形之一的，不予退费：\n\n{items}")
    (chunk,) = (chunk for chunk in cutting.chunks if "（一）" in chunk.text)
    assert "有下列情形之一的，不予退费：" in chunk.text
    assert "（六）" in chunk.text


def test_a_notice_stays_with_the_last_step_of_a_long_list(cut: Cut) -> None:
    steps = "\n".join(f"{n}. {STEP * 3}" for n in range(1, 8))
    cutting = cut(f"# 维修\n\n## 拆机\n\n{steps}\n\n注意：{'先断开电源再进行操作。' * 5}")
    (chunk,) = (chunk for chunk in cutting.chunks if "先断开电源" in chunk.text)
    assert chunk.text.startswith("7. ") or "\n7. " in chunk.text


def test_a_notice_before_the_step_stays_with_it(cut: Cut) -> None:
    intro = "本节说明如何拆下外壳以及需要准备的工具。" * 23
    cutting = cut(f"# 维修\n\n## 拆机\n\n{intro}\n\n警告：先断开电源。\n\n（一）{STEP}")
    (chunk,) = (chunk for chunk in cutting.chunks if "警告：先断开电源。" in chunk.text)
    assert "（一）拆下外壳" in chunk.text


def test_code_stays_with_the_step_that_announces_it(cut: Cut) -> None:
    fill = "安装之前请备份全部资料并记录版本号。" * 27
    cutting = cut(f"# 安装\n\n## 命令\n\n{fill}\n\n然后运行下面的命令：\n\n```sh\nqinghe --install\n```")
    (chunk,) = (chunk for chunk in cutting.chunks if "```" in chunk.text)
    assert chunk.text == "然后运行下面的命令：\n\n```sh\nqinghe --install\n```"


def test_a_footnote_at_the_end_joins_the_paragraph_that_cites_it(cut: Cut) -> None:
    cutting = cut(
        f"# 时效\n\n## 退款\n\n退款在三日内到账[^1]，遇节假日顺延。\n\n## 换货\n\n{'换货规则说明。' * 20}\n\n[^1]: 自门店收到退货之日起算。"
    )
    (chunk,) = (chunk for chunk in cutting.chunks if "自门店收到退货之日起算" in chunk.text)
    assert chunk.text == "退款在三日内到账[^1]，遇节假日顺延。\n\n[^1]: 自门店收到退货之日起算。"
    assert chunk.heading_path == ("退款",)


def test_a_long_paragraph_leaves_room_for_its_footnote(cut: Cut) -> None:
    long = "".join(f"第{n}档会员的退款在{n}日内到账，逾期另行通知会员本人。" for n in range(1, 21))
    cutting = cut(f"# 时效\n\n{long}全部退款以此为准[^1]。\n\n[^1]: {'自门店收到退货之日起算。' * 5}")
    (chunk,) = (chunk for chunk in cutting.chunks if "自门店收到" in chunk.text)
    assert "以此为准[^1]" in chunk.text
    assert len(chunk.text) <= 512


def test_a_footnote_nobody_cites_is_kept(cut: Cut) -> None:
    cutting = cut("# 时效\n\n退款在三日内到账，遇节假日顺延。\n\n[^9]: 自门店收到退货之日起算。")
    assert "自门店收到" in "".join(chunk.text for chunk in cutting.chunks)


def test_a_few_words_beside_a_table_join_it(cut: Cut) -> None:
    table = "| 等级 | 年费 |\n|---|---|\n| 金叶 | 200 |"
    cutting = cut(f"# 收费\n\n## 标准\n\n标准：\n\n{table}\n\n| 等级 | 期限 |\n|---|---|\n| 金叶 | 30日 |\n\n含税。")
    assert [chunk.kind for chunk in cutting.chunks] == ["table", "table"]
    assert cutting.chunks[0].text.startswith("标准：\n\n")
    assert cutting.chunks[1].text.endswith("含税。")
    assert "含税。" in cutting.chunks[1].embedding_text


def test_no_chunk_is_tiny_where_a_neighbour_stands(cut: Cut) -> None:
    parts = [
        "好的。",
        "会员卡分为金叶卡和银杏卡两种，由会员自愿选择。" * 21,
        "另行通知。",
        "年费按年缴纳。" * 60,
        "完。",
    ]
    cutting = cut("# 卡\n\n## 类别\n\n" + "\n\n".join(parts))
    assert min(len(chunk.text) for chunk in cutting.chunks) >= 20
    assert all(first.spans[-1].char_end <= second.spans[0].char_start for first, second in pairwise(cutting.chunks))


@pytest.mark.parametrize(
    "whole",
    [
        "[青禾卡收费说明。第二版](https://qinghe.example/a。b)",
        "![年费。示意图](images/fee。png)",
        "`select 年费。金额 from 卡；`",
        "$E = m。c^2$",
        "<https://qinghe.example/a;b;c>",
        "Mr. Qinghe",
    ],
)
def test_links_images_code_and_formulas_inside_prose_are_whole(cut: Cut, whole: str) -> None:
    for fill in range(12, 26):
        text = "门店公示。" * fill + whole + "为准。" + "门店公示。" * 30
        cutting = cut(f"# 卡\n\n{text}", chunk_size=128, chunk_overlap=20)
        assert any(whole in chunk.text for chunk in cutting.chunks)
        assert sum(chunk.text.count(whole[:6]) for chunk in cutting.chunks) == sum(
            c.text.count(whole) for c in cutting.chunks
        )
