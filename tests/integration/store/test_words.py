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
