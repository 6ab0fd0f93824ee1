"""Sentences and clauses: where they end, where they must not, and that their offsets slice back."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import Piece, clauses, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("保修12个月。电池保修6个月。", ["保修12个月。", "电池保修6个月。"]),
        ("能退吗？能！怎么退", ["能退吗？", "能！", "怎么退"]),
        ("第一行\n第二行", ["第一行", "第二行"]),
        ("价格为3.14元。", ["价格为3.14元。"]),
        ("It costs 3.5 yuan. Delivery is free.", ["It costs 3.5 yuan.", "Delivery is free."]),
        ("版本v2.0.1已发布。", ["版本v2.0.1已发布。"]),
        ("他说“可以退。不收费。”然后走了。", ["他说“可以退。不收费。”然后走了。"]),
        ("依照《退货规则。试行》办理。完。", ["依照《退货规则。试行》办理。", "完。"]),
        ("退款（不含运费。见下）需3天。好。", ["退款（不含运费。见下）需3天。", "好。"]),
        ("没有闭合“的引号。第二句。", ["没有闭合“的引号。", "第二句。"]),
        ("请回答“是。”", ["请回答“是。”"]),
        ("「第一句。第二句。」外面。", ["「第一句。第二句。」外面。"]),
        ("“开头\n下一行。”再一句。", ["“开头", "下一行。”再一句。"]),
        ("", []),
        ("  \n \n", []),
        ("。", ["。"]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [piece.text for piece in sentences(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("满1年的，5天；满10年的，10天；满20年的，15天。", ["满1年的，5天；", "满10年的，10天；", "满20年的，15天。"]),
        ("一；二;三", ["一；", "二;", "三"]),
        ("（甲；乙）都可以；丙不行", ["（甲；乙）都可以；", "丙不行"]),
        ("只有一个", ["只有一个"]),
    ],
)
def test_clauses(text: str, expected: list[str]) -> None:
    assert [piece.text for piece in clauses(Piece(text, 0, len(text)))] == expected


_PROSE = st.text(alphabet=st.sampled_from("退款三天12.。！？；;，“”（）《》 \nab"), max_size=60)


@given(_PROSE)
def test_offsets_slice_back_and_nothing_but_space_is_lost(text: str) -> None:
    pieces = sentences(text)
    assert all(text[piece.start : piece.end] == piece.text for piece in pieces)
    assert all(left.end <= right.start for left, right in itertools.pairwise(pieces))
    assert "".join("".join(piece.text for piece in pieces).split()) == "".join(text.split())


@given(_PROSE)
def test_clause_offsets_are_those_of_the_whole_text(text: str) -> None:
    for sentence in sentences(text):
        for clause in clauses(sentence):
            assert sentence.start <= clause.start < clause.end <= sentence.end
            assert text[clause.start : clause.end] == clause.text


def test_an_offset_counts_from_the_whole_text() -> None:
    text = "前言。会员免运费；非会员8元。"
    second = sentences(text)[1]
    assert [(piece.start, piece.end) for piece in clauses(second)] == [(3, 9), (9, 15)]
