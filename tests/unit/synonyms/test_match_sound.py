"""Names by their sound: what was typed by sound is found, ordinary words are left alone, ambiguity is kept."""

import pytest
from pypinyin import lazy_pinyin

from core.question import Mention
from core.vocabulary import Synonym, Term
from synonyms.matcher import Matcher
from synonyms.matching.homophones import SCORE
from synonyms.matching.reading import readings
from synonyms.name_set import NameSet

NAMES = NameSet(
    (
        Term("attribute", "退款到账时间"), Term("attribute", "退款"), Term("attribute", "保修期"), Term("attribute", "期限"),
        Term("subject", "净水器"), Term("subject", "云杉银行卡"), Term("attribute", "使用时长"), Term("subject", "公示栏"),
        Term("subject", "星河X5手机"),
    ),
    (Synonym("attribute", "运费", "基础运费"),),
)  # fmt: skip
MATCHER = Matcher(NAMES)


def heard(text: str, matcher: Matcher = MATCHER) -> list[Mention]:
    return [mention for mention in matcher.mentions(text) if mention.score < 1]


@pytest.mark.parametrize(
    ("text", "canonical", "surface"),
    [
        ("退款到涨时间是几天", "退款到账时间", "退款到涨时间"),
        ("保修其多久", "保修期", "保修其"),
        ("保休期是多久", "保修期", "保休期"),
        ("静水器多少钱", "净水器", "静水器"),
        ("云杉银航卡怎么办", "云杉银行卡", "云杉银航卡"),
        ("使用石长是多少", "使用时长", "使用石长"),
        ("星和x5手机多少钱", "星河X5手机", "星和x5手机"),
        ("孕费是多少", "基础运费", "孕费"),
    ],
)
def test_a_name_typed_by_sound_is_found_below_an_exact_one(text: str, canonical: str, surface: str) -> None:
    (mention,) = heard(text)
    assert (mention.canonical, mention.surface, mention.score) == (canonical, surface, SCORE)
    assert text[mention.start : mention.end] == surface
    assert mention.curated


def test_the_longer_name_heard_takes_the_place_of_the_shorter_one_written() -> None:
    assert [mention.canonical for mention in MATCHER.mentions("退款到涨时间")] == ["退款到账时间"]


def test_a_folded_variant_is_the_name_itself() -> None:
    assert [(m.canonical, m.score) for m in MATCHER.mentions("退款到帐时间")] == [("退款到账时间", 1.0)]


@pytest.mark.parametrize(
    "text",
    [
        "净水机多少钱",
        "其先进的技术",
        "当其先生到来",
        "公式栏在哪里",
        "旗舰店的地址",
        "今天天气很好",
    ],
)
def test_what_only_sounds_alike_by_chance_is_no_name(text: str) -> None:
    named = [mention.canonical for mention in heard(text)]
    assert named == (["公示栏"] if text.startswith("公式栏") else [])


@pytest.mark.parametrize(("name", "typed"), [("期限", "气弦"), ("权利", "全力"), ("事实", "实施")])
def test_a_pair_that_is_a_word_is_meant_as_it_stands(name: str, typed: str) -> None:
    matcher = Matcher(NameSet((Term("attribute", name),)))
    is_word = typed != "气弦"
    assert bool(heard(f"{typed}是多少", matcher)) is not is_word


def test_names_that_sound_the_same_are_all_kept() -> None:
    matcher = Matcher(NameSet((Term("subject", "云帆耳机"), Term("subject", "云凡耳机"))))
    assert {mention.canonical for mention in matcher.mentions("云繁耳机多少钱")} == {"云帆耳机", "云凡耳机"}
    assert [mention.canonical for mention in matcher.mentions("云凡耳机多少钱")] == ["云凡耳机"]


def test_a_threshold_above_the_score_leaves_sound_out() -> None:
    assert heard("保修其多久", Matcher(NAMES, threshold=0.96)) == []


def test_names_only_seen_in_facts_are_not_heard() -> None:
    assert heard("保修其多久", Matcher(NameSet(), [("attribute", "保修期")])) == []


@pytest.mark.parametrize("text", ["银行卡的重量", "重庆长江大桥", "退款到账时间", "绿色音乐行业"])
def test_readings_are_those_of_phrases(text: str) -> None:
    symbols = readings(text)[0]
    syllables = lazy_pinyin(text)
    assert len(symbols) == len(text) == len(syllables)
    for at, symbol in enumerate(symbols):
        assert [s == symbol for s in symbols] == [s == syllables[at] for s in syllables]


@pytest.mark.parametrize("text", ["", "pro 16", "\x00", "\ud800x", "2.5%"])
def test_what_is_not_chinese_sounds_as_it_is_written(text: str) -> None:
    assert readings(text) == (text,)
