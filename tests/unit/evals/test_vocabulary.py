"""The score of proposals counts what a person chose, and cannot be had by proposing everything in one group."""

import pytest

from evals.vocabulary import Chosen, figures_of, match, read_chosen
from synonyms.proposing import Proposal


def chosen(name: str, *aliases: str, also: tuple[str, ...] = (), dimension: str = "duration") -> Chosen:
    return Chosen(name, dimension, aliases, also)


def proposal(name: str, *aliases: str, dimension: str = "duration") -> Proposal:
    return Proposal(name, aliases, dimension, 1, 1, (), ())


def test_the_chosen_are_thirty_and_contradict_nothing() -> None:
    found = read_chosen()
    assert len(found) == 30
    words = [word for item in found for word in (item.name, *item.aliases)]
    assert len(words) == len(set(words))
    assert sum(len(item.aliases) for item in found) == 20


@pytest.mark.parametrize(
    ("item", "offered", "hit", "right"),
    [
        (chosen("验收时间", "验收"), proposal("验收期限"), True, 1),
        (chosen("送达时效", "送达时间"), proposal("送达时效", "送达时间"), True, 1),
        (chosen("送达时效", "到货"), proposal("送达时效"), True, 0),
        (chosen("手续费率", dimension="ratio"), proposal("手续费", dimension="money.CNY"), False, 0),
        (chosen("整机保修期", also=("整机",)), proposal("整机"), True, 0),
        (chosen("人工费", dimension="money.CNY"), proposal("人工期限"), False, 0),
    ],
)
def test_a_match(item: Chosen, offered: Proposal, hit: bool, right: int) -> None:
    found = match([item], [offered])[0]
    assert (found.proposal is not None, len(found.right)) == (hit, right)


def test_one_proposal_serves_one_attribute() -> None:
    found = match([chosen("送达时效"), chosen("出库时间")], [proposal("送达时效", "出库时间")])
    assert [item.proposal is not None for item in found] == [True, False]
    assert found[0].mixed == ("出库时间",)


def test_a_name_goes_before_an_alias() -> None:
    found = match([chosen("甲期限", "乙期限"), chosen("乙期限")], [proposal("乙期限"), proposal("甲期限")])
    assert [item.proposal.name for item in found if item.proposal] == ["甲期限", "乙期限"]


def test_figures() -> None:
    found = match([chosen("甲期限", "丙", "丁"), chosen("乙期限")], [proposal("甲期限", "丙", dimension="mass")])
    figures = figures_of(found, 1, 0, 0.0)
    assert (figures["chosen.proposed"], figures["aliases"], figures["aliases.right"]) == (1, 2, 0.5)
    assert figures["dimensions.right"] == 0.0
