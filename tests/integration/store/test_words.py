"""Vocabulary and synonyms: what a person decided stands, and an alias leads to one word."""

import pytest

from core.errors import Conflict, InvalidInput
from core.knowledge_base import KnowledgeBase
from core.vocabulary import Synonym, Term
from store import synonyms, vocabulary
from store.engine import Database

TIME = Term("attribute", "退款到账时效", "duration", "退款多久到账")


def test_terms_come_back_by_kind_and_state(database: Database, kb: KnowledgeBase) -> None:
    proposed = Term("attribute", "运费", "money", state="proposed")
    subject = Term("subject", "星河宝")
    with database.session() as session:
        vocabulary.upsert(session, kb.id, [TIME, proposed, subject])
        # By code point: 运 stands before 退.
        assert vocabulary.listing(session, kb.id) == [proposed, TIME, subject]
        assert vocabulary.listing(session, kb.id, "subject") == [subject]
        assert set(vocabulary.listing(session, kb.id, state="accepted")) == {TIME, subject}
        assert vocabulary.delete(session, kb.id, "attribute", ["运费", "没有"]) == 1
        assert vocabulary.listing(session, kb.id, "attribute") == [TIME]


@pytest.mark.parametrize("decision", ["accepted", "rejected"])
def test_a_proposal_never_undoes_a_decision(database: Database, kb: KnowledgeBase, decision: str) -> None:
    decided = Term("attribute", "运费", "money", "邮寄费用", decision)  # type: ignore[arg-type]
    alias = Synonym("attribute", "邮费", "运费", state=decision)  # type: ignore[arg-type]
    with database.session() as session:
        vocabulary.upsert(session, kb.id, [decided])
        synonyms.upsert(session, kb.id, [alias])
        vocabulary.upsert(session, kb.id, [Term("attribute", "运费", state="proposed")])
        synonyms.upsert(session, kb.id, [Synonym("attribute", "邮费", "运费", state="proposed", origin="model")])
        assert vocabulary.listing(session, kb.id) == [decided]
        assert synonyms.listing(session, kb.id) == [alias]


def test_one_alias_leads_to_one_word(database: Database, kb: KnowledgeBase) -> None:
    first = Synonym("attribute", "时间", "退款到账时效")
    other = Synonym("attribute", "时间", "营业时间")
    with database.session() as session:
        synonyms.upsert(session, kb.id, [first])
    for state in ("accepted", "proposed"):
        with pytest.raises(Conflict, match="退款到账时效") as caught, database.session() as session:
            synonyms.upsert(session, kb.id, [Synonym("attribute", "时间", "营业时间", state=state)])  # type: ignore[arg-type]
        assert caught.value.place == "attribute 时间"
    with pytest.raises(Conflict), database.session() as session:
        synonyms.upsert(session, kb.id, [Synonym("unit", "块", "元"), Synonym("unit", "块", "个")])
    with database.session() as session:
        assert synonyms.listing(session, kb.id) == [first]
        scoped = Synonym("attribute", "时间", "营业时间", scope="门店")
        synonyms.upsert(session, kb.id, [scoped, Synonym("subject", "时间", "时间")])
        assert scoped in synonyms.listing(session, kb.id, "attribute")
        assert synonyms.delete(session, kb.id, "attribute", ["时间"]) == 1
        synonyms.upsert(session, kb.id, [other])
        assert other in synonyms.listing(session, kb.id)


def test_an_accepted_alias_overrules_a_proposal(database: Database, kb: KnowledgeBase) -> None:
    accepted = Synonym("attribute", "时间", "营业时间", origin="person")
    with database.session() as session:
        synonyms.upsert(session, kb.id, [Synonym("attribute", "时间", "时效", state="proposed", origin="model")])
        with pytest.raises(Conflict):
            synonyms.upsert(session, kb.id, [Synonym("attribute", "时间", "费用", state="proposed", origin="model")])
        synonyms.upsert(session, kb.id, [accepted])
        assert synonyms.listing(session, kb.id, state="accepted") == [accepted]


