"""Values of one list stand side by side and contradict nothing."""

from extraction.conflicts import listed
from tests.unit.extraction.conflicts.conftest import fact, together


def test_a_list_is_known_by_its_place() -> None:
    prices = together(["200元", "500元", "1000元"])
    alone = fact("50元", chunk="chk_other")
    assert listed([*prices, alone]) == {item.id for item in prices}


def test_two_things_told_in_one_sentence_are_no_list() -> None:
    assert listed(together(["2年", "50000公里"])) == set()
    assert listed(together(["2年", "24个月"])) == set()


def test_rows_of_one_table_are_a_list_and_sentences_of_one_chunk_are_none() -> None:
    rows = [fact(value, chunk="c", start=start, rule="table") for start, value in ((0, "15天"), (40, "30天"))]
    assert listed(rows) == {row.id for row in rows}
    sentences = [fact(value, chunk="c", start=start) for start, value in ((0, "15天"), (40, "30天"))]
    assert listed(sentences) == set()


def test_another_condition_makes_another_matter() -> None:
    assert listed([fact("15天", "会员", chunk="c"), fact("30天", "非会员", chunk="c")]) == set()
