"""A correction stands for what was read, proposes its names as synonyms, and is held against the text."""

from typing import Any

import pytest

from core.errors import InvalidInput
from core.fact import Fact
from service.review.correction import Corrected, Correction, correct
from store import chunks, fact_events, synonyms, vocabulary
from store.vocabulary import Term
from tests.integration.review.conftest import HE, RULES, Desk


def fee(desk: Desk, origin: str = "rule") -> Fact:
    (found,) = [fact for fact in desk.facts(attributes=("上门取件费",)) if fact.origin == origin]
    return found


def put_right(desk: Desk, fact: Fact, **wanted: Any) -> Corrected:
    with desk.database.session() as session:
        return correct(session, desk.kb, desk.settings, fact.id, Correction(**wanted), HE)


def proposed(desk: Desk) -> list[tuple[str, str, str, str]]:
    with desk.database.session() as session:
        found = synonyms.listing(session, desk.kb.id, state="proposed")
    return [(item.kind, item.alias, item.canonical, item.origin) for item in found]


def test_a_name_put_right_becomes_a_proposal(planted: Desk) -> None:
    before = fee(planted)
    done = put_right(planted, before, subject="青禾书店")
    assert (done.fact.subject, done.fact.origin, done.fact.state) == ("青禾书店", "person", "approved")
    assert (done.replaced.id, done.replaced.state) == (before.id, "rejected")
    assert proposed(planted) == [("subject", before.subject, "青禾书店", "review")]
    answer = planted.ask("青禾书店的上门取件费是多少？")
    assert ([fact.id for fact in answer.facts], answer.grade) == ([done.fact.id], "exact_approved")


def test_it_outlives_reading_again_and_is_not_doubled_by_an_accepted_proposal(planted: Desk) -> None:
    before = fee(planted)
    done = put_right(planted, before, subject="青禾书店")
    with planted.database.session() as session:
        chunks.mark_extracted(session, planted.kb.id, [before.chunk_id], None)
    planted.load()
    assert (fee(planted).state, fee(planted, "person").id) == ("rejected", done.fact.id)
    with planted.database.session() as session:
        vocabulary.upsert(session, planted.kb.id, [Term("subject", "青禾书店")])
        (proposal,) = synonyms.listing(session, planted.kb.id, state="proposed")
        synonyms.upsert(session, planted.kb.id, [type(proposal)(proposal.kind, proposal.alias, proposal.canonical)])
    assert planted.load().extracted > 0
    (left,) = planted.facts(attributes=("上门取件费",))
    assert (left.id, left.origin, left.state) == (done.fact.id, "person", "approved")


def test_it_goes_with_its_text(planted: Desk) -> None:
    put_right(planted, fee(planted), subject="青禾书店")
    planted.write("退货规则.md", RULES.replace("上门取件费为12元", "上门取件费为18元"))
    planted.load()
    (left,) = planted.facts(attributes=("上门取件费",))
    assert (left.value, left.origin, left.state) == ("18元", "rule", "candidate")


def test_a_value_is_read_anew_and_must_stand_in_the_quote(planted: Desk) -> None:
    before = fee(planted)
    with pytest.raises(InvalidInput, match="does not stand in the quote") as caught:
        put_right(planted, before, value="20元")
    assert "source is wrong" in caught.value.advice
    assert fee(planted).state == "candidate"
    done = put_right(planted, before, value="20元", source_wrong=True)
    assert done.fact.quantity is not None
    assert (str(done.fact.quantity.canonical_low), done.fact.quote) == ("20", before.quote)
    with planted.database.session() as session:
        created = fact_events.of_fact(session, planted.kb.id, done.fact.id)
    assert [(item.action, item.before, dict(item.after or {})["source_wrong"]) for item in created] == [
        ("create", None, True)
    ]


def test_another_quote_of_the_chunk_may_hold_it(planted: Desk) -> None:
    text = "上门取件费为12元。偏远地区的，由门店另行说明，收取18元。"
    planted.write("退货规则.md", f"# 青禾书店退货规则\n\n## 费用\n\n{text}\n")
    planted.load()
    before = next(fact for fact in planted.facts() if fact.value == "12元")
    done = put_right(planted, before, value="18元", quote="收取18元。", conditions=("偏远地区",))
    with planted.database.session() as session:
        chunk = chunks.by_ids(session, planted.kb.id, [before.chunk_id])[before.chunk_id]
    assert chunk.text[done.fact.quote_start : done.fact.quote_end] == "收取18元。"
    assert [condition.text for condition in done.fact.conditions] == ["偏远地区"]
    with pytest.raises(InvalidInput, match="not in the chunk"):
        put_right(planted, done.fact, quote="没有这句话")


def test_conditions_with_a_number_become_intervals(planted: Desk) -> None:
    done = put_right(planted, fee(planted), conditions=("订单金额不满99元",))
    (condition,) = done.fact.conditions
    assert condition.attribute == "订单金额"
    assert condition.quantity is not None
    assert str(condition.quantity.canonical_high) == "99"


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({}, "changes nothing"),
        ({"subject": "  "}, "1 to 300"),
        ({"attribute": "没有的属性"}, "not in the vocabulary"),
        ({"value": ""}, "1 to 300"),
        ({"conditions": ("长" * 301,)}, "1 to 300"),
    ],
)
def test_what_cannot_be_corrected_is_refused(planted: Desk, wanted: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        put_right(planted, fee(planted), **wanted)
    assert fee(planted).state == "candidate"
    assert proposed(planted) == []


def test_an_alias_becomes_the_canonical_name(planted: Desk) -> None:
    done = put_right(planted, fee(planted), attribute="到账时效")
    assert done.fact.attribute == "退款到账时效"
    assert ("attribute", "上门取件费", "退款到账时效", "review") in proposed(planted)


def test_a_correction_may_be_corrected(planted: Desk) -> None:
    first = put_right(planted, fee(planted), subject="青禾")
    second = put_right(planted, first.fact, subject="青禾书店")
    states = {fact.subject: fact.state for fact in planted.facts(attributes=("上门取件费",)) if fact.origin == "person"}
    assert states == {"青禾": "rejected", "青禾书店": "approved"}
    assert second.fact.state == "approved"


def test_a_correction_settles_a_conflict(planted: Desk) -> None:
    wrong = planted.fact("会员手册.md", "金卡会员", "无理由退货期限")
    put_right(planted, wrong, value="15天", source_wrong=True)
    assert planted.conflicts("open") == []
