"""Near matching through the index finds what comparing with every name finds."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synonyms.matching.likeness_bounds import NEVER, likeness_bounds
from synonyms.matching.near_names import SHORTEST_WINDOW, NearNames, best

ALPHABET = "星河松涛降噪耳机保修期限ab12一"
NAMES = st.lists(st.text(ALPHABET, min_size=2, max_size=12), min_size=0, max_size=30, unique=True)


def windows_of(text: str) -> list[tuple[int, int]]:
    return [(start, end) for start in range(len(text)) for end in range(start + SHORTEST_WINDOW, len(text) + 1)]


def by_scanning(names: Sequence[str], text: str, threshold: float) -> list[tuple[int, int, str, float]]:
    return [
        (start, end, name, score)
        for start, end in windows_of(text)
        for name, score in best(text[start:end], names, threshold)
    ]


@settings(max_examples=300, deadline=None)
@given(NAMES, st.text(ALPHABET, max_size=16), st.sampled_from([0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 1.0]))
def test_the_index_loses_nothing(names: list[str], text: str, threshold: float) -> None:
    found = NearNames(names, threshold).nearest(text, windows_of(text))
    assert sorted(found) == sorted(by_scanning(names, text, threshold))


@settings(max_examples=300, deadline=None)
@given(NAMES.filter(bool), st.data(), st.sampled_from([0.7, 0.8, 0.85, 0.9]))
def test_the_index_loses_no_edited_name(names: list[str], data: st.DataObject, threshold: float) -> None:
    edited = list(data.draw(st.sampled_from(names)))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(edited)))
        edited[at : at + data.draw(st.integers(0, 2))] = data.draw(st.text(ALPHABET, max_size=2))
    text = f"请问{''.join(edited)}多久"
    found = NearNames(names, threshold).nearest(text, windows_of(text))
    assert sorted(found) == sorted(by_scanning(names, text, threshold))


def test_among_many_names_with_common_parts_nothing_is_lost() -> None:
    draw = random.Random(3)
    parts = ["空气", "净化器", "扫地", "机器人", "降噪", "耳机", "智能", "云帆", "海棠", "A型", "B型"]
    names = sorted({"".join(draw.choices(parts, k=draw.randint(2, 5))) for _ in range(2000)})
    near = NearNames(names, 0.85)
    hits = 0
    for _ in range(40):
        name = draw.choice(names)
        at = draw.randrange(len(name))
        text = f"{name[:at]}{draw.choice(['', '云', '的机'])}{name[at + 1 :]}怎么样"
        found = near.nearest(text, windows_of(text))
        assert sorted(found) == sorted(by_scanning(names, text, 0.85))
        hits += bool(found)
    assert hits > 20


def test_a_long_text_is_read_in_blocks_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["松涛降噪耳机", "松涛降噪耳机甲", "星河智能手表"]
    text = "松涛降躁噪耳机和星河智能手机表哪个好"
    whole = NearNames(names, 0.85).nearest(text, windows_of(text))
    monkeypatch.setattr("synonyms.matching.near_names._BLOCK", 7)
    assert NearNames(names, 0.85).nearest(text, windows_of(text)) == whole != []


@pytest.mark.parametrize(
    ("window", "name", "near"),
    [
        ("北川第三小学校", "北川第二小学校", False),
        ("北川第2小学校区", "北川第二小学校区", True),
        ("青岚平板电脑专业版12", "青岚平板电脑专业版13", False),
        ("青岚平板电脑专业版", "青岚平板电脑专业版2", True),
        ("2012", "2012年", False),
    ],
)
def test_another_number_is_another_thing(window: str, name: str, near: bool) -> None:
    assert bool(NearNames([name], 0.85).nearest(window, [(0, len(window))])) is near


def test_names_that_are_equally_near_are_all_kept() -> None:
    found = NearNames(["星河平板电脑甲", "星河平板电脑乙", "星河手机"], 0.85).nearest("星河平板电脑", [(0, 6)])
    assert [name for *_, name, _ in found] == ["星河平板电脑乙", "星河平板电脑甲"]


@pytest.mark.parametrize("text", ["", "松", "\x00\x00\x00", "\ud800松涛耳机", "松涛耳\x00机"])
def test_odd_texts(text: str) -> None:
    near = NearNames(["松涛耳机", "耳\x00机甲乙"], 0.85)
    assert sorted(near.nearest(text, windows_of(text))) == sorted(by_scanning(["松涛耳机", "耳\x00机甲乙"], text, 0.85))


def test_no_names_are_near_nothing() -> None:
    assert NearNames([], 0.85).nearest("松涛降噪耳机", [(0, 6)]) == []


def test_bounds_ask_for_most_of_a_long_name_and_forbid_other_lengths() -> None:
    found = likeness_bounds(20, 0.85, SHORTEST_WINDOW)
    assert found.of_name[20] >= 8
    assert found.shared[10, 20] == NEVER
    assert (found.shared[SHORTEST_WINDOW:, 3:] > 0).all()
