"""A planted contradiction is found, waits for a person, and is settled as the person or a rule says."""

import pytest

from core.errors import Conflict as Contradiction
from core.errors import InvalidInput, NotFound
from service.review.decisions import approve, reject
from service.review.resolving import resolve
from service.review.rules import rules_of, set_rules
from service.review.settling import MOST_ON_ONE_TOPIC, settle_all
from tests.integration.review.conftest import HANDBOOK, HE, RULES, Desk, Sides


def test_it_waits_for_a_person_and_every_answer_tells_of_it(planted: Desk, sides: Sides) -> None:
    (conflict,) = planted.conflicts("open")
    left, right = sides()
    assert {conflict.left_id, conflict.right_id} == {left.id, right.id}
    assert planted.waiting() == {left.id: ("conflict",), right.id: ("conflict",)}
    answer = planted.ask("金卡会员的无理由退货期限是多久？")
    assert answer.conflicts
    assert "15天" in answer.text and "30天" in answer.text


@pytest.mark.parametrize("side", [0, 1])
def test_a_person_says_which_holds(planted: Desk, sides: Sides, side: int) -> None:
    (conflict,) = planted.conflicts("open")
    winner, loser = sides()[side], sides()[1 - side]
    with planted.database.session() as session:
        found = resolve(session, planted.kb, conflict.id, winner.id, HE)
    assert (found.winner_id, found.rule, found.decided_by, found.open) == (winner.id, "person", "何静", False)
    assert sides()[side].state == "candidate"
    assert sides()[1 - side].state == "superseded"
    assert planted.waiting() == {}
    answer = planted.ask("金卡会员的无理由退货期限是多久？")
    assert answer.conflicts == ()
    assert [fact.value for fact in answer.facts] == [winner.value]
    planted.load()
    assert sides()[1 - side].state == "superseded"
    # Another word of a person takes the place of the first.
    with planted.database.session() as session:
        resolve(session, planted.kb, conflict.id, loser.id, HE)
    assert (sides()[side].state, sides()[1 - side].state) == ("superseded", "candidate")


def test_a_person_says_both_hold(planted: Desk, sides: Sides) -> None:
    (conflict,) = planted.conflicts("open")
    with planted.database.session() as session:
        resolve(session, planted.kb, conflict.id, sides()[0].id, HE)
        resolve(session, planted.kb, conflict.id, None, HE)
        settle_all(session, planted.kb)
    assert [fact.state for fact in sides()] == ["candidate", "candidate"]
    assert planted.conflicts("open") == []
    assert planted.ask("金卡会员的无理由退货期限是多久？").conflicts == ()


def test_the_loser_comes_back_when_the_winner_goes(planted: Desk, sides: Sides) -> None:
    (conflict,) = planted.conflicts("open")
    rules, handbook = sides()
    with planted.database.session() as session:
        approve(session, planted.kb, planted.settings, handbook.id, HE)
        resolve(session, planted.kb, conflict.id, rules.id, HE)
    assert sides()[1].state == "superseded"
    planted.delete("退货规则.md")
    assert planted.fact("会员手册.md", "金卡会员", "无理由退货期限").state == "approved"
    assert planted.conflicts() == []


def test_a_rejected_winner_takes_its_decision_with_it(planted: Desk, sides: Sides) -> None:
    (conflict,) = planted.conflicts("open")
    rules, _ = sides()
    with planted.database.session() as session:
        resolve(session, planted.kb, conflict.id, rules.id, HE)
        reject(session, planted.kb, planted.settings, rules.id, HE)
    assert [fact.state for fact in sides()] == ["rejected", "candidate"]
    assert planted.conflicts("open") == []
    with planted.database.session() as session:
        with pytest.raises(Contradiction, match="rejected"):
            resolve(session, planted.kb, conflict.id, rules.id, HE)
        approve(session, planted.kb, planted.settings, rules.id, HE)
    assert [item.id for item in planted.conflicts("open")] == [conflict.id]