def test_empty_and_endless_words_are_refused(database: Database, kb: KnowledgeBase) -> None:
    for word in ("", " ", "长" * 301):
        with pytest.raises(InvalidInput), database.session() as session:
            vocabulary.upsert(session, kb.id, [Term("attribute", word)])
        with pytest.raises(InvalidInput), database.session() as session:
            synonyms.upsert(session, kb.id, [Synonym("attribute", word, "运费")])
    with pytest.raises(Conflict), database.session() as session:
        vocabulary.upsert(session, kb.id, [Term("colour", "红")])  # type: ignore[arg-type]


def test_proposals_wait_and_never_contradict_what_is_known(database: Database, kb: KnowledgeBase) -> None:
    known = [
        Synonym("attribute", "邮费", "运费"),
        Synonym("attribute", "快递费", "运费", state="rejected"),
        Synonym("attribute", "寄费", "运费", state="proposed", origin="model"),
    ]
    found = [
        Synonym("attribute", "邮 费", "配送费", origin="review"),
        Synonym("attribute", "快递费", "运费", origin="review"),
        Synonym("attribute", "寄费", "配送费", origin="review"),
        Synonym("attribute", "运费", "运费", origin="review"),
        Synonym("attribute", "送货费", "运费", origin="review"),
        Synonym("attribute", "送货费", "配送费", origin="review"),
        Synonym("attribute", "邮费", "配送费", "手机", origin="review"),
    ]
    with database.session() as session:
        synonyms.upsert(session, kb.id, known)
        fresh = synonyms.propose(session, kb.id, found)
        stored = synonyms.listing(session, kb.id)
    assert {(item.alias, item.canonical, item.scope) for item in fresh} == {
        ("送货费", "运费", ""), ("邮费", "配送费", "手机")
    }  # fmt: skip
    assert all(item.state == "proposed" and item.origin == "review" for item in fresh)
    assert set(known) <= set(stored)
    assert len(stored) == len(known) + len(fresh)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Synonym("attribute", "甲", "乙"), Synonym("attribute", "乙", "甲")),
        (Synonym("attribute", "甲", "乙"), Synonym("attribute", "乙", "丙", "手机")),
        (Synonym("attribute", "乙", "丙"), Synonym("attribute", "甲", "乙")),
        (Synonym("attribute", "質保", "乙"), Synonym("attribute", "质保", "丙")),
    ],
)
def test_chains_and_second_meanings_are_refused(
    database: Database, kb: KnowledgeBase, first: Synonym, second: Synonym
) -> None:
    with database.session() as session:
        synonyms.upsert(session, kb.id, [first])
    with pytest.raises(Conflict) as caught, database.session() as session:
        synonyms.upsert(session, kb.id, [second])
    assert second.alias in caught.value.message or first.alias in caught.value.message
    with database.session() as session:
        assert synonyms.listing(session, kb.id) == [first]


def test_a_word_of_the_vocabulary_is_no_alias(database: Database, kb: KnowledgeBase) -> None:
    with database.session() as session:
        vocabulary.upsert(session, kb.id, [TIME])
    with pytest.raises(Conflict, match="退款到账时效"), database.session() as session:
        synonyms.upsert(session, kb.id, [Synonym("attribute", "退款到账时效", "到账")])


def test_clearing_keeps_what_waits(database: Database, kb: KnowledgeBase) -> None:
    waiting = Synonym("attribute", "寄费", "运费", state="proposed")
    with database.session() as session:
        vocabulary.upsert(
            session, kb.id, [TIME, Term("subject", "星河宝"), Term("attribute", "押金", state="rejected")]
        )
        synonyms.upsert(session, kb.id, [Synonym("attribute", "邮费", "运费"), waiting])
        vocabulary.clear(session, kb.id, ["attribute"])
        synonyms.clear(session, kb.id, ["attribute"])
        assert [term.name for term in vocabulary.listing(session, kb.id)] == ["押金", "星河宝"]
        assert synonyms.listing(session, kb.id) == [waiting]
        assert synonyms.get(session, kb.id, "attribute", "寄 费") == waiting
