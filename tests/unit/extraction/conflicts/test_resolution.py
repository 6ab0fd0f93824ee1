"""Rules decide in order, and never leave a contradiction without any side that stands."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conflict import RULES, ResolutionRule, Standing
from core.fact import Fact
from extraction.conflicts import Loss, losses
from tests.unit.extraction.conflicts.conftest import fact, standings

OLD, NEW, THIRD = (fact(value, document=f"doc_{name}") for name, value in (("a", "15天"), ("b", "30天"), ("c", "7天")))


def test_the_newer_version_wins_and_a_document_out_of_force_loses() -> None:
    known = standings(Standing("doc_a", frozenset({"doc_b"})), "doc_b", "doc_c")
    found = losses([(OLD, NEW), (OLD, THIRD)], known, RULES)
    assert found[0] in (Loss(OLD.id, NEW.id, "newer_version"), Loss(OLD.id, THIRD.id, "newer_version"))
    assert {loss.winner_id for loss in found} == {NEW.id, THIRD.id}
    assert {loss.loser_id for loss in found} == {OLD.id}


def test_the_weightier_source_wins_when_no_version_does() -> None:
    known = standings(Standing("doc_a", priority=10), Standing("doc_b", priority=2))
    assert losses([(NEW, OLD)], known, RULES) == [Loss(NEW.id, OLD.id, "source_priority")]
    assert losses([(NEW, OLD)], known, ("newer_version",)) == []
    assert losses([(NEW, OLD)], standings(Standing("doc_a", priority=1), Standing("doc_b", priority=1)), RULES) == []


@pytest.mark.parametrize(("rules", "loser"), [(RULES, OLD), (("source_priority", "newer_version"), NEW), ((), None)])
def test_the_order_of_rules_counts(rules: tuple[ResolutionRule, ...], loser: Fact | None) -> None:
    known = standings(Standing("doc_a", frozenset({"doc_b"}), priority=10), "doc_b")
    assert [loss.loser_id for loss in losses([(OLD, NEW)], known, rules)] == ([loser.id] if loser else [])


def test_what_gave_way_overrules_nothing() -> None:
    known = standings(Standing("doc_a", frozenset({"doc_b"}), priority=10), "doc_b", Standing("doc_c", priority=5))
    found = losses([(OLD, NEW), (OLD, THIRD), (NEW, THIRD)], known, ("newer_version", "source_priority"))
    assert {loss.loser_id for loss in found} == {OLD.id, NEW.id}
    assert losses([(OLD, NEW)], known, RULES, settled=[NEW.id]) == []


def test_the_winner_named_first_stands_itself() -> None:
    newest = frozenset({"doc_c"})
    known = standings(Standing("doc_a", newest | {"doc_b"}), Standing("doc_b", newest), "doc_c")
    found = losses(list(combinations((OLD, NEW, THIRD), 2)), known, RULES)
    first = {loss.loser_id: loss.winner_id for loss in reversed(found)}
    assert first == {OLD.id: THIRD.id, NEW.id: THIRD.id}


def test_facts_of_one_document_are_left_to_a_person() -> None:
    known = standings(Standing("doc_a", priority=10))
    assert losses([(OLD, fact("30天"))], known, RULES) == []


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3)), min_size=2, max_size=7), st.permutations(RULES))
def test_some_side_always_stands(documents: list[tuple[int, int]], rules: list[ResolutionRule]) -> None:
    """Each document has a series (0–2), its place in it as its number, and a priority."""
    ids = [f"doc_{number}" for number in range(len(documents))]
    known = {
        name: Standing(
            name,
            frozenset(
                ids[later] for later in range(number + 1, len(ids)) if documents[later][0] == documents[number][0]
            ),
            priority=documents[number][1],
        )
        for number, name in enumerate(ids)
    }
    facts = [fact(f"{number + 1}天", document=name) for number, name in enumerate(ids)]
    gone = {loss.loser_id for loss in losses(list(combinations(facts, 2)), known, rules)}
    assert gone < {item.id for item in facts}
