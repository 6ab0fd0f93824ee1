"""Names under a vocabulary, open and controlled."""

from dataclasses import replace
from typing import Any

import pytest

from extraction.draft import Draft
from extraction.naming import Naming

NAMES = Naming(
    {"退款到账时效": "退款到账时效", "退款周期": "退款到账时效", "保修期": "保修期", "质保": "保修期"},
    {"星河手机": "星河手机", "星河": "星河手机"},
)
DRAFT = Draft("某物", "某属性", "1元", 0, 2, "table", 0.9)


@pytest.mark.parametrize(
    ("attribute", "canonical", "known"),
    [
        ("退款周期", "退款到账时效", True),
        ("退 款 周 期", "退款到账时效", True),
        ("退款週期", "退款到账时效", True),
        ("整机保修期", "保修期", True),
        ("质保", "保修期", True),
        ("整机质保", "整机质保", False),
        ("颜色", "颜色", False),
        ("保修期限", "保修期限", False),
        ("", "", False),
    ],
)
def test_attributes(attribute: str, canonical: str, known: bool) -> None:
    named, is_known = NAMES.apply(replace(DRAFT, attribute=attribute))
    assert (named.attribute, is_known) == (canonical, known)


@pytest.mark.parametrize(
    ("subject", "canonical"), [("星河", "星河手机"), ("青岚平板", "青岚平板"), ("星河手機", "星河手机")]
)
def test_subjects(subject: str, canonical: str) -> None:
    assert NAMES.apply(replace(DRAFT, subject=subject))[0].subject == canonical


def test_naming_changes_nothing_but_names() -> None:
    named, _ = NAMES.apply(replace(DRAFT, attribute="质保"))
    assert named == replace(DRAFT, attribute="保修期")


@pytest.mark.parametrize(
    ("text", "subject", "attribute"),
    [("星河", True, False), ("整机保修期", False, True), ("保修期", False, True), ("云", False, False)],
)
def test_knows(text: str, subject: bool, attribute: bool) -> None:
    assert NAMES.knows_subject(text) is subject
    assert NAMES.knows_attribute(text) is attribute


ROWS = [["产品", "质保", "颜色"], ["星河", "12个月", "黑色"], ["青岚平板", "24个月", "白色"]]


def test_an_open_vocabulary_keeps_strangers_at_lower_confidence(read: Any) -> None:
    facts = read.table(ROWS, naming=NAMES)
    by_name = {fact.attribute: fact.confidence for fact in facts}
    assert by_name.keys() == {"保修期", "颜色"}
    assert by_name["颜色"] < by_name["保修期"]


def test_a_controlled_vocabulary_lets_strangers_wait(read: Any) -> None:
    naming = replace(NAMES, controlled=True)
    result = read.extraction(read.table_chunk(ROWS), "价目表", naming)
    assert {fact.attribute for fact in result.facts} == {"保修期"}
    assert result.unknown == ("颜色",)


def test_an_open_vocabulary_proposes_nothing(read: Any) -> None:
    assert read.extraction(read.table_chunk(ROWS), "价目表", NAMES).unknown == ()


def test_a_controlled_vocabulary_without_words_keeps_everything_out(read: Any) -> None:
    result = read.extraction(read.table_chunk(ROWS), "价目表", Naming(controlled=True))
    assert result.facts == ()
    assert set(result.unknown) == {"质保", "颜色"}


def test_a_subject_is_known_by_its_alias(read: Any) -> None:
    assert {fact.subject for fact in read.table(ROWS, naming=NAMES)} == {"星河手机", "青岚平板"}


SCOPED = Naming(
    {"时限": "退货期限", "保修期": "保修期"},
    {},
    scoped={"文具": Naming({"时限": "文具退换期限"}), "华东": Naming({}, {"本店": "华东店"})},
)


@pytest.mark.parametrize(
    ("scopes", "attribute", "subject"),
    [
        ([], "退货期限", "本店"),
        (["图书"], "退货期限", "本店"),
        (["文具"], "文具退换期限", "本店"),
        (["华东", "文 具"], "文具退换期限", "华东店"),
    ],
)
def test_a_scope_goes_before_what_holds_everywhere(scopes: list[str], attribute: str, subject: str) -> None:
    named, known = SCOPED.within(scopes).apply(replace(DRAFT, attribute="时限", subject="本店"))
    assert (named.attribute, named.subject, known) == (attribute, subject, True)
    assert SCOPED.within(scopes).apply(replace(DRAFT, attribute="保修期"))[1]
