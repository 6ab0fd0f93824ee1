"""Triples become records that lose none of them."""

from evals.kbqa.triples import Triple, records, sample


def _triple(number: int, subject: str, attribute: str, value: str) -> Triple:
    return Triple(number, "", subject, attribute, value)


def test_one_record_holds_what_is_said_of_a_subject() -> None:
    triples = [_triple(1, "云杉", "高度", "9米"), _triple(2, "白桦", "高度", "7米"), _triple(3, "云杉", "别名", "甲")]
    assert records(triples) == [
        {"title": "云杉", "高度": "9米", "别名": "甲"},
        {"title": "白桦", "高度": "7米"},
    ]


def test_a_second_value_begins_a_second_record() -> None:
    triples = [_triple(1, "云杉", "高度", "9米"), _triple(2, "云杉", "高度", "8米"), _triple(3, "云杉", "高度", "9米")]
    assert records(triples) == [{"title": "云杉", "高度": "9米"}, {"title": "云杉", "高度": "8米"}]


def test_the_sample_is_the_same_whatever_the_order() -> None:
    triples = [_triple(number, "云杉", "高度", str(number)) for number in range(50)]
    drawn = sample(triples, 10)
    assert drawn == sample(reversed(triples), 10)
    assert len({triple.id for triple in drawn}) == 10
    assert drawn != tuple(triples[:10])
