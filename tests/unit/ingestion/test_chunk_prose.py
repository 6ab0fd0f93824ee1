"""Prose: articles, sections, lists, notices."""

import re
from collections.abc import Callable, Sequence

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as with_settings
from hypothesis import strategies as st

from core.chunk import Chunk
from core.document import Document
from core.settings import Settings
from ingestion.chunk import SPLITTER_VERSION, chunk_document
from ingestion.parse import parse_bytes

Read = Callable[[str | bytes, str], Document]


@pytest.fixture(scope="session")
def cut(read: Read, settings: Settings) -> Callable[..., tuple[Chunk, ...]]:
    def chunks(text: str, name: str = "云杉办法.md") -> tuple[Chunk, ...]:
        return chunk_document(read(text, name), settings)

    return chunks


Cut = Callable[..., tuple[Chunk, ...]]


def test_one_article_is_one_chunk(cut: Cut) -> None:
    chunks = cut("# 云杉办法\n\n## 第一章 总 则\n\n第一条 甲规定。\n\n续段说明。\n\n第二条 乙规定。")
    assert [(chunk.heading_path, chunk.text) for chunk in chunks] == [
        (("第一章 总则", "第一条"), "第一条 甲规定。\n\n续段说明。"),
        (("第一章 总则", "第二条"), "第二条 乙规定。"),
    ]
    assert chunks[0].embedding_text == "云杉办法 > 第一章 总则 > 第一条\n第一条 甲规定。\n\n续段说明。"
    assert chunks[0].splitter_version == f"{SPLITTER_VERSION}:headings"
    assert [chunk.ordinal for chunk in chunks] == [0, 1]


def test_paragraphs_of_a_section_are_merged_up_to_the_size(cut: Cut, settings: Settings) -> None:
    text = "## 退货\n\n" + "\n\n".join(f"{n:02d}号说明：" + "退货规则与费用的说明文字" * 5 + "。" for n in range(20))
    chunks = cut(text)
    assert all(len(chunk.text) <= settings.chunk_size for chunk in chunks)
    assert all(len(chunk.text) > settings.chunk_size / 2 for chunk in chunks[:-1])
    assert all(chunk.text.startswith(("0", "1")) for chunk in chunks), "cut only between paragraphs"


def test_a_long_list_repeats_its_lead_only_in_what_is_embedded(cut: Cut, settings: Settings) -> None:
    items = "\n\n".join(f"（{n}）" + "违反规定的情形说明" * 8 + "；" for n in "一二三四五六七八九")
    chunks = cut(f"第一条 前句。有下列情形之一的，责令改正：\n\n{items}")
    assert len(chunks) > 1
    assert chunks[0].text.startswith("第一条")
    for chunk in chunks[1:]:
        assert "有下列情形之一的，责令改正：" not in chunk.text
        assert "\n有下列情形之一的，责令改正：\n" in chunk.embedding_text
        assert chunk.heading_path == ("第一条",)
    assert sum(chunk.text.count("违反规定") for chunk in chunks) == 72


def test_a_lead_sentence_is_never_left_alone_at_the_end(cut: Cut) -> None:
    fill = "退货规则说明。" * 66
    chunks = cut(f"## 规则\n\n{fill}\n\n有下列情形之一的，不予退货：\n\n（一）{'已经拆封' * 10}；\n\n（二）定制商品。")
    assert any(chunk.text.startswith("有下列情形之一的") and "（一）" in chunk.text for chunk in chunks)


def test_nested_items_carry_both_leads(cut: Cut) -> None:
    inner = "\n\n".join(f"{n}.{'商品类别说明' * 12}；" for n in range(1, 9))
    chunks = cut(f"第一条 下列货物适用低税率：\n\n（一）农产品：\n\n{inner}")
    assert "下列货物适用低税率：\n（一）农产品：" in chunks[-1].embedding_text


def test_a_notice_stays_with_its_step(cut: Cut) -> None:
    step = "第一步：" + "拆下面板的说明" * 60 + "。"
    chunks = cut(f"## 维修\n\n{'前言说明。' * 20}\n\n{step}\n\n注意：先断开电源。")
    assert any("拆下面板" in chunk.text and "注意：先断开电源。" in chunk.text for chunk in chunks)


def test_a_footnote_stays_with_its_paragraph(cut: Cut) -> None:
    fill = "\n\n".join("退货说明" * 30 + "。" for _ in range(4))
    chunks = cut(f"## 时效\n\n{fill}\n\n到账时效为三日[^1]。\n\n[^1]: 不含节假日。")
    assert any("三日[^1]" in chunk.text and "不含节假日" in chunk.text for chunk in chunks)


def test_small_leftovers_merge_and_bare_headings_vanish(cut: Cut) -> None:
    chunks = cut("# 手册\n\n## 退货\n\n" + "退货规则说明。" * 72 + "\n\n运费自理。\n\n## 空")
    assert [chunk.heading_path for chunk in chunks] == [("退货",)] * len(chunks) or chunks[-1].text == "空"
    assert chunks[0].text.endswith("运费自理。") or len(chunks) == 1


