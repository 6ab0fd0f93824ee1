"""The words around values, in the language of the question."""

from typing import Any

import pytest

from core.answer import Source
from retrieval import wording
from retrieval.wording import language_of, place, stated


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("保修多久", "zh"),
        ("How long", "en"),
        ("iPhone 保修", "zh"),
        ("123", "en"),
        ("", "en"),
        ("保修", "zh"),
        ("返却", "zh"),
    ],
)
def test_language(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    "name", ["REFUSAL", "OTHER_CONDITIONS", "SOURCE", "DIFFERENCE", "COUNTED", "MISSING_SIDE", "OUTDATED"]
)
def test_every_phrase_is_said_in_both_languages(name: str) -> None:
    phrases = getattr(wording, name)
    assert phrases.keys() == {"zh", "en"}
    assert language_of(phrases["zh"]) == "zh"
    assert language_of(phrases["en"]) == "en"


@pytest.mark.parametrize(
    ("heading", "language", "superseded", "expected"),
    [
        (("第三条",), "zh", False, "《退款政策》第三条"),
        (("总则", "第一章", "第三条"), "zh", False, "《退款政策》第一章 第三条"),
        ((), "zh", False, "《退款政策》"),
        (("退款政策", "第三条"), "zh", False, "《退款政策》第三条"),
        (("Terms",), "en", False, "退款政策, Terms"),
    ],
)
def test_place(heading: tuple[str, ...], language: str, superseded: bool, expected: str) -> None:
    assert place(Source("doc_1", "a.md", "退款政策", superseded=superseded), heading, language) == expected


@pytest.mark.parametrize("language", ["zh", "en"])
def test_an_outdated_source_says_so(language: str) -> None:
    named = place(Source("doc_1", "a.md", "退款政策", superseded=True), ("第三条",), language)
    assert named.endswith(wording.OUTDATED[language])


@pytest.mark.parametrize(
    ("conditions", "with_name", "expected"),
    [
        ((), False, "10天"),
        (("已满10年的",), False, "10天（已满10年的）"),
        (("已满10年的", "女职工"), False, "10天（已满10年的；女职工）"),
        (("已满10年的", "已满10年的"), False, "10天（已满10年的）"),
        ((), True, "职工 年休假：10天"),
        (("已满10年的",), True, "职工 年休假：10天（已满10年的）"),
    ],
)
def test_stated(make: Any, conditions: tuple[str, ...], with_name: bool, expected: str) -> None:
    fact = make.fact(make.chunk("年休假10天。"), "职工", "年休假", "10天", *conditions)
    assert stated(fact, with_name=with_name) == expected
