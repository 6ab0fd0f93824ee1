"""Known names in a text: exact, near, ambiguous, folded."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.text import fold
from core.vocabulary import Synonym, Term
from synonyms.matcher import Matcher
from synonyms.name_set import NameSet

NAMES = NameSet(
    (
        Term("attribute", "退款到账时效"), Term("attribute", "保修期"), Term("attribute", "退款"),
        Term("subject", "星河手机"), Term("subject", "星河手机Pro"), Term("subject", "松涛降噪耳机"),
        Term("value", "无理由退货"), Term("unit", "个工作日"),
    ),
    (
        Synonym("attribute", "退款周期", "退款到账时效"), Synonym("attribute", "质保", "保修期"),
        Synonym("subject", "星河", "星河手机", "手机"), Synonym("subject", "星河", "星河平板", "平板"),
    ),
)  # fmt: skip
MATCHER = Matcher(NAMES, [("attribute", "屏幕尺寸"), ("subject", "青岚平板")])


def found(text: str, matcher: Matcher = MATCHER) -> list[tuple[str, str]]:
    return [(mention.kind, mention.canonical) for mention in matcher.mentions(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("退款周期是几天", [("attribute", "退款到账时效")]),
        ("质保多久", [("attribute", "保修期")]),
        ("退款到账时效", [("attribute", "退款到账时效")]),
        ("星河手机的保修期", [("subject", "星河手机"), ("attribute", "保修期")]),
        ("星河手机Pro保修期", [("subject", "星河手机Pro"), ("attribute", "保修期")]),
        ("星河手机 pro", [("subject", "星河手机Pro")]),
        ("支持无理由退货吗", [("value", "无理由退货")]),
        ("退款和质保", [("attribute", "退款"), ("attribute", "保修期")]),
        ("青岚平板的屏幕尺寸", [("subject", "青岚平板"), ("attribute", "屏幕尺寸")]),
        ("質保多久", [("attribute", "保修期")]),
        ("退 款 周 期", [("attribute", "退款到账时效")]),
        ("ＰＲＯ", []),
        ("今天天气很好", []),
        ("", []),
    ],
)
def test_exact(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


def test_an_ambiguous_alias_is_kept_with_all_it_names() -> None:
    assert found("星河保修期")[:2] == [("subject", "星河手机"), ("subject", "星河平板")]


@pytest.mark.parametrize(
    ("text", "canonical"), [("松涛降嗓耳机有货吗", "松涛降噪耳机"), ("星核手机Pro有货吗", "星河手机Pro")]
)
def test_a_near_match_is_a_mention_of_lower_score(text: str, canonical: str) -> None:
    matcher = Matcher(NAMES, threshold=0.8)
    near = [mention for mention in matcher.mentions(text) if mention.canonical == canonical]
    assert len(near) == 1
    assert 0.8 <= near[0].score < 1


def test_the_threshold_decides() -> None:
    strict = Matcher(NAMES, threshold=1.0)
    assert "松涛降噪耳机" not in [mention.canonical for mention in strict.mentions("松涛降嗓耳机有货吗")]


def test_names_only_seen_in_facts_match_exactly_only() -> None:
    matcher = Matcher(NameSet(), [("subject", "松涛降噪耳机")], threshold=0.5)
    assert found("松涛降嗓耳机", matcher) == []
    mention = matcher.mentions("松涛降噪耳机")[0]
    assert not mention.curated


def test_names_of_the_vocabulary_are_marked() -> None:
    assert all(mention.curated for mention in MATCHER.mentions("星河手机的保修期"))


def test_units_are_no_mentions() -> None:
    assert found("3个工作日") == []


@pytest.mark.parametrize("text", ["", "退款", "星河手机", "\x00", "a" * 2000])
def test_an_empty_vocabulary_names_nothing(text: str) -> None:
    assert Matcher(NameSet()).mentions(text) == ()


@pytest.mark.parametrize("name", ["", " ", "价"])
def test_too_short_a_name_is_no_name(name: str) -> None:
    assert Matcher(NameSet((Term("attribute", name),))).mentions("价格是多少价") == ()


@pytest.mark.parametrize(
    ("canonical", "surfaces"),
    [("保修期", {"保修期", "质保"}), ("退款到账时效", {"退款到账时效", "退款周期"}), ("不存在", set())],
)
def test_aliases_of(canonical: str, surfaces: set[str]) -> None:
    assert set(MATCHER.aliases_of(canonical)) == surfaces


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.sampled_from(["退款周期", "质保", "星河", "Pro", "退款", "的", "多久", " ", "？", "到账时效", "耳机"])
    ).map("".join)
)
def test_every_mention_stands_where_it_says(text: str) -> None:
    folded = fold(text)
    places = set()
    for mention in MATCHER.mentions(text):
        assert folded[mention.start : mention.end] == mention.surface
        assert 0 < mention.score <= 1
        places.add((mention.start, mention.end))
    assert all(a == b or a[1] <= b[0] or b[1] <= a[0] for a in places for b in places if a < b)
