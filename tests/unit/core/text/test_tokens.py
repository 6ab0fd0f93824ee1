"""Index and query tokens: characters' uni- and bigrams, words, codes and numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import content_words, gram_set, index_tokens, query_tokens
from core.text.tagging import is_name, tagged


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("退款", ["c:退", "c:款", "c:退款", "w:退款"]),
        ("編碼00123", ["c:编码", "c:00123"]),
        ("型号AB-12", ["c:ab-12", "c:型号"]),
        ("容量74Wh", ["c:74wh", "c:74", "c:wh"]),
        ("v2.0.1", ["c:v2.0.1"]),
        ("Refund Policy", ["c:refund", "c:policy", "w:refund", "w:policy"]),
        ("ＵＳＢ接口", ["c:usb", "c:接口"]),
    ],
)
def test_index_tokens_hold(text: str, tokens: list[str]) -> None:
    assert set(tokens) <= index_tokens(text).keys()


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("退，款", "c:退款"),
        ("00123", "c:123"),
        ("Refund Policy", "c:refundpolicy"),
        ("退款 到账", "c:款,"),
        ("！？。", "c:！"),
    ],
)
def test_index_tokens_leave_out(text: str, absent: str) -> None:
    assert absent not in index_tokens(text)


def test_repeats_are_counted() -> None:
    assert index_tokens("退款、退款、退款")["c:退款"] == 3


@pytest.mark.parametrize("text", ["", "   ", "！？", "\x00"])
def test_nothing_readable_gives_no_tokens(text: str) -> None:
    assert not index_tokens(text)
    assert query_tokens(text) == {}


@pytest.mark.parametrize(
    ("question", "kept", "dropped"),
    [
        ("退款多久到？", {"退款"}, {"多久", "到"}),
        ("请问怎么开具发票", {"发票"}, {"怎么", "请问"}),
        ("how long is the warranty", {"warranty"}, {"how", "is", "the"}),
        ("你们的运费是多少", {"运费"}, {"的", "是", "多少", "你们"}),
    ],
)
def test_content_words(question: str, kept: set[str], dropped: set[str]) -> None:
    words = content_words(question)
    assert kept <= set(words)
    assert not dropped & set(words)
    assert len(words) == len(set(words))


def test_a_question_weighs_characters_above_words() -> None:
    weights = query_tokens("退款", character_weight=2.0, word_weight=0.5)
    assert weights["c:退款"] == 2.0
    assert weights["w:退款"] == 0.5


def test_a_question_of_function_words_alone_has_no_tokens() -> None:
    assert query_tokens("这个是多少") == {}


def test_words_next_to_each_other_are_joined() -> None:
    assert "c:票退" in query_tokens("发票退回")


@pytest.mark.parametrize("code", ["SK-20-A1", "v2.0.1", "GB-2312", "00123"])
def test_a_code_is_asked_for_whole(code: str) -> None:
    token = f"c:{code.lower()}"
    assert token in query_tokens(f"编码{code}多少钱")
    assert token in index_tokens(f"| {code} | 屏幕 |")


@pytest.mark.parametrize("text", ["退 款 规 则", "退款\n规则", "退款\u3000规则"])
def test_blanks_part_no_chinese_words(text: str) -> None:
    assert index_tokens(text) == index_tokens("退款规则")


def test_a_question_in_english_finds_its_words() -> None:
    asked = query_tokens("How long is the warranty period?")
    assert {"c:warranty", "c:period"} <= asked.keys()
    assert asked.keys() <= index_tokens("The warranty period is 12 months.").keys()


_TEXT = st.text(alphabet=st.sampled_from("退款到账会员，。 \n時"), max_size=40)


@given(_TEXT)
def test_a_text_always_finds_itself(text: str) -> None:
    assert query_tokens(text).keys() <= index_tokens(text).keys()


@given(_TEXT)
def test_grams_are_the_character_tokens_of_the_index(text: str) -> None:
    assert gram_set(text) == {token for token in index_tokens(text) if token.startswith("c:")}


@pytest.mark.parametrize("text", ["职工累计工作已满10年", "Wi-Fi 6路由器，299元。", "", "（一）会员"])
def test_tagging_loses_nothing(text: str) -> None:
    assert "".join(pair.word for pair in tagged(text)) == text


@pytest.mark.parametrize(("word", "expected"), [("发票", True), ("手机", True), ("退还", False), ("usb", True)])
def test_is_name(word: str, expected: bool) -> None:
    assert is_name(word) is expected
