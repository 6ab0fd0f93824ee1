"""Units inside a dimension, and the table itself."""

from decimal import Decimal

import pytest

from core.errors import InvalidInput
from core.quantity import DIMENSIONS, convert, parse, render
from core.quantity.unit import Unit


@pytest.mark.parametrize(
    ("text", "unit", "expected"),
    [
        ("2年", "个月", "24"),
        ("2年", "月", "24"),
        ("18个月", "年", "1.5"),
        ("3.5万元", "元", "35000"),
        ("5角", "元", "0.5"),
        ("90分钟", "小时", "1.5"),
        ("2周", "天", "14"),
        ("36小时", "天", "1.5"),
        ("5公里", "米", "5000"),
        ("3斤", "kg", "1.5"),
        ("2048MB", "GB", "2"),
        ("98.6℉", "℃", "37"),
        ("37℃", "℉", "98.6"),
        ("8折", "%", "80"),
        ("36km/h", "m/s", "10"),
        ("300%", "倍", "3"),
        ("30元/月", "角/月", "300"),
        ("万分之五每月", "%/月", "0.05"),
    ],
)
def test_converts(text: str, unit: str, expected: str) -> None:
    quantity = parse(text)
    assert quantity is not None
    converted = convert(quantity, unit)
    assert converted.low == Decimal(expected)
    assert converted.same_value(quantity) and converted.raw == quantity.raw


def test_keeps_bounds() -> None:
    quantity = parse("满1年不满2年")
    assert quantity is not None
    months = convert(quantity, "个月")
    assert (months.low, months.high, months.high_open) == (12, 24, True)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("3个工作日", "天"),
        ("3天", "工作日"),
        ("3天", "公里"),
        ("3次", "人"),
        ("30元/月", "元/年"),
        ("5元", "美元"),
        ("3天", "噗"),
    ],
)
def test_never_converts_across_dimensions(text: str, unit: str) -> None:
    quantity = parse(text)
    assert quantity is not None
    with pytest.raises(InvalidInput) as caught:
        convert(quantity, unit)
    assert caught.value.place == text


@pytest.mark.parametrize(
    "unit",
    [unit for dimension in DIMENSIONS.values() for unit in dimension.units],
    ids=lambda unit: f"{unit.dimension}-{unit.name}",
)
def test_every_unit_goes_to_its_base_and_back(unit: Unit) -> None:
    value = Decimal("12.5")
    assert abs(unit.from_base(unit.to_base(value)) - value) < Decimal("1e-30")


@pytest.mark.parametrize("name", ["number", "time_of_day", "ordinal"])
def test_the_unitless_dimensions_have_one_unit(name: str) -> None:
    assert len(DIMENSIONS[name].units) == 1


def test_every_dimension_has_one_base() -> None:
    for dimension in DIMENSIONS.values():
        if dimension.name not in ("count", "grade", "ratio", "date"):
            assert [unit.name for unit in dimension.units if unit.is_base] == [dimension.base]


def test_a_day_of_every_year_is_no_date() -> None:
    yearly, date = parse("5月1日"), parse("2023年5月1日")
    assert yearly is not None and date is not None
    assert yearly.dimension == date.dimension and not yearly.comparable(date)
    with pytest.raises(InvalidInput):
        convert(yearly, "日期")


def test_rates_of_different_counters_never_compare() -> None:
    times, people = parse("3次/年"), parse("3人/年")
    assert times is not None and people is not None
    assert not times.comparable(people)


def test_the_language_must_be_known() -> None:
    quantity = parse("3天")
    assert quantity is not None
    with pytest.raises(InvalidInput):
        render(quantity, "fr")
