"""What the doors show of the rooms' values."""

from decimal import Decimal

import pytest

from core.document import Span
from core.errors import OUTCOMES, DianmianError, NotFound
from core.fact import Fact
from core.quantity import parse
from service.cli.output import plain
from service.views.conversion import view
from service.views.fact import QuantityView, fact_view
from service.views.place import anchor_of
from service.views.problem import TITLES, problem_of
from service.views.quantities import interval


@pytest.mark.parametrize(
    ("headings", "spans", "anchor"),
    [
        ((), (), ""),
        ((), (Span(3, 9), Span(10, 20)), "3-20"),
        (("一、总则", "二、退款"), (Span(0, 5),), "二、退款"),
        (("二、退款",), (Span(0, 5, page=2), Span(5, 9, page=4)), "二、退款 · p. 2-4"),
        (("价格",), (Span(0, 5, sheet="价格", row=3), Span(5, 9, sheet="价格", row=5)), "价格 row 3-5"),
        ((), (Span(0, 5, slide=7),), "slide 7"),
    ],
)
def test_an_anchor_names_the_place(headings: tuple[str, ...], spans: tuple[Span, ...], anchor: str) -> None:
    assert anchor_of(headings, spans) == anchor


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("15天", "15 天"),
        ("3至5个工作日", "[3, 5] 个工作日"),
        ("不超过7天", "(-∞, 7] 天"),
        (">100元", "(100, +∞) 元"),
        ("2周", "14 天"),
    ],
)
def test_an_interval_is_written_in_its_base_unit(text: str, shown: str) -> None:
    quantity = parse(text)
    assert quantity is not None
    assert interval(view(quantity, QuantityView)) == shown


def test_numbers_stay_as_the_source_has_them() -> None:
    quantity = parse("6000.00元")
    assert quantity is not None
    fact = Fact("fct_1", "青禾书店", "押金", "6000.00元", "chk_1", "doc_1", "押金6000.00元", 0, 10, quantity)
    shown = fact_view(fact)
    assert shown.value == "6000.00元"
    assert shown.quantity is not None
    assert shown.quantity.raw == "6000.00元"
    assert Decimal(str(shown.quantity.low)) == 6000


def test_every_kind_of_error_has_a_title_and_keeps_its_place() -> None:
    assert {outcome.type for outcome in OUTCOMES.values()} <= set(TITLES)
    for kind, outcome in OUTCOMES.items():
        problem = problem_of(kind("what", place="where", advice="how"))
        assert (problem.type, problem.status) == (outcome.type, outcome.status)
        assert (problem.detail, problem.place, problem.advice) == ("what", "where", "how")


def test_a_new_error_without_an_entry_is_its_parent() -> None:
    class Lost(NotFound):
        """Not in the table."""

    assert problem_of(Lost("gone")).status == 404
    assert problem_of(DianmianError("odd")).status == 500


def test_a_document_cannot_drive_the_terminal() -> None:
    assert plain("一\x1b[2J二\r\x07\u202e三\n\t四") == "一[2J二三\n\t四"
