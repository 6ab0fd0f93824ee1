"""A thing of another number is another thing, and may not be known at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import fold
from synonyms.matching.numbered_names import NumberedNames

NAMES = (
    "银杉平板T11", "岩松充电宝10000", "岩松充电宝20000", "白桦65英寸电视", "星澜X5手机", "星澜X5 Lite手机", "星澜X5",
    "2024版价目",
)  # fmt: skip
KNOWN = NumberedNames(map(fold, NAMES))


def strangers(text: str, *measured: str) -> list[str]:
    folded = fold(text)
    spans = [(folded.index(fold(raw)), folded.index(fold(raw)) + len(fold(raw))) for raw in measured]
    return [name for name, _ in KNOWN.strangers(folded, spans)]


@pytest.mark.parametrize(
    ("text", "measured", "expected"),
    [
        ("银杉平板T12多少钱", (), ["银杉平板t12"]),
        ("银杉平板T11多少钱", (), []),
        ("银杉平板 t 11多少钱", (), []),
        ("充电宝11000多少钱", (), []),
        ("岩松充电宝11000多少钱", (), ["岩松充电宝11000"]),
        ("岩松充电宝10000mAh多少钱", ("10000mAh",), []),
        ("岩松充电宝30000mAh多少钱", ("30000mAh",), ["岩松充电宝30000mah"]),
        ("白桦85英寸电视多少钱", ("85英寸",), ["白桦85"]),
        ("白桦65英寸电视多少钱", ("65英寸",), []),
        ("白桦满85元包邮吗", ("85元",), []),
        ("白桦85元的那款", ("85元",), []),
        ("星澜X5 Pro保修多久", (), ["星澜x5pro"]),
        ("星澜X5 Lite手机保修多久", (), []),
        ("星澜X6和星澜X7", (), ["星澜x6", "星澜x7"]),
        ("星澜2025年的价目", (), []),
        ("星澜第3代", (), []),
        ("", (), []),
        ("2024", (), []),
    ],
)
def test_strangers(text: str, measured: tuple[str, ...], expected: list[str]) -> None:
    assert strangers(text, *measured) == expected


def test_those_called_alike_are_told_at_most_five() -> None:
    many = NumberedNames(f"青禾{number}号" for number in range(9))
    ((name, known),) = many.strangers("青禾99号")
    assert name == "青禾99" and len(known) == 5


@given(st.sampled_from(NAMES), st.text(max_size=8), st.text(max_size=8))
def test_a_known_name_is_no_stranger_whatever_stands_around_it(name: str, before: str, after: str) -> None:
    text = fold(f"{before}，{name}，{after}")
    assert not [found for found, _ in KNOWN.strangers(text) if found.startswith(fold(name)[:2]) and fold(name) in found]


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    list(KNOWN.strangers(fold(text)))
