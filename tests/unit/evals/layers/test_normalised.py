"""A stored value is held against what its words are read as now."""

from dataclasses import replace

import pytest

from core.fact import Condition, Fact
from core.quantity import parse
from evals.layers.normalised import misread

FACT = Fact(
    "f", "星河手机", "保修期", "12个月", "c", "d", "星河手机保修12个月", 0, 9, parse("12个月"),
    (Condition("已满1年不满3年", "购买时长", parse("已满1年不满3年")),),
)  # fmt: skip


def test_the_same_reading_is_well() -> None:
    assert misread(FACT, [replace(FACT, id="other", subject="别名")]) == ""


def test_what_nobody_reads_has_nothing_to_be_held_against() -> None:
    assert misread(FACT, [replace(FACT, value="13个月"), replace(FACT, quote_start=3)]) == ""


@pytest.mark.parametrize("wrong", ["12天", "13个月", "12公里"])
def test_a_wrong_value_is_told_with_both_readings(wrong: str) -> None:
    told = misread(replace(FACT, quantity=parse(wrong)), [FACT])
    assert told.startswith("“12个月” is stored as")
    assert "read as 12" in told


def test_a_lost_quantity_is_told() -> None:
    assert "no quantity" in misread(replace(FACT, quantity=None), [FACT])


def test_a_wrong_condition_is_told() -> None:
    stored = replace(FACT, conditions=(replace(FACT.conditions[0], quantity=parse("1天")),))
    assert misread(stored, [FACT]).startswith("“已满1年不满3年”")