def test_a_childless_heading_is_not_lost(cut: Cut) -> None:
    chunks = cut("# 目录\n\n## 固定网国内长途及本地电话业务\n\n## 移动网电话和数据业务\n\n## 卫星通信业务\n")
    assert "卫星通信业务" in "".join(chunk.text for chunk in chunks)


def test_too_many_tiny_sections_are_cut_without_headings(cut: Cut) -> None:
    text = "# 术语\n\n" + "\n\n".join(f"## 词{n}\n\n释义{n}" for n in range(12))
    chunks = cut(text)
    assert len(chunks) == 1
    assert "词3" in chunks[0].text and "释义11" in chunks[0].text


def test_code_and_marks_between_paragraphs_survive(cut: Cut) -> None:
    chunks = cut("## 安装\n\n先运行：\n\n```sh\nrun --now\n```\n\n再重启。")
    assert chunks[0].text == "先运行：\n\n```sh\nrun --now\n```\n\n再重启。"


def test_markup_is_kept_in_text_and_dropped_from_what_is_embedded(cut: Cut) -> None:
    (chunk,) = cut("退款**三日内**到账，见[说明](https://qinghe.example)。")
    assert chunk.text == "退款**三日内**到账，见[说明](https://qinghe.example)。"
    assert chunk.embedding_text.endswith("退款三日内到账，见说明。")


LONG_LAW = "# 办法\n\n" + "\n\n".join(f"第{n}条 {'规定的内容说明' * 4}。" for n in "一二三四五六七八九十")


def test_unchanged_text_keeps_its_id(read: Read, settings: Settings) -> None:
    before = {c.text: c for c in chunk_document(read(LONG_LAW, "a.md"), settings)}
    changed = LONG_LAW.replace("第五条 规定", "第五条 另行规定").replace(
        "# 办法\n", "# 办法\n\n新的前言写在最前面，说明目的。\n"
    )
    after = {c.text: c for c in chunk_document(read(changed, "a.md"), settings)}
    same = before.keys() & after.keys()
    assert len(same) == 9
    assert all(before[text].id == after[text].id for text in same)
    assert any(before[text].ordinal != after[text].ordinal for text in same)


def test_metadata_and_other_documents(read: Read, settings: Settings) -> None:
    plain = chunk_document(read(LONG_LAW, "a.md"), settings)
    labelled = chunk_document(read("---\nchannel: 网店\n---\n" + LONG_LAW, "a.md"), settings)
    other = chunk_document(read(LONG_LAW, "b.md"), settings)
    assert [c.id for c in plain] == [c.id for c in labelled]
    assert {c.id for c in plain}.isdisjoint(c.id for c in other)


def test_equal_passages_have_ids_of_their_own(cut: Cut) -> None:
    row = "同样的规定内容，字数超过二十个字符，重复出现多次。"
    chunks = cut("\n\n".join(f"## 甲\n\n{row}\n\n## 乙\n\n{row}" for _ in range(3)))
    assert len({chunk.id for chunk in chunks}) == len(chunks) == 6


def owned(document: Document, chunks: Sequence[Chunk]) -> list[int]:
    """Return how many chunk spans cover each character of the canonical Markdown."""
    covered = [0] * (len(document.markdown) + 1)
    for chunk in chunks:
        for span in chunk.spans:
            for at in range(span.char_start, span.char_end):
                covered[at] += 1
    return covered


SENTENCES = st.lists(
    st.sampled_from(
        ["退货应当在7日内办理。", "费用为3.5万元以上10万元以下；",
         "适用《云杉办法》（以下称本办法）的规定，", "期限为三至五个工作日。",
         "见https://qinghe.example/x。", "会员享8.5折优惠！", "有下列情形之一的："]
    ),
    min_size=1, max_size=30,
).map("".join)  # fmt: skip
PARAGRAPHS = st.one_of(
    SENTENCES,
    st.builds("（{}）{}".format, st.sampled_from("一二三四五"), SENTENCES),
    st.builds("第{}条 {}".format, st.sampled_from("一二三四五六七八九十"), SENTENCES),
    st.builds("## {}".format, st.sampled_from(["退货", "换货", "保 修"])),
    st.builds("注意：{}".format, SENTENCES),
    st.builds("- {}\n- {}".format, SENTENCES, SENTENCES),
)


@given(st.lists(PARAGRAPHS, min_size=1, max_size=12))
@with_settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_nothing_is_lost_nothing_doubled(parts: list[str]) -> None:
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    document = parse_bytes("\n\n".join(parts).encode(), source_name="x.md", settings=settings)
    chunks = chunk_document(document, settings)
    covered = owned(document, chunks)
    for block in document.blocks:
        counts = [covered[block.span.char_start + at] for at, char in enumerate(block.text) if not char.isspace()]
        if block.kind != "title":
            assert min(counts) >= 1, "lost"
            assert max(counts) <= 2, "doubled"
        if block.kind in ("list", "notice") or re.match(r"（[一二三四五]）", block.text):
            assert max(counts) == min(counts) or block.kind == "title", "lists do not overlap"
    for chunk in chunks:
        assert len(chunk.text) <= settings.chunk_size + settings.chunk_minimum
        for span in chunk.spans:
            assert document.markdown[span.char_start : span.char_end] in chunk.text
    assert len({chunk.id for chunk in chunks}) == len(chunks)
