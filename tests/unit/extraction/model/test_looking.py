"""Finding what was copied: width and white space aside, character by character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.model.looking import cuts_negation, cuts_number, looked

TEXT = "运费 ８元，\n满９９元 免运费；ＶＩＰ 用户 除外。"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("运费8元", "运费 ８元"),
        ("运费　8 元", "运费 ８元"),
        ("满99元免运费", "满９９元 免运费"),
        ("VIP用户", "ＶＩＰ 用户"),
        ("8元,满99元", "８元，\n满９９元"),
    ],
)
def test_found_with_the_characters_of_the_text(words: str, found: str) -> None:
    places = list(looked(TEXT).places_of(words))
    assert [TEXT[start:end] for start, end in places] == [found]


@pytest.mark.parametrize("words", ["", "  ", "运费9元", "vip用户", "運費8元"])
def test_not_found(words: str) -> None:
    assert not looked(TEXT).holds(words)


def test_every_place_in_order() -> None:
    assert list(looked("甲甲甲").places_of("甲甲")) == [(0, 2), (1, 3)]


@given(st.text(max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_every_piece_of_a_text_is_found_in_it(text: str, one: int, other: int) -> None:
    piece = text[min(one, other) : max(one, other)]
    view = looked(text)
    for start, end in view.places_of(piece):
        assert looked(text[start:end]).holds(piece)
    assert view.holds(piece) or not looked(piece).bare


@pytest.mark.parametrize(
    ("text", "value", "cut"),
    [
        ("逾期15天", "5天", True),
        ("共150元", "15", True),
        ("共3.5万元", "5万元", True),
        ("共12,500元", "500元", True),
        ("共十三天", "三天", True),
        ("共１５天", "５天", True),
        ("逾期5天", "5天", False),
        ("第3，5天", "5天", False),
        ("到账5天。5日后", "5天", False),
        ("免收", "免收", False),
    ],
)
def test_a_value_inside_a_longer_number(text: str, value: str, cut: bool) -> None:
    at = text.index(value)
    assert cuts_number(text, at, at + len(value)) is cut


@pytest.mark.parametrize(
    ("text", "value", "cut"),
    [
        ("定制商品不支持退货", "支持退货", True),
        ("定制商品不支持退货", "不支持退货", False),
        ("金卡会员没有免邮", "免邮", True),
        ("押金未退", "退", True),
        ("This item is not refundable", "refundable", True),
        ("It isn't refundable", "refundable", True),
        ("A known refundable item", "refundable", False),
        ("金卡会员支持退货", "支持退货", False),
        ("支持退货", "支持退货", False),
    ],
)
def test_a_value_without_its_negation(text: str, value: str, cut: bool) -> None:
    assert cuts_negation(text, text.index(value)) is cut


def test_emphasis_is_no_difference() -> None:
    text = "退款**5个工作日**内到账，编号`A-1`。"
    assert [text[a:b] for a, b in looked(text).places_of("退款5个工作日内")] == ["退款**5个工作日**内"]
    assert looked(text).holds("编号A-1")
