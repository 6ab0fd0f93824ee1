"""Aliases that do not hold together are found, and named."""

import pytest

from core.alias_rules import contradiction
from core.vocabulary import Synonym, Term


def alias(one: str, other: str, scope: str = "", kind: str = "attribute") -> Synonym:
    return Synonym(kind, one, other, scope)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("synonyms", "words"),
    [
        ([alias("质保", "保修期"), alias("质保", "退货期")], ("质保", "保修期", "退货期")),
        ([alias("质 保", "保修期"), alias("質保", "退货期")], ("保修期", "退货期")),
        ([alias("甲", "乙"), alias("乙", "丙")], ("甲", "乙", "丙")),
        ([alias("乙", "丙"), alias("甲", "乙")], ("甲", "乙", "丙")),
        ([alias("甲", "乙"), alias("乙", "甲")], ("甲", "乙")),
        ([alias("甲", "乙", "手机"), alias("乙", "丙")], ("甲", "乙", "丙")),
    ],
)
def test_contradictions(synonyms: list[Synonym], words: tuple[str, ...]) -> None:
    found = contradiction(synonyms)
    assert found is not None
    assert all(word in found.message for word in words)
    assert found.advice


@pytest.mark.parametrize(
    "synonyms",
    [
        [],
        [alias("质保", "保修期"), alias("质保", "保修期")],
        [alias("质保", "保修期"), alias("质保期", "保修期")],
        [alias("质保", "保修期", "手机"), alias("质保", "退货期", "电视")],
        [alias("质保", "保修期"), alias("质保", "质保服务", kind="subject")],
        [alias("甲", "乙"), alias("乙", "丙", kind="subject")],
        [alias("甲", "甲"), alias("乙", "甲")],
    ],
)
def test_what_holds_together(synonyms: list[Synonym]) -> None:
    assert contradiction(synonyms) is None


def test_a_term_is_no_alias_unless_it_only_waits() -> None:
    found = contradiction([alias("质保", "保修期")], [Term("attribute", "质保")])
    assert found is not None
    assert "质保" in found.message and "保修期" in found.message
    assert contradiction([alias("质保", "保修期")], [Term("attribute", "质保", state="proposed")]) is None
    assert contradiction([alias("质保", "保修期")], [Term("subject", "质保"), Term("attribute", "保修期")]) is None
