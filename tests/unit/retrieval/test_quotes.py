"""Sentences and rows to quote: verbatim, and the right ones."""

from typing import Any

import pytest

from retrieval.quotes import best_quotes, sentence_around, statements, widened

TABLE = "| 产品 | 保修期 |\n| --- | --- |\n| 星河手机 | 12个月 |\n| 青岚平板 | 24个月 |"
PROSE = "本页说明售后服务。星河手机的保修期为12个月。青岚平板的保修期为24个月。运费由顾客承担。"


@pytest.mark.parametrize(
    ("text", "kind", "count"), [(PROSE, "prose", 4), (TABLE, "table", 2), ("", "prose", 0), ("好。", "prose", 0)]
)
def test_statements(make: Any, text: str, kind: str, count: int) -> None:
    chunk = make.chunk(text, kind)
    pieces = statements(make.passage(chunk))
    assert len(pieces) == count
    assert all(chunk.text[piece.start : piece.end] == piece.text for piece in pieces)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("青岚平板保修多久", "青岚平板的保修期为24个月。"),
        ("星河手机保修多久", "星河手机的保修期为12个月。"),
        ("运费谁承担", "运费由顾客承担。"),
    ],
)
def test_the_sentence_that_speaks_of_the_question(make: Any, question: str, said: str) -> None:
    analysed = make.question(question)
    quotes = best_quotes([make.passage(make.chunk(PROSE))], analysed, make.terms(analysed), 1)
    assert [quote.text for quote in quotes] == [said]


def test_the_row_whose_interval_holds_what_is_stated(make: Any) -> None:
    text = "| 金额 | 折扣 |\n| --- | --- |\n| 5000元以上不满30000元 | 9.8折 |\n| 30000元以上 | 9.5折 |"
    analysed = make.question("采购金额40000元打几折")
    quotes = best_quotes([make.passage(make.chunk(text, "table"))], analysed, make.terms(analysed), 1)
    assert "9.5折" in quotes[0].text


@pytest.mark.parametrize("count", [0, 1, 2, 9])
def test_quotes_are_verbatim_distinct_and_not_too_many(make: Any, count: int) -> None:
    analysed = make.question("星河手机和青岚平板保修多久，运费谁付")
    passages = [make.passage(make.chunk(PROSE)), make.passage(make.chunk(TABLE, "table"))]
    quotes = best_quotes(passages, analysed, make.terms(analysed), count)
    assert len(quotes) <= count
    assert len({(quote.passage.chunk.id, quote.start) for quote in quotes}) == len(quotes)
    for quote in quotes:
        assert quote.passage.chunk.text[quote.start : quote.end] == quote.text


def test_a_quote_says_whether_it_holds_such_a_value(make: Any) -> None:
    analysed = make.question("星河手机保修多久")
    quote = best_quotes([make.passage(make.chunk(PROSE))], analysed, make.terms(analysed), 1)[0]
    assert quote.holds_value
    assert 0 < quote.support <= 1


def test_the_sentence_around_a_place(make: Any) -> None:
    passage = make.passage(make.chunk(PROSE))
    at = PROSE.index("24个月")
    quote = sentence_around(passage, at, at + 4)
    assert quote.text == "青岚平板的保修期为24个月。"
    assert PROSE[quote.start : quote.end] == quote.text


def test_of_a_table_the_row_alone(make: Any) -> None:
    row = "| 青岚平板 | 24个月 |"
    at = TABLE.index(row)
    assert sentence_around(make.passage(make.chunk(TABLE, "table")), at, at + len(row)).text == row


def test_a_sentence_without_end_is_not_quoted_whole(make: Any) -> None:
    text = "保修期为12个月，" * 80
    assert sentence_around(make.passage(make.chunk(text)), 0, 9).text == "保修期为12个月，"[:9]


@pytest.mark.parametrize(
    ("text", "kind", "whole"), [(PROSE, "prose", True), (TABLE, "table", False), (PROSE * 10, "prose", False)]
)
def test_short_running_text_is_shown_whole(make: Any, text: str, kind: str, whole: bool) -> None:
    analysed = make.question("星河手机保修多久")
    quote = best_quotes([make.passage(make.chunk(text, kind))], analysed, make.terms(analysed), 1)[0]
    shown = widened(quote)
    assert (shown.text == text) is whole
    assert shown.passage.chunk.text[shown.start : shown.end] == shown.text
