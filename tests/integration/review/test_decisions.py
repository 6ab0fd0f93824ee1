"""What people decide counts at once, outlives reading the text again, and goes when the text changes."""

import pytest
import sqlalchemy as sa

from core.errors import Conflict, InvalidInput, NotFound
from core.fact import Fact
from service.review.decisions import approve, merge, reject
from service.review.facts import Reviewer
from store import chunks, fact_events, supersession, vocabulary
from store.tables import FACT_EVENT, REVIEW
from tests.integration.review.conftest import HANDBOOK, HE, RULES, Desk, Sides


def fee(desk: Desk) -> Fact:
    (found,) = desk.facts(attributes=("上门取件费",))
    return found


def read_again(desk: Desk) -> None:
    """Let every chunk be read for facts once more."""
    with desk.database.session() as session:
        ids = [fact.chunk_id for fact in desk.facts()]
        chunks.mark_extracted(session, desk.kb.id, ids, None)
    assert desk.load().extracted >= len(set(ids))


def test_an_approved_fact_is_served_as_such(planted: Desk) -> None:
    assert planted.ask("上门取件费是多少？").grade == "exact_candidate"
    with planted.database.session() as session:
        approve(session, planted.kb, planted.settings, fee(planted).id, HE)
    answer = planted.ask("上门取件费是多少？")
    assert (answer.grade, [fact.value for fact in answer.facts]) == ("exact_approved", ["12元"])


def test_approving_takes_a_fact_out_of_the_queue(planted: Desk) -> None:
    assert fee(planted).id in planted.waiting(rate=1.0)
    with planted.database.session() as session:
        approve(session, planted.kb, planted.settings, fee(planted).id, HE)
    assert fee(planted).id not in planted.waiting(rate=1.0)


@pytest.mark.parametrize("state", ["approved", "rejected"])
def test_a_decision_outlives_reading_again(planted: Desk, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    decide = approve if state == "approved" else reject
    with planted.database.session() as session:
        decide(session, planted.kb, planted.settings, fee(planted).id, HE)
    assert planted.load().unchanged
    assert fee(planted).state == state
    read_again(planted)
    assert fee(planted).state == state
    # A reader that sees the same statement elsewhere in the chunk gives the fact another id.
    monkeypatch.setattr("extraction.extractor.stable_id", lambda *parts: f"fct_new{abs(hash(parts))}")
    before = fee(planted).id
    read_again(planted)
    assert fee(planted).id != before
    assert fee(planted).state == state


def test_a_decision_goes_with_the_text_it_was_about(planted: Desk) -> None:
    with planted.database.session() as session:
        approve(session, planted.kb, planted.settings, fee(planted).id, HE)
    planted.write("退货规则.md", RULES.replace("上门取件费为12元", "上门取件费为18元"))
    planted.load()
    assert (fee(planted).value, fee(planted).state) == ("18元", "candidate")
    assert fee(planted).id in planted.waiting(rate=1.0)
    with planted.database.session() as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(REVIEW)) == 0
    planted.write("退货规则.md", RULES)
    planted.load()
    assert fee(planted).state == "candidate"


def test_a_decision_stays_when_another_article_changes(planted: Desk) -> None:
    with planted.database.session() as session:
        approve(session, planted.kb, planted.settings, fee(planted).id, HE)
    planted.write("退货规则.md", RULES.replace("15天", "20天"))
    planted.load()
    assert fee(planted).state == "approved"


def test_a_new_vocabulary_keeps_decisions(planted: Desk) -> None:
    with planted.database.session() as session:
        approve(session, planted.kb, planted.settings, fee(planted).id, HE)
        terms = vocabulary.listing(session, planted.kb.id, "attribute")
        vocabulary.upsert(session, planted.kb.id, [*terms, terms[0].__class__("attribute", "换货期限")])
    assert planted.load().extracted > 0
    assert fee(planted).state == "approved"


