"""Absent questions: what only others have, what does not exist, what nothing is provided for."""

from core.answer import Answer
from core.vocabulary import Synonym, Term
from evals.drafting.absence import Absent
from evals.drafting.absent_attributes import absent_attributes
from evals.drafting.absent_conditions import absent_conditions
from evals.drafting.absent_subjects import absent_subjects
from evals.drafting.presence import verdict_of
from tests.unit.evals.drafting.conftest import Shelf

HEADS = [["产品", "价格", "保修期", "碎屏保障"]]


def products(shelf: Shelf) -> None:
    for name, price, term, screen in (
        ("星河X7手机", "1999元", "12个月", "99元"),
        ("星河X8手机", "2999元", "24个月", ""),
    ):
        shelf.terms.append(Term("subject", name))
        row = [name, price, term, screen]
        for attribute, value in zip(HEADS[0][1:], row[1:], strict=True):
            if value:
                shelf.celled(HEADS, row, name, attribute, value)


def test_what_only_its_like_have_is_asked_of_it(shelf: Shelf) -> None:
    products(shelf)
    found = [one for one in absent_attributes(shelf.material) if one.attribute]
    assert [(one.subject, one.attribute) for one in found] == [("星河X8手机", "碎屏保障")]


def test_what_anything_else_has_too_may_hold_for_all(shelf: Shelf) -> None:
    products(shelf)
    shelf.stated("门店", "碎屏保障", "59元", "门店的碎屏保障为59元。")
    assert not [one for one in absent_attributes(shelf.material) if one.attribute]


def test_models_beside_those_that_exist_are_asked_about(shelf: Shelf) -> None:
    products(shelf)
    names = {one.subject for one in absent_subjects(shelf.material)}
    assert {"星河X9手机", "星河X10手机"} <= names
    assert "星河X7手机" not in names


def test_names_are_crossed(shelf: Shelf) -> None:
    heads = [["产品", "价格", "保修期"]]
    for name in ("星河手机", "青岚平板"):
        for attribute, value in (("价格", "1999元"), ("保修期", "12个月")):
            shelf.celled(heads, [name, "1999元", "12个月"], name, attribute, value)
    assert {one.subject for one in absent_subjects(shelf.material)} == {"星河平板", "青岚手机"}


def weights(shelf: Shelf, *intervals: str) -> list[Absent]:
    shelf.terms.append(Term("subject", "北方"))
    heads = [["区域", "订单重量", "附加费"]]
    for at, words in enumerate(intervals):
        shelf.celled(heads, ["北方", words, f"{at}元"], "北方", "附加费", f"{at}元", f"订单重量：{words}")
    return list(absent_conditions(shelf.material))


def test_a_measure_beyond_every_interval_is_asked_for(shelf: Shelf) -> None:
    (found,) = weights(shelf, "不超过3kg", "超过3kg不超过10kg")
    assert found.question.startswith("订单重量20kg，北方") and found.stated is not None


def test_nothing_lies_beyond_an_open_interval(shelf: Shelf) -> None:
    assert weights(shelf, "不超过3kg", "超过3kg") == []


def candidate(shelf: Shelf) -> Absent:
    shelf.terms.append(Term("subject", "星河手机"))
    shelf.aliases.append(Synonym("attribute", "质保期", "保修期"))
    return Absent("absent_attribute", "星河手机的质保期？", "星河手机", "保修期", ())


def answer(shelf: Shelf, *, refused: bool = False, attribute: str = "质保期", headline: str = "12个月") -> Answer:
    fact = shelf.stated("星河手机", attribute, "12个月", "12个月")
    return Answer("?", "…", "structured", "exact_candidate", 0.9, headline, refused, facts=() if refused else (fact,))


def test_the_product_has_the_last_word(shelf: Shelf) -> None:
    one = candidate(shelf)
    given = {
        "refused": answer(shelf, refused=True, headline=""),
        "answered": answer(shelf),
        "other": answer(shelf, attribute="价格"),
    }
    for verdict, reply in given.items():
        assert verdict_of(one, lambda _question, reply=reply: reply, shelf.material) == verdict  # type: ignore[misc]
