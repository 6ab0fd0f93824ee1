"""Text made to be slow is cut in time that grows with its length."""

import pytest

from tests.unit.ingestion.cutting.conftest import Cut

UNITS = [
    "（",
    "（」",
    "[",
    "[a](",
    "`a",
    "$a",
    "第1条见附件",
    "1.",
    "前款。",
    "- ",
    "A.",
    "甲\n",
    "\n\n甲：",
    "\n（一）",
]


@pytest.mark.parametrize("unit", UNITS)
def test_a_hundred_thousand_characters(cut: Cut, unit: str) -> None:
    text = "# 办法\n\n年费200元。\n\n" + unit * (100_000 // len(unit))
    cutting = cut(text, "办法.txt")
    assert cutting.chunks


def test_brackets_that_never_match(cut: Cut) -> None:
    cutting = cut("（" * 60_000 + "」" * 60_000, "办法.txt")
    assert sum(len(chunk.text) for chunk in cutting.chunks) >= 120_000
