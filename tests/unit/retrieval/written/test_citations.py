"""Numbers of sources in every form models write them in."""

import pytest

from retrieval.written.citations import cited, statements

KNOWN = (1, 2, 3)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("期限为15天[1]。", "期限为15天[1]。"),
        ("期限为15天【1】。", "期限为15天[1]。"),
        ("期限为15天［1］。", "期限为15天[1]。"),
        ("期限为15天[1, 2]。", "期限为15天[1][2]。"),
        ("期限为15天[1、3]。", "期限为15天[1][3]。"),
        ("期限为15天[来源1]。", "期限为15天[1]。"),
        ("期限为15天[^2]。", "期限为15天[2]。"),
        ("15 days [Source 2].", "15 days [2]."),
        ("15 days [1 and 3].", "15 days [1][3]."),
        ("15 days [source 1, source 2].", "15 days [1][2]."),
        ("重复[1][1]。", "重复[1][1]。"),
        ("国发[2024]15号[1]。", "国发[2024]15号[1]。"),
        ("没有引用。", "没有引用。"),
    ],
)
def test_forms(text: str, read: str) -> None:
    found = cited(text, KNOWN)
    assert found.text == read
    assert found.removed == ()


@pytest.mark.parametrize(
    ("text", "read", "removed"),
    [
        ("期限为15天[4]。", "期限为15天。", (4,)),
        ("期限为15天[1, 9]。", "期限为15天[1]。", (9,)),
        ("甲[0]乙 [12]丙[7]。", "甲乙丙。", (0, 12, 7)),
    ],
)
def test_what_names_no_source_is_taken_out_and_told(text: str, read: str, removed: tuple[int, ...]) -> None:
    found = cited(text, KNOWN)
    assert (found.text, found.removed) == (read, removed)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("甲是一[1]。乙是二[2]。", [(1,), (2,)]),
        ("甲是一。[1]乙是二。[2]", [(1,), (2,)]),
        ("甲是一。乙是二[2]。", [(2,), (2,)]),
        ("规定如下[3]：\n- 甲是一\n- 乙是二", [(3,), (3,), (3,)]),
        ("规定如下：\n- 甲是一[1]\n- 乙是二[2]", [(1,), (1,), (2,)]),
        ("[1] 甲是一\n[2] 乙是二", [(1,), (2,)]),
        ("甲是一。", [()]),
    ],
)
def test_every_sentence_has_its_sources(text: str, numbers: list[tuple[int, ...]]) -> None:
    found = statements(text)
    assert [statement.numbers for statement in found] == numbers
    assert all("[" not in statement.text for statement in found)
