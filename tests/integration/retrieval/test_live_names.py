"""A changed word acts with the next question, in the process that is running; names are made once however many ask."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any

import pytest

from core.errors import NotFound
from core.vocabulary import Synonym, Term
from retrieval import knowledge
from retrieval.knowledge import Knowledge, KnowledgeCache
from service.wiring import Application
from service.words import add_synonym, add_term, remove_synonym, remove_term
from store import knowledge_bases, vocabulary
from synonyms.matcher import Matcher

ASKERS = 6


@pytest.fixture
def change(application: Application) -> Iterator[Any]:
    """Run ``done(session, kb, …)`` on ``shop`` in a transaction of its own, and take all words away at the end."""

    def run(done: Any, *arguments: Any) -> None:
        with application.database.session() as session:
            done(session, knowledge_bases.get(session, "shop"), *arguments)

    yield run
    with application.database.session() as session:
        kb = knowledge_bases.get(session, "shop")
        for term in vocabulary.listing(session, kb.id, state="accepted"):
            remove_term(session, kb, term.kind, term.name)


def mentioned(application: Application, question: str) -> dict[str, float]:
    found = application.retriever.search("shop", question).question.mentions
    return {mention.canonical: mention.score for mention in found if mention.curated}


def known(application: Application, cache: KnowledgeCache, kb_name: str = "shop") -> Knowledge:
    with application.database.session() as session:
        return cache.of(session, knowledge_bases.get(session, kb_name))


def test_a_synonym_acts_at_once_and_is_gone_at_once(application: Application, change: Any) -> None:
    question = "青岚平板的保障时长是多少"
    change(add_term, Term("attribute", "保修期"))
    assert "保修期" not in mentioned(application, question)
    change(add_synonym, Synonym("attribute", "保障时长", "保修期"))
    assert mentioned(application, question) == {"保修期": 1.0}
    change(remove_synonym, "attribute", "保障时长")
    assert "保修期" not in mentioned(application, question)


@pytest.mark.parametrize(
    "question", ["青岚平板的保障石长是多少", "青岚平板的保障时间长是多少", "青嵐平板的保障時長是多少"]
)
def test_a_misspelt_synonym_acts_at_once_too(application: Application, change: Any, question: str) -> None:
    change(add_term, Term("attribute", "保修期"))
    assert "保修期" not in mentioned(application, question)
    change(add_synonym, Synonym("attribute", "保障时长", "保修期"))
    assert "保修期" in mentioned(application, question)


def test_what_is_refused_changes_nothing(application: Application, change: Any) -> None:
    change(add_term, Term("attribute", "保修期"), ["保障时长"])
    before = mentioned(application, "保障时长是多少")
    with pytest.raises(NotFound):
        change(remove_synonym, "attribute", "没有的说法")
    assert mentioned(application, "保障时长是多少") == before == {"保修期": 1.0}


def test_many_who_ask_at_once_wait_for_one_build(application: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[int] = []
    all_there = Barrier(ASKERS)

    class Counted(Matcher):
        def __init__(self, *arguments: Any, **more: Any) -> None:
            built.append(1)
            super().__init__(*arguments, **more)

    monkeypatch.setattr(knowledge, "Matcher", Counted)
    cache = KnowledgeCache(application.settings)

    def ask(_: int) -> Knowledge:
        with application.database.session() as session:
            kb = knowledge_bases.get(session, "shop")
            all_there.wait(timeout=60)
            return cache.of(session, kb)

    with ThreadPoolExecutor(ASKERS) as pool:
        found = list(pool.map(ask, range(ASKERS)))
    assert len(built) == 1
    assert all(item is found[0] for item in found)


def test_a_build_keeps_no_other_knowledge_base_waiting(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    with application.database.session() as session:
        knowledge_bases.get_or_create(session, "quiet")
    begun, may_end = Event(), Event()

    class Slow(Matcher):
        def __init__(self, names: Any, observed: Any = (), **more: Any) -> None:
            if tuple(observed):
                begun.set()
                assert may_end.wait(timeout=120)
            super().__init__(names, observed, **more)

    monkeypatch.setattr(knowledge, "Matcher", Slow)
    cache = KnowledgeCache(application.settings)
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(known, application, cache)
        try:
            assert begun.wait(timeout=120)
            assert known(application, cache, "quiet").matcher.mentions("保修期") == ()
            assert not slow.done()
        finally:
            may_end.set()
        assert slow.result().matcher.mentions("青岚平板") != ()


def test_a_change_that_names_nothing_new_keeps_the_matcher(application: Application, change: Any) -> None:
    cache = KnowledgeCache(application.settings)
    first = known(application, cache)
    with application.database.session() as session:
        knowledge_bases.bump(session, knowledge_bases.get(session, "shop").id)
    second = known(application, cache)
    assert second.revision > first.revision
    assert second.matcher is first.matcher
    change(add_term, Term("attribute", "保修期"), ["保障时长"])
    third = known(application, cache)
    assert third.matcher is not first.matcher
    assert [mention.canonical for mention in third.matcher.mentions("保障时长")] == ["保修期"]


def test_whoever_began_before_a_change_does_not_undo_it(application: Application, change: Any) -> None:
    cache = KnowledgeCache(application.settings)
    with application.database.session() as session:
        before = knowledge_bases.get(session, "shop")
    change(add_term, Term("attribute", "保修期"), ["保障时长"])
    newer = known(application, cache)
    with application.database.session() as session:
        assert cache.of(session, before) is newer
