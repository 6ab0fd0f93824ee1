"""Values to JSON and back: nothing rounded, nothing lost."""

import json
from datetime import date
from decimal import Decimal

import msgspec
import pytest

from core.document import Block, Cell, Span, Table
from core.fact import Condition, Fact, Scope
from core.quantity import Quantity, parse
from core.vocabulary import Synonym, Term
from core.wire import from_builtins, to_builtins, to_json


def full_fact() -> Fact:
    quantity = parse("满99元")
    return Fact(
        id="fct_1", subject="配送", attribute="运费", value="8元", chunk_id="chk_1", document_id="doc_1",
        quote="不满99元收取运费8元", quote_start=3, quote_end=14, quantity=parse("8元"),
        conditions=(Condition("不满99元", "订单金额", quantity),),
        scope=Scope(region="华东", valid_from=date(2025, 3, 1)), confidence=0.75, state="approved",
    )  # fmt: skip


@pytest.mark.parametrize(
    "value",
    [
        full_fact(),
        Span(0, 5, page=2, bbox=(1.5, 2.0, 3.0, 4.0), sheet="表1", row=3),
        Block("table", "| a |", Span(0, 5), ("总则",), table=Table((Cell("00123", 0, 0, 1, 2),), source_rows=(4,))),
        Term("attribute", "保修期", "duration"),
        Synonym("attribute", "质保", "保修期", scope="手机"),
        Scope(),
    ],
    ids=lambda value: type(value).__name__,
)
def test_there_and_back(value: object) -> None:
    assert from_builtins(to_builtins(value), type(value)) == value
    assert from_builtins(json.loads(to_json(value)), type(value)) == value


@pytest.mark.parametrize("digits", ["6000.00", "123456.78", "0.1", "1E+5", "12345678901234567890.123456789"])
def test_decimals_travel_as_they_are(digits: str) -> None:
    number = Decimal(digits)
    quantity = Quantity(number, number, "元", "money.CNY", number, number, "CNY", digits)
    sent = to_builtins(quantity)
    assert sent["low"] == digits
    assert from_builtins(sent, Quantity).low == number
    assert str(from_builtins(sent, Quantity).low) == digits


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        from_builtins({"kind": "colour", "name": "红"}, Term)
    with pytest.raises(msgspec.ValidationError):
        from_builtins({"kind": "attribute"}, Term)


def test_json_is_readable_text() -> None:
    assert "保修期" in to_json(Term("attribute", "保修期")).decode("utf-8")
