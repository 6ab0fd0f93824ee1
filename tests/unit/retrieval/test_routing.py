"""Why a layer answered, in the language of the question."""

from dataclasses import replace
from typing import Any

import pytest

from retrieval.compose import compose

PRICES = "| 产品 | 保修期 |\n| --- | --- |\n| 星河手机 | 12个月 |\n| 青岚平板 | 24个月 |"


def answer(make: Any, settings: Any, question: str, **more: Any) -> Any:
    chunk = make.chunk(PRICES, "table", document="价目")
    facts = [
        make.fact(chunk, name, "保修期", value, rule="table")
        for name, value in (("星河手机", "12个月"), ("青岚平板", "24个月"))
    ]
    return compose(make.findings(question, [chunk], facts, **more), settings, limit=5)


def test_facts_are_named(make: Any, settings: Any) -> None:
    found = answer(make, settings, "星河手机保修期多久")
    assert found.route == "structured"
    assert "星河手机 保修期" in found.route_reason
    assert found.trace["confidence"]["kind"] == "structured"
    assert 0 <= found.confidence <= 1


def test_a_refusal_says_how_little_there_was(make: Any, settings: Any) -> None:
    found = answer(make, settings, "火星船票多少钱", evidence=0.12)
    assert (found.route, found.refused) == ("none", True)
    assert "0.12" in found.route_reason and "0.30" in found.route_reason
    assert found.trace["confidence"] == {"kind": "refused", "score": pytest.approx(0.88)}


def test_english_is_answered_in_english(make: Any, settings: Any) -> None:
    found = answer(make, settings, "how far is the moon", evidence=0.1)
    assert "do not speak of this" in found.route_reason


def test_quotes_a_weak_fact_led_to_are_assisted(make: Any, settings: Any) -> None:
    chunk = make.chunk("星河手机的包装盒里有充电线，重量为30克。", document="手册")
    findings = make.findings("星河手机的包装盒里有什么", [chunk], [make.fact(chunk, "包装盒", "重量", "30克")])
    weak = replace(findings, matches=(replace(findings.matches[0], score=0.3, named=False, aspect=0.1),))
    found = compose(weak, settings, limit=5)
    assert (found.route, found.grade) == ("assisted", "quoted")
    assert "0.30" in found.route_reason and "0.38" in found.route_reason
    alone = compose(replace(findings, matches=()), settings, limit=5)
    assert alone.route == "chunks"
    assert alone.route_reason and alone.route_reason != found.route_reason
