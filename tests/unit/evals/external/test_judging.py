"""The judge and the figures, worked out by hand."""

import pytest

from evals.external.figures import figures
from evals.external.judging import judge
from evals.external.place import Place
from evals.external.system import Hit
from evals.external.table import heads_and_rows, markdown
from evals.suite import Case, Gold

COUNTER = "柜台购买的商品应当自购买之日起15天内提出退货申请"
ONLINE = "网上购买的商品应当自签收之日起7天内在应用里提出申请"
NOISE = "本店夏季营业到晚上九点半，冬季营业到晚上八点半，节假日另行通知"
PLACES = (Place("退货.md", (COUNTER,)), Place("退货.md", (ONLINE,)))


def case(name: str = "C1", expect: tuple[str, ...] = ("15天", "7天")) -> Case:
    return Case(name, "柜台和网上各几天能退", "compare", expect, (Gold("退货.md", "柜台"), Gold("退货.md", "网上")))


def hits(*texts: str) -> tuple[Hit, ...]:
    return tuple(Hit(text, "退货.md") for text in texts)


ABSENT = Case("A1", "有停车场吗", "absent", (), ())


def test_values_may_stand_in_several_of_the_first_hits() -> None:
    judged = judge(case(), PLACES, hits(COUNTER, NOISE, ONLINE))
    assert judged.values == {1: False, 5: True}
    assert judged.at == ({0}, set(), {1})
    assert judged.irrelevant == pytest.approx(1 / 3)


def test_the_sixth_hit_counts_for_nothing_at_five() -> None:
    judged = judge(case(expect=("7天",)), PLACES, hits(*[NOISE] * 5, ONLINE))
    assert judged.values[5] is False
    assert judged.irrelevant == 1
    assert figures([judged])["place@5"] == 0
    assert figures([judged])["mrr@10"] == pytest.approx(1 / 6, abs=1e-4)


def test_irrelevant_text_is_counted_in_letters() -> None:
    long_hit = COUNTER + NOISE
    judged = judge(case(), PLACES, hits(long_hit))
    assert judged.irrelevant == 0
    outside = sum(letter.isalnum() for letter in NOISE)
    assert judged.strange == pytest.approx(outside / sum(letter.isalnum() for letter in long_hit))
    assert judge(case(), (Place("退货.md"),), hits(NOISE)).strange == 0
    assert judge(case(), PLACES, hits(NOISE)).strange == 1


def test_a_place_found_twice_counts_once_in_the_ranking() -> None:
    twice = figures([judge(case(), PLACES, hits(COUNTER, COUNTER, ONLINE))])
    once = figures([judge(case(), PLACES, hits(COUNTER, NOISE, ONLINE))])
    assert twice["ndcg@10"] == once["ndcg@10"] < 1
    assert twice["irrelevant@5"] == 0 < once["irrelevant@5"]
    assert figures([judge(case(), PLACES, hits(COUNTER, ONLINE))])["ndcg@10"] == 1


def test_handing_over_nothing_is_a_refusal() -> None:
    found = figures([judge(ABSENT, (), ()), judge(ABSENT, (), hits(NOISE)), judge(case(), PLACES, ())])
    assert (found["absent"], found["refused"], found["refused_wrong"]) == (2, 1, 1)
    assert found["value@1"] == found["place@5"] == 0
    assert "irrelevant@5" not in found


def test_figures_are_means_over_the_questions_they_apply_to() -> None:
    right = judge(case("C1", ("15天",)), PLACES, hits(COUNTER), 10.0)
    wrong = judge(case("C2", ("15天",)), PLACES, hits(NOISE, NOISE), 30.0)
    no_value = judge(case("C3", ()), PLACES, hits(COUNTER), 20.0)
    found = figures([right, wrong, no_value])
    assert found["value@1"] == 0.5
    assert found["place@1"] == pytest.approx(2 / 3, abs=1e-4)
    assert (found["milliseconds"], found["hits"]) == (20, pytest.approx(4 / 3, abs=1e-4))
    assert "refused" not in found


def test_the_table_has_the_columns_that_some_system_has() -> None:
    systems = {"甲|乙": {"questions": 2, "value@1": 0.5}, "丙": {"questions": 2, "absent": 3, "refused": 1}}
    heads, rows = heads_and_rows(systems)
    assert heads == ["system", "questions", "value@1", "absent refused"]
    assert rows == [["甲|乙", "2", "0.50", ""], ["丙", "2", "", "1 of 3"]]
    assert markdown(systems).splitlines()[2] == "| 甲\\|乙 | 2 | 0.50 |  |"
