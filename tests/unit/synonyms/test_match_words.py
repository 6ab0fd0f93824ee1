"""Words decide where a name may stand: those of the dictionary, and those of the knowledge base."""

from itertools import pairwise

import pytest

from core.question import MentionKind
from core.text.tokens import Tokenizer, words
from core.vocabulary import Term
from synonyms.matcher import Matcher
from synonyms.name_set import NameSet


class Own:
    """Words of an invented knowledge base."""

    def __init__(self, *own: str) -> None:
        self._own = own

    def begins(self, fragment: str) -> bool:
        return any(word.startswith(fragment) for word in self._own)

    def holds(self, word: str) -> bool:
        return word in self._own


def cut(text: str, *own: str, guess: bool = False) -> list[str]:
    return [text[start:end] for start, end in Tokenizer(Own(*own)).spans(text, guess=guess)]


def test_own_words_are_kept_whole_for_their_knowledge_base_alone() -> None:
    text = "星澜净界宝多少钱"
    assert "星澜净界宝" in cut(text, "星澜净界宝")
    assert "星澜净界宝" not in cut(text)
    assert "星澜净界宝" not in words(text)


def test_without_own_words_text_is_cut_as_everywhere() -> None:
    assert cut("退款多久到账，能退到银行卡吗？", guess=True) == words("退款多久到账，能退到银行卡吗？")


@pytest.mark.parametrize("text", ["", "，。！", "《星河》X5手机，12个月？", "a b", "\ud800退款"])
def test_spans_are_in_order_and_inside(text: str) -> None:
    spans = Tokenizer(Own("星河")).spans(text)
    assert all(a < b <= len(text) for a, b in spans)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))


@pytest.mark.parametrize(
    ("name", "text", "stands"),
    [
        ("人口", "这里的人口是多少", True),
        ("人口", "人口学家是谁", False),
        ("先进", "其先进的技术", True),
        ("其先", "其先进的技术", False),
        ("星澜", "星澜手机", True),
        ("学家", "人口学家是谁", False),
    ],
)
def test_a_short_name_only_seen_in_facts_is_no_part_of_a_longer_word(name: str, text: str, stands: bool) -> None:
    kind: MentionKind = "subject"
    assert bool(Matcher(NameSet(), [(kind, name)]).mentions(text)) is stands


def test_what_people_chose_stands_inside_words_too() -> None:
    matcher = Matcher(NameSet((Term("subject", "人口"),)))
    assert [mention.canonical for mention in matcher.mentions("人口学家是谁")] == ["人口"]


@pytest.mark.parametrize("text", ["线上价保是多少天", "乌克兰在哪里", "手续费是多少"])
def test_a_word_and_half_a_word_are_near_no_short_name(text: str) -> None:
    names = ("线上价格", "乌克兰人", "手续费率")
    matcher = Matcher(NameSet(tuple(Term("attribute", name) for name in names)))
    assert matcher.mentions(text) == ()


@pytest.mark.parametrize("typed", ["云州大学附属医", "云州大学附述医院", "云州大学的附属医院"])
def test_a_misspelt_longer_name_is_not_cut_short_by_a_name_in_it(typed: str) -> None:
    matcher = Matcher(NameSet((Term("subject", "云州"), Term("subject", "云州大学附属医院"))))
    assert [mention.canonical for mention in matcher.mentions(f"{typed}几点开门")] == ["云州大学附属医院"]
    assert [mention.canonical for mention in matcher.mentions("云州的天气")] == ["云州"]