def test_history_tells_who_did_what_and_cannot_be_changed(planted: Desk) -> None:
    fact = fee(planted)
    with planted.database.session() as session:
        approve(session, planted.kb, planted.settings, fact.id, HE)
        approve(session, planted.kb, planted.settings, fact.id, HE)
        reject(session, planted.kb, planted.settings, fact.id, Reviewer("陆川", "已停收"))
        found = fact_events.of_fact(session, planted.kb.id, fact.id)
    assert [(item.actor, item.action, item.note) for item in found] == [
        ("何静", "approve", ""),
        ("陆川", "reject", "已停收"),
    ]
    states = [(dict(item.before or {})["state"], dict(item.after or {})["state"]) for item in found]
    assert states == [("candidate", "approved"), ("approved", "rejected")]
    assert found[0].at < found[1].at
    with planted.database.session() as session:
        changed = session.execute(sa.update(FACT_EVENT).values(actor="谁也不是"))
        gone = session.execute(sa.delete(FACT_EVENT))
        assert (changed.rowcount, gone.rowcount) == (0, 0)  # type: ignore[attr-defined]
        assert fact_events.of_fact(session, planted.kb.id, fact.id) == found


def test_history_outlives_the_fact_but_not_the_document(planted: Desk) -> None:
    fact = fee(planted)
    with planted.database.session() as session:
        approve(session, planted.kb, planted.settings, fact.id, HE)
    planted.write("退货规则.md", RULES.replace("上门取件费为12元", "上门取件费为18元"))
    planted.load()
    with planted.database.session() as session:
        assert [item.action for item in fact_events.of_fact(session, planted.kb.id, fact.id)] == ["approve"]
    planted.delete("退货规则.md")
    with planted.database.session() as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(FACT_EVENT)) == 0


@pytest.fixture
def copied(planted: Desk) -> Desk:
    """A third document that says the same as the handbook, in other words."""
    planted.write("手册摘要.md", HANDBOOK.replace("青禾会员手册", "青禾手册摘要").replace("30天", "三十天"))
    planted.load()
    return planted


def test_merging_keeps_one_and_the_links_of_the_others(copied: Desk, sides: Sides) -> None:
    _, kept = sides()
    copy = copied.fact("手册摘要.md", "金卡会员", "无理由退货期限")
    assert len(copied.conflicts("open")) == 2
    with copied.database.session() as session:
        merged = merge(session, copied.kb, copied.settings, kept.id, [copy.id], HE)
    assert (merged.fact.id, [fact.state for fact in merged.others]) == (kept.id, ["superseded"])
    with copied.database.session() as session:
        assert supersession.of_winners(session, copied.kb.id, [kept.id])[copy.id].rule == "merged"
    assert len(copied.conflicts("open")) == 1
    assert copy.id not in copied.waiting(rate=1.0)
    read_again(copied)
    assert copied.fact("手册摘要.md", "金卡会员", "无理由退货期限").state == "superseded"
    copied.delete("会员手册.md")
    assert copied.fact("手册摘要.md", "金卡会员", "无理由退货期限").state == "candidate"
    assert len(copied.conflicts("open")) == 1


def test_what_cannot_be_merged_is_refused(copied: Desk, sides: Sides) -> None:
    rules, kept = sides()
    with copied.database.session() as session:
        with pytest.raises(InvalidInput, match="another value"):
            merge(session, copied.kb, copied.settings, kept.id, [rules.id], HE)
        with pytest.raises(InvalidInput, match="other facts"):
            merge(session, copied.kb, copied.settings, kept.id, [kept.id], HE)
        reject(session, copied.kb, copied.settings, kept.id, HE)
        with pytest.raises(Conflict, match="rejected"):
            merge(session, copied.kb, copied.settings, kept.id, [rules.id], HE)
        with pytest.raises(NotFound):
            approve(session, copied.kb, copied.settings, "fct_none", HE)


@pytest.mark.parametrize(("name", "note"), [("", ""), ("  ", ""), ("长" * 201, ""), ("何静", "长" * 2001)])
def test_who_decides_must_be_said(name: str, note: str) -> None:
    with pytest.raises(InvalidInput):
        Reviewer(name, note)