def test_the_weightier_source_decides_until_the_rule_is_switched_off(desk: Desk) -> None:
    desk.write("退货规则.md", RULES, priority="10")
    desk.write("会员手册.md", HANDBOOK, priority="5")
    desk.load()
    loser = desk.fact("会员手册.md", "金卡会员", "无理由退货期限")
    assert (loser.state, desk.conflicts("open")) == ("superseded", [])
    with desk.database.session() as session:
        kb = set_rules(session, desk.kb, ["newer_version"])
        settle_all(session, kb)
    assert desk.fact("会员手册.md", "金卡会员", "无理由退货期限").state == "candidate"
    assert len(desk.conflicts("open")) == 1
    with desk.database.session() as session:
        kb = set_rules(session, desk.kb, ["source_priority"])
        assert rules_of(kb) == ("source_priority",)
        settle_all(session, kb)
    assert desk.fact("会员手册.md", "金卡会员", "无理由退货期限").state == "superseded"


def test_new_metadata_settles_anew(desk: Desk) -> None:
    desk.write("退货规则.md", RULES, priority="10")
    desk.write("会员手册.md", HANDBOOK, priority="5")
    desk.load()
    desk.write("会员手册.md", HANDBOOK, priority="20")
    desk.load()
    assert desk.fact("退货规则.md", "金卡会员", "无理由退货期限").state == "superseded"
    assert desk.fact("会员手册.md", "金卡会员", "无理由退货期限").state == "candidate"


def test_a_person_counts_before_rules(desk: Desk) -> None:
    desk.write("退货规则.md", RULES, priority="10")
    desk.write("会员手册.md", HANDBOOK, priority="5")
    desk.load()
    (conflict,) = desk.conflicts()
    weak = desk.fact("会员手册.md", "金卡会员", "无理由退货期限")
    with desk.database.session() as session:
        resolve(session, desk.kb, conflict.id, weak.id, HE)
        settle_all(session, desk.kb)
    assert desk.fact("退货规则.md", "金卡会员", "无理由退货期限").state == "superseded"
    assert desk.fact("会员手册.md", "金卡会员", "无理由退货期限").state == "candidate"


def test_what_no_longer_contradicts_is_forgotten(planted: Desk) -> None:
    planted.write("会员手册.md", HANDBOOK.replace("30天", "十五天"))
    planted.load()
    assert planted.conflicts() == []


def test_comparing_all_anew_finds_what_loading_found(desk: Desk) -> None:
    for number in range(6):
        desk.write(f"规则{number}.md", RULES.replace("15天", f"{number // 2 + 1}天"), priority=str(number % 3))
    desk.load()
    before = {(item.id, item.outcome, item.rule) for item in desk.conflicts()}
    states = {fact.id: fact.state for fact in desk.facts()}
    assert len(before) == 12
    with desk.database.session() as session:
        settle_all(session, desk.kb)
    assert {(item.id, item.outcome, item.rule) for item in desk.conflicts()} == before
    assert {fact.id: fact.state for fact in desk.facts()} == states


def test_a_crowded_topic_is_reported(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.review.settling.MOST_ON_ONE_TOPIC", 3)
    for number in range(5):
        desk.write(f"规则{number}.md", RULES.replace("15天", f"{number + 1}天"))
    report = desk.load()
    assert [warning for warning in report.warnings if "无理由退货期限" in warning]
    assert MOST_ON_ONE_TOPIC > 3


def test_what_cannot_be_resolved_is_refused(planted: Desk, sides: Sides) -> None:
    (conflict,) = planted.conflicts("open")
    with planted.database.session() as session:
        with pytest.raises(InvalidInput, match="none of the two"):
            resolve(session, planted.kb, conflict.id, "fct_other", HE)
        with pytest.raises(NotFound):
            resolve(session, planted.kb, "cfl_none", sides()[0].id, HE)
        with pytest.raises(InvalidInput, match="no rule"):
            set_rules(session, planted.kb, ["older_version"])
