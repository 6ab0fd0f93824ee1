"""Heading paths, articles and plain numbering."""

from collections.abc import Callable

import pytest

from core.document import Document
from ingestion.numbering import article_label, clean_heading, item_kind, paragraph_pieces, part_mark

Read = Callable[[str | bytes, str], Document]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("第三条 职工享受年休假。", "第三条"),
        ("第三条　全角空格。", "第三条"),
        ("第四条之一 新增的条文。", "第四条之一"),
        ("第一百二十条 罚则。", "第一百二十条"),
        ("第12条 数字编号。", "第12条"),
        ("第五条本办法自发布之日起施行。", "第五条"),
        ("第 六 条 有空格。", "第六条"),
        ("第十条第一款规定的折算方法", ""),
        ("第十条规定的情形", ""),
        ("第三条、第四条不适用", ""),
        ("第三条的规定", ""),
        ("依照第三条 执行", ""),
    ],
)
def test_article_label(text: str, label: str) -> None:
    assert article_label(text) == label


def test_clean_heading() -> None:
    assert clean_heading("总 则") == "总则"
    assert clean_heading("第一章 总 则") == "第一章 总则"
    assert clean_heading("第 二 节  一 般 规 定") == "第二节 一般规定"
    assert clean_heading("Return  policy 说明：") == "Return policy 说明"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("第一章 总 则", "章"), ("第二节 退货", "节"), ("一、适用范围", "一、"), ("（二）办理流程", "（一）"),
        ("附件：", "附"), ("附表一", "附"), ("附 则", "章"), ("1.2 退货条件", "1.1"),
    ],
)  # fmt: skip
def test_plain_headings(text: str, kind: str) -> None:
    mark = part_mark(text)
    assert mark is not None
    assert mark.kind == kind


@pytest.mark.parametrize(
    "text", ["一、提交身份证、申请表，并填写联系方式。", "3.14 元", "第一章的规定", "附带服务不另收费", "1.5 2.5"]
)
def test_not_headings(text: str) -> None:
    assert part_mark(text) is None


def test_item_kinds() -> None:
    assert [item_kind(t) for t in ("（一）甲", "(二)乙", "一、丙", "1.丁", "1. 戊", "①己", "3.14元", "甲")] == [
        "bracket", "bracket", "han", "number", "number", "round", "", "",
    ]  # fmt: skip


def test_lines_of_one_paragraph_are_parted_at_articles() -> None:
    text = "第一条 甲。\n续行。\n第二条 乙：\n（一）丙；"
    assert [text[start:end].strip() for start, end in paragraph_pieces(text)] == [
        "第一条 甲。\n续行。", "第二条 乙：", "（一）丙；",
    ]  # fmt: skip


def paths(document: Document) -> dict[str, tuple[str, ...]]:
    return {block.text[:6]: block.heading_path for block in document.blocks}


def test_articles_end_at_headings_and_annexes(read: Read) -> None:
    document = read(
        "# 云杉办法\n\n## 第一章 总 则\n\n第一条 甲。\n\n续段。\n\n第二条 乙。\n\n## 第二章 附则\n\n前言。\n\n"
        "第三条 丙。\n\n附录：\n\n一、范围：\n\n(一)丁；",
        "云杉办法(2020-01-01).md",
    )
    found = paths(document)
    assert found["第一条 甲。"] == ("第一章 总则", "第一条")
    assert found["续段。"] == ("第一章 总则", "第一条")
    assert found["第二条 乙。"] == ("第一章 总则", "第二条")
    assert found["前言。"] == ("第二章 附则",)
    assert found["第三条 丙。"] == ("第二章 附则", "第三条")
    assert found["(一)丁；"] == ("附录", "一、范围")
    assert found["云杉办法"] == ()


def test_plain_chapter_is_a_sibling_of_a_marked_one(read: Read) -> None:
    document = read("# 某条例\n\n## 第五章 罚则\n\n第一条 甲。\n\n附 则\n\n第二条 乙。", "某条例.md")
    assert paths(document)["第二条 乙。"] == ("附则", "第二条")


def test_numbering_in_plain_text_builds_the_tree(read: Read) -> None:
    text = "一、适用范围\n本手册适用于门店。\n二、退货\n（一）条件\n商品完好，七日内可退。\n（二）费用\n运费自理。"
    document = read(text, "手册.txt")
    found = paths(document)
    assert found["商品完好，七"] == ("二、退货", "（一）条件")
    assert found["运费自理。"] == ("二、退货", "（二）费用")


def test_items_inside_an_article_are_not_headings(read: Read) -> None:
    document = read("第一条 材料包括：\n\n一、身份证\n\n二、申请表\n", "清单.md")
    assert all(block.heading_path == ("第一条",) for block in document.blocks)
