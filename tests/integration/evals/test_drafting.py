"""Drafts made from a real knowledge base hold there, and gold that does not is named."""

from pathlib import Path

from evals.drafting.checking import gold_faults
from evals.drafting.command import draft
from evals.layers.running import run_suite
from evals.suite import Case, Gold, GoldFact
from service.wiring import Application
from tests.integration.retrieval.conftest import application, own_settings

__all__ = ["application", "own_settings"]


def test_a_draft_holds_in_its_knowledge_base_and_is_the_same_again(application: Application) -> None:
    cases = draft("shop", application, count=20)
    assert draft("shop", application, count=20) == cases
    assert 10 <= len(cases) <= 20
    assert {case.kind for case in cases} >= {"lookup", "absent"}
    assert list(gold_faults(cases, "shop", application)) == []
    assert len({gold.document for case in cases for gold in case.golds}) >= 5
    assert run_suite(cases, "shop", application).figures["structured.coverage"] == 1.0


def test_a_log_is_answered_and_drafted(application: Application, tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_text("星河手机保修期多久？\n飞机票怎么改签？\n", encoding="utf-8")
    answered, refused = draft("shop", application, log=path)
    assert answered.expect == ("12个月",) and answered.golds[0].document == "价目.md"
    assert refused.kind == "absent"
    assert list(gold_faults([answered], "shop", application)) == []


def test_gold_that_is_nowhere_is_named(application: Application) -> None:
    wrong = Case(
        "W", "保修多久？", "lookup", ("12个月",), (Gold("价目.md", "星何手机"), Gold("无.md", "一")), (("保修七",),),
        (GoldFact("星河手机", "保修期", "13个月"),),
    )  # fmt: skip
    told = [fault for _, fault in gold_faults([wrong], "shop", application)]
    assert told == [
        "document 无.md is not loaded",
        "text 保修七: “保修七” stands in no block",
        "no fact 星河手机 · 保修期 · 13个月",
    ]
