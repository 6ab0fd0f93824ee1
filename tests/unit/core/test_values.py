"""Defaults of the values every room shares: an empty one restricts nothing and claims nothing."""

from dataclasses import FrozenInstanceError, fields, is_dataclass, replace

import pytest

from core import answer, chunk, document, fact, knowledge_base, question, vocabulary

_MODULES = (answer, chunk, document, fact, knowledge_base, question, vocabulary)
VALUES = [
    kind
    for module in _MODULES
    for kind in vars(module).values()
    if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == module.__name__
]


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_every_value_is_frozen_slotted_and_documented(kind: type) -> None:
    assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert not hasattr(object.__new__(kind), "__dict__")
    assert kind.__doc__
    assert not kind.__doc__.startswith(f"{kind.__name__}(")


def test_a_scope_restricts_nothing_unless_told() -> None:
    assert all(getattr(fact.Scope(), field.name) is None for field in fields(fact.Scope))


def test_a_fact_is_a_candidate_of_a_rule_unless_told() -> None:
    made = fact.Fact("fct_1", "职工", "年休假", "5天", "chk_1", "doc_1", "年休假5天", 0, 5)
    assert (made.state, made.origin, made.conditions, made.quantity) == ("candidate", "rule", (), None)
    with pytest.raises(FrozenInstanceError):
        made.state = "approved"  # type: ignore[misc]
    assert replace(made, state="approved").state == "approved"


def test_an_answer_refuses_nothing_unless_told() -> None:
    made = answer.Answer("问", "答", "chunks", "quoted", 0.5)
    assert (made.refused, made.reason, made.citations, made.degraded) == (False, "", (), ())


def test_a_knowledge_base_is_open_and_empty_unless_told() -> None:
    made = knowledge_base.KnowledgeBase(1, "客服")
    assert (made.mode, made.space_id, made.revision) == ("open", None, 0)


def test_defaults_are_not_shared() -> None:
    assert answer.Answer("a", "a", "none", "none", 0.0).trace is not answer.Answer("b", "b", "none", "none", 0.0).trace
