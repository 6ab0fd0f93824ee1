"""Answers of language models in the database: one per chunk, model and instructions, with what they cost."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.errors import Conflict
from core.knowledge_base import KnowledgeBase
from store import model_replies
from store.documents import Replacement
from store.engine import Database
from store.model_replies import Applied, ModelReply, ModelWork
from tests.integration.store.conftest import Sample, sample

Load = Callable[[Sample], Replacement]
ITEM = sample("甲.md", ["退款三天到账", "运费八元"])
FIRST, SECOND = (chunk.id for chunk in ITEM.chunks)
READ = ModelReply(
    FIRST, "1", "甲型", "sha-1", "read", entries=({"value": "三天"},), prompt_tokens=10, completion_tokens=2
)
FAILED = ModelReply(SECOND, "1", "甲型", "sha-2", "failed", reason="抱歉", prompt_tokens=5, estimated=True)


@pytest.fixture
def stored(database: Database, kb: KnowledgeBase, load: Load) -> Database:
    load(ITEM)
    with database.session() as session:
        model_replies.keep(session, kb.id, [READ, FAILED])
    return database


def unread(database: Database, kb: KnowledgeBase, prompt: str = "1", model: str = "甲型") -> list[str]:
    with database.session() as session:
        return model_replies.unread_ids(session, kb.id, prompt, model, ["prose"])


def unapplied(database: Database, kb: KnowledgeBase, reader: tuple[str, str] | None) -> list[ModelReply]:
    with database.session() as session:
        return model_replies.unapplied(session, kb.id, reader, 10)


def work(database: Database, kb: KnowledgeBase) -> ModelWork:
    with database.session() as session:
        return model_replies.work_of(session, kb.id, [ITEM.document.id])[ITEM.document.id]


def test_unread_is_what_this_reader_has_not_read(stored: Database, kb: KnowledgeBase) -> None:
    assert unread(stored, kb) == [SECOND]
    assert unread(stored, kb, prompt="2") == [FIRST, SECOND]
    assert unread(stored, kb, model="乙型") == [FIRST, SECOND]


def test_an_answer_comes_back_as_it_was(stored: Database, kb: KnowledgeBase) -> None:
    assert unapplied(stored, kb, ("1", "甲型")) == [READ]
    with stored.session() as session:
        assert model_replies.twins(session, kb.id, "1", "甲型", ["sha-1", "sha-2"]) == {"sha-1": READ}
        assert model_replies.twins(session, kb.id, "2", "甲型", ["sha-1"]) == {}


def test_another_try_takes_the_place_of_the_first_but_not_of_its_tokens(stored: Database, kb: KnowledgeBase) -> None:
    again = replace(FAILED, state="read", reason="", prompt_tokens=7, completion_tokens=1, estimated=False)
    with stored.session() as session:
        model_replies.keep(session, kb.id, [again])
    assert unread(stored, kb) == []
    assert work(stored, kb) == ModelWork(2, 0, 0, 0, 0, 22, 3, estimated=True)


def test_what_was_done_for_a_document(stored: Database, kb: KnowledgeBase) -> None:
    with stored.session() as session:
        model_replies.mark_applied(session, kb.id, READ, Applied(1, 2, 3))
    assert work(stored, kb) == ModelWork(1, 1, 1, 2, 3, 15, 2, estimated=True)


def test_one_answer_at_a_time_holds(stored: Database, kb: KnowledgeBase) -> None:
    other = replace(READ, model="乙型")
    with stored.session() as session:
        model_replies.keep(session, kb.id, [other])
        model_replies.mark_applied(session, kb.id, READ, Applied(1, 0, 0))
    assert unapplied(stored, kb, ("1", "甲型")) == []
    assert unapplied(stored, kb, ("1", "乙型")) == [other]
    assert unapplied(stored, kb, None) == []
    with stored.session() as session:
        model_replies.mark_applied(session, kb.id, other, Applied(1, 0, 0))
    assert unapplied(stored, kb, ("1", "甲型")) == [READ]
    with stored.session() as session:
        model_replies.unapply(session, kb.id, [FIRST])
    assert unapplied(stored, kb, None) == [other]


def test_what_is_forgotten_is_unread(stored: Database, kb: KnowledgeBase) -> None:
    with stored.session() as session:
        model_replies.forget(session, kb.id, [READ])
    assert unread(stored, kb) == [FIRST, SECOND]


def test_an_answer_about_a_chunk_that_is_gone(stored: Database, kb: KnowledgeBase) -> None:
    with pytest.raises(Conflict), stored.session() as session:
        model_replies.keep(session, kb.id, [replace(READ, chunk_id="chk_gone")])
