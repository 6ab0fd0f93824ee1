"""Cut points: never inside numbers, ranges, addresses, quotations."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingestion.cutting.boundary import boundaries, cut_running, quotations

LIMIT = 64
TOKENS = [
    "3.2GHz", "第3.14条", "2.0版", "https://qinghe.example/a?b=1，", "3-7个工作日", "三至七日",
    "1,234.50元", "30%", "2024-01-05",
    "8:30-21:00", "第一百二十条", "百分之八十", "「七日。无理由」", "《云杉办法。实施》",
    "（以下称“公司。甲”）", "user@qinghe.example",
]  # fmt: skip
WORDS = [
    "退货",
    "应当在",
    "办理；",
    "门店",
    "会员。",
    "费用，",
    "由买家承担！",
    "说明",
    "\n",
    "\n\n",
    "的",
    "is paid. ",
    "Then ",
]
# Words stand between the tokens: two numbers run together would be one number.
TEXTS = st.lists(
    st.tuples(st.sampled_from(WORDS), st.sampled_from(TOKENS + WORDS)).map("".join), min_size=1, max_size=60
).map("".join)


def whole(text: str) -> list[tuple[int, int]]:
    """Return the stretches of the known tokens in ``text``."""
    return [match.span() for token in TOKENS for match in re.finditer(re.escape(token.rstrip("，")), text)]


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_pieces_cover_the_text_once_and_keep_tokens_whole(text: str) -> None:
    pieces = cut_running(text, LIMIT, 16)
    assert pieces[0][0] == 0 and pieces[-1][2] == len(text)
    for (_, _, end), (start, own, _) in pairwise(pieces):
        assert own == end, "new text begins where the last piece ended"
        assert end - 16 <= start <= end, "the overlap is short"
    for start, _, end in pieces:
        assert end - start <= LIMIT
        for edge in (start, end):
            assert not any(first < edge < last for first, last in whole(text)), text[edge - 9 : edge + 9]


@given(st.text(max_size=400), st.integers(8, 80), st.integers(0, 30))
@settings(max_examples=300, deadline=None)
def test_any_text_is_covered(text: str, limit: int, overlap: int) -> None:
    pieces = cut_running(text, limit, min(overlap, limit // 3))
    assert "".join(text[own:end] for _, own, end in pieces) == text
    assert all(start <= own < end or not text for start, own, end in pieces)


def test_sentence_ends_come_before_clauses() -> None:
    text = "甲" * 30 + "。" + "乙" * 20 + "，" + "丙" * 30 + "。"
    assert [text[own:end] for _, own, end in cut_running(text, 60, 0)] == [
        "甲" * 30 + "。",
        "乙" * 20 + "，" + "丙" * 30 + "。",
    ]


def test_overlap_is_whole_sentences() -> None:
    text = "".join(f"第{n}句说明退货的规则与费用。" for n in "一二三四五六七八九")
    pieces = cut_running(text, 60, 30)
    repeated = [text[start:own] for start, own, _ in pieces[1:]]
    assert all(part.endswith("。") and len(part) <= 30 for part in repeated)
    assert all(part.startswith("第") for part in repeated)


def test_a_quotation_longer_than_a_piece_is_cut_all_the_same() -> None:
    text = "“" + "长引文。" * 40 + "”"
    assert all(end - start <= LIMIT for start, _, end in cut_running(text, LIMIT, 0))


def test_an_address_longer_than_a_piece_stays_whole() -> None:
    address = "https://qinghe.example/" + "a" * 200
    text = f"见{address} 说明。"
    assert any(address in text[start:end] for start, _, end in cut_running(text, LIMIT, 0))


def test_unbalanced_marks_do_not_glue_the_text() -> None:
    assert quotations("（甲。乙。", 50) == []
    assert quotations("（甲）乙）", 50) == [(0, 3)]
    assert len(cut_running("（" + "退货说明。" * 40, LIMIT, 0)) >= 3


@pytest.mark.parametrize(
    "text", ["满3年不满10年", "3.5万元以上", "iPhone15Pro", "第四条之一", "10～15日内", "−5℃至40℃"]
)
def test_no_cut_inside(text: str) -> None:
    number = re.search(r"[\d第−][^满不以]*", text)
    assert number is not None
    points = boundaries(text, 64)
    for at in range(number.start() + 1, min(number.start() + 3, number.end())):
        assert points.last(at - 1, at, 1) is None
