"""Dates and times of the day."""

from datetime import date

import pytest

from core.quantity import find, parse
from core.quantity.dates import day

DAYS = {
    "2023年5月1日": (date(2023, 5, 1), date(2023, 5, 1)),
    "2023-05-01": (date(2023, 5, 1), date(2023, 5, 1)),
    "2023/5/1": (date(2023, 5, 1), date(2023, 5, 1)),
    "2021.7.22": (date(2021, 7, 22), date(2021, 7, 22)),
    "二〇二三年五月一日": (date(2023, 5, 1), date(2023, 5, 1)),
    "１９９１年１月１６日": (date(1991, 1, 16), date(1991, 1, 16)),
    "July 22, 2021": (date(2021, 7, 22), date(2021, 7, 22)),
    "2023年5月": (date(2023, 5, 1), date(2023, 5, 31)),
    "2024年2月": (date(2024, 2, 1), date(2024, 2, 29)),
    "2023年12月": (date(2023, 12, 1), date(2023, 12, 31)),
    "2023年": (date(2023, 1, 1), date(2023, 12, 31)),
    "2023年度": (date(2023, 1, 1), date(2023, 12, 31)),
    "2020-2023年": (date(2020, 1, 1), date(2023, 12, 31)),
    "2023-05-01至2023-06-30": (date(2023, 5, 1), date(2023, 6, 30)),
    "2023年5月1日至3日": (date(2023, 5, 1), date(2023, 5, 3)),
    "2023年5月1日至6月2日": (date(2023, 5, 1), date(2023, 6, 2)),
}
MINUTES = {
    "8时至24时": (480, 1440),
    "上午9点到下午5点半": (540, 1050),
    "9:00-18:00": (540, 1080),
    "9：00～17：30": (540, 1050),
    "22:00-次日6:00": (1320, 1800),
    "22:00-6:00": (1320, 1800),
    "晚上8点": (1200, 1200),
    "下午3点一刻": (915, 915),
    "13:30": (810, 810),
    "两点零二分": (122, 122),
    "八点三十": (510, 510),
    "零点十分": (10, 10),
    "2:30 pm": (870, 870),
}


@pytest.mark.parametrize(("text", "days"), DAYS.items())
def test_reads_dates(text: str, days: tuple[date, date]) -> None:
    (found,) = find(f"自{text}。")
    quantity = found.quantity
    assert quantity.dimension == "date" and quantity.raw == text
    assert quantity.low is not None and quantity.high is not None
    assert (day(quantity.low), day(quantity.high)) == days
    assert quantity.canonical_low == days[0].toordinal() - 1


@pytest.mark.parametrize("text", ["2023年13月1日", "2023-02-30", "2023/5/99"])
def test_no_such_date(text: str) -> None:
    assert all(item.quantity.dimension != "date" or item.quantity.raw == "2023年" for item in find(text))


@pytest.mark.parametrize(
    ("text", "kind", "is_open"),
    [
        ("2023年5月1日起", "at_least", False),
        ("2023年5月1日以前", "at_most", False),
        ("2023年5月1日之前", "at_most", True),
    ],
)
def test_bounds_on_dates(text: str, kind: str, is_open: bool) -> None:
    quantity = parse(text)
    assert quantity is not None and quantity.kind == kind
    assert (quantity.low_open or quantity.high_open) == is_open


@pytest.mark.parametrize(("text", "minutes"), MINUTES.items())
def test_reads_times_of_day(text: str, minutes: tuple[int, int]) -> None:
    (found,) = find(f"营业 {text}")
    assert found.quantity.dimension == "time_of_day" and found.quantity.raw == text
    assert (found.quantity.low, found.quantity.high) == minutes


@pytest.mark.parametrize(
    ("text", "dimension"),
    [("八点五成", "ratio"), ("十二点五公里", "length"), ("三小时", "duration"), ("24小时", "duration")],
)
def test_not_every_dot_is_a_clock(text: str, dimension: str) -> None:
    assert [item.quantity.dimension for item in find(text)] == [dimension]
