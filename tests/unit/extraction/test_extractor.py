"""One chunk to its facts: identity, scope, and what holds of every fact of any text."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

TEXT = "星河手机的保修期为24个月，电池的保修期为12个月。"


def test_reading_twice_gives_the_same_facts(read: Any) -> None:
    assert read.prose(TEXT) == read.prose(TEXT)


def test_ids_are_distinct(read: Any) -> None:
    text = "价格：1元\n价格：2元\n运费：1元\n" + TEXT
    ids = [fact.id for fact in read.prose(text)]
    assert len(ids) == len(set(ids)) >= 5


def test_an_id_hangs_on_the_chunk(read: Any) -> None:
    left, right = read.chunk(TEXT, id="chk_a"), read.chunk(TEXT, id="chk_b")
    ids = [{fact.id for fact in read.extraction(chunk, "保修").facts} for chunk in (left, right)]
    assert not ids[0] & ids[1]


@pytest.mark.parametrize(
    ("metadata", "field", "expected"),
    [
        ({"region": "华东"}, "region", "华东"),
        ({"product_line": "手机"}, "product_line", "手机"),
        ({"channel": "线上"}, "channel", "线上"),
        ({"customer_type": "企业"}, "customer_type", "企业"),
        ({"valid_from": "2025-03-01"}, "valid_from", date(2025, 3, 1)),
        ({"effective": "2025-03-01"}, "valid_from", date(2025, 3, 1)),
        ({"valid_to": "2026-01-31"}, "valid_to", date(2026, 1, 31)),
        ({"valid_from": "下个月"}, "valid_from", None),
        ({}, "region", None),
    ],
)
def test_the_scope_is_that_of_the_document(read: Any, metadata: dict[str, str], field: str, expected: object) -> None:
    facts = read.extraction(read.chunk(TEXT), "保修", **metadata).facts
    assert facts
    assert {getattr(fact.scope, field) for fact in facts} == {expected}


@pytest.mark.parametrize(("version", "expected"), [("2025", "2025"), ("", None)])
def test_the_version_is_that_of_the_document(read: Any, version: str, expected: str | None) -> None:
    facts = read.extraction(read.chunk(TEXT), "保修", version=version).facts
    assert {fact.scope.version for fact in facts} == {expected}


_PIECES = st.sampled_from(
    "职工 会员 退款期限 运费 押金 为 不超过 满99元 不满10年 已满10年的 5天 3至5个工作日 12.5% 00123 免运费 收取 自 之日起 内 "
    "不得 应当 下列 标准 ， 。 ； ： （一） 1. \n | “ ” （ ） 的 时 第三条 2024年1月1日 每 以上 以下 一级 超过 https:// {{x}} <b>".split(
        " "
    )
)
_TEXT = st.lists(_PIECES, max_size=24).map("".join)


@settings(max_examples=120, deadline=None)
@given(text=_TEXT, title=st.sampled_from(["退款政策", "", "条例", "a"]))
def test_every_fact_of_any_text_is_quoted_verbatim(read: Any, text: str, title: str) -> None:
    read.extraction(read.chunk(text), title or "x")


_CELL = st.text(alphabet=st.sampled_from("产品价格12.0元个月以上不满|—- 无A"), max_size=6)


@settings(max_examples=80, deadline=None)
@given(
    rows=st.integers(1, 4).flatmap(lambda w: st.lists(st.lists(_CELL, min_size=w, max_size=w), min_size=2, max_size=4))
)
def test_every_fact_of_any_table_holds_its_cell(read: Any, rows: list[list[str]]) -> None:
    cells = {cell.strip() for row in rows for cell in row}
    for fact in read.table(rows):
        assert fact.value in cells


@settings(max_examples=60, deadline=None)
@given(fields=st.dictionaries(_CELL.filter(str.strip), _CELL, max_size=5))
def test_every_fact_of_any_record_holds_its_field(read: Any, fields: dict[str, str]) -> None:
    for fact in read.record(fields):
        assert any(fact.value in value for value in fields.values())
