# ruff: noqa: ARG005 - every change is called in one way, whatever it needs
"""Every change leaves one line in the trail, in the transaction that makes it, by whoever made it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from core.errors import InvalidInput
from core.settings import Settings
from core.vocabulary import Synonym, Term
from evals.layers.keeping import delete_run
from service import knowledge_bases as bases
from service.access.identity import Identity, acting_as, actor, answering, identity, request_id
from service.access.keys import create_key, revoke_key
from service.access.limits import set_limits
from service.access.listing import audit_page
from service.review.correction import Correction, correct
from service.review.decisions import approve, merge, reject
from service.review.facts import Reviewer
from service.review.resolving import resolve
from service.review.rules import set_rules
from service.wiring import Application, build
from service.word_files import import_bytes
from service.words import (
    add_synonym,
    add_term,
    decide_synonym,
    decide_terms,
    propose_synonyms,
    propose_terms,
    remove_synonym,
    remove_term,
    set_mode,
)
from store import audit, conflicts, eval_runs, facts, knowledge_bases
from store.audit import AuditEvent, AuditFilter
from store.engine import Database
from store.eval_runs import EvalRun
from store.session import Session
from tests.integration.store.conftest import days, fact, sample

ITEM = sample("规则.md", ["普通会员退款三天到账", "普通会员退款五天到账", "普通会员退款三天内到账"])
ANY = AuditFilter()
HE = Reviewer("何静", "依据第二条")


@pytest.fixture
def application(settings: Settings, database: Database) -> Application:
    return build(settings, database)


@pytest.fixture
def filled(database: Database, settings: Settings) -> Database:
    """A knowledge base with three facts, two of them in conflict, and some words."""
    with database.session() as session:
        kb = knowledge_bases.create(session, "客服")
        ITEM.store(session, kb.id)
        found = [fact(chunk, quantity=days(n, n)) for chunk, n in zip(ITEM.chunks, "353", strict=True)]
        facts.replace(session, kb.id, [chunk.id for chunk in ITEM.chunks], found)
        conflicts.put(session, kb.id, [conflicts.conflict_of(found[0].id, found[1].id)])
        add_term(session, kb, Term("attribute", "时效"), ["多久"])
        propose_terms(session, kb, [Term("attribute", "费用")])
        propose_synonyms(session, kb, [Synonym("attribute", "几天", "时效", origin="document")])
        eval_runs.save(session, kb.id, EvalRun("", "夜测", "规则.yaml", datetime.now(UTC), {}, {}))
    return database


def trail(database: Database, tenant: str = "local") -> list[AuditEvent]:
    with database.session(tenant) as session:
        return audit.listing(session, ANY, None, 1000)


def ids(number: int = 0) -> str:
    return fact(ITEM.chunks[number], quantity=days("353"[number], "353"[number])).id


def _conflict() -> str:
    return conflicts.conflict_of(ids(0), ids(1)).id


Change = Callable[[Session, Any, Settings], object]
WORDS = "attributes:\n  - 到账时效\n".encode()
CHANGES: dict[str, tuple[str, str, Change]] = {
    "create key": ("create", "key", lambda s, kb, c: create_key(s, "机器人", ["read"])),
    "limits": ("set", "limits", lambda s, kb, c: set_limits(s, documents=9)),
    "create kb": ("create", "knowledge base", lambda s, kb, c: bases.create(s, "门店")),
    "make kb": ("create", "knowledge base", lambda s, kb, c: bases.get_or_create(s, "门店")),
    "delete kb": ("delete", "knowledge base", lambda s, kb, c: bases.delete(s, kb)),
    "kb settings": ("set", "knowledge base", lambda s, kb, c: bases.change_settings(s, kb, {"parser": "local"})),
    "kb mode": ("set", "knowledge base", lambda s, kb, c: set_mode(s, kb, "controlled")),
    "conflict rules": ("set", "knowledge base", lambda s, kb, c: set_rules(s, kb, ["newer_version"])),
    "add term": ("add", "term", lambda s, kb, c: add_term(s, kb, Term("attribute", "期限"))),
    "remove term": ("remove", "term", lambda s, kb, c: remove_term(s, kb, "attribute", "时效")),
    "accept term": ("accept", "term", lambda s, kb, c: decide_terms(s, kb, "attribute", ["费用"], "accepted", alone=True)),
    "propose terms": ("propose", "words", lambda s, kb, c: propose_terms(s, kb, [Term("attribute", "范围")])),
    "add alias": ("add", "synonym", lambda s, kb, c: add_synonym(s, kb, Synonym("attribute", "多长时间", "时效"))),
    "remove alias": ("remove", "synonym", lambda s, kb, c: remove_synonym(s, kb, "attribute", "多久")),
    "reject alias": ("reject", "synonym", lambda s, kb, c: decide_synonym(s, kb, "attribute", "几天", "", "rejected")),
    "propose alias": ("propose", "words", lambda s, kb, c: propose_synonyms(s, kb, [Synonym("attribute", "啥时候", "时效", origin="model")])),
    "import": ("import", "words", lambda s, kb, c: import_bytes(s, kb, WORDS, "词表.yaml", synonyms_alone=False, replacing=False)),
    "approve": ("approve", "fact", lambda s, kb, c: approve(s, kb, c, ids(), HE)),
    "reject": ("reject", "fact", lambda s, kb, c: reject(s, kb, c, ids(), HE)),
    "merge": ("merge", "fact", lambda s, kb, c: merge(s, kb, c, ids(0), [ids(2)], HE)),
    "correct": ("correct", "fact", lambda s, kb, c: correct(s, kb, c, ids(), Correction(value="三天"), HE)),
    "resolve": ("resolve", "conflict", lambda s, kb, c: resolve(s, kb, _conflict(), ids(0), HE)),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_leaves_one_line(filled: Database, settings: Settings, name: str) -> None:
    action, kind, change = CHANGES[name]
    before = len(trail(filled))
    with acting_as(Identity("local", "k1")), answering("auftrag-7"), filled.session() as session:
        change(session, knowledge_bases.get(session, "客服"), settings)
    newest, *rest = trail(filled)
    assert len(rest) == before
    assert (newest.action, newest.kind, newest.actor, newest.request_id) == (action, kind, "k1", "auftrag-7")
    assert newest.target
    # The words of documents and the reasons of people are not for the trail.
    assert not any(text in str(newest) for text in (*(chunk.text for chunk in ITEM.chunks), HE.note))


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_that_fails_leaves_none(filled: Database, settings: Settings, name: str) -> None:
    before = trail(filled)
    with pytest.raises(ZeroDivisionError), filled.session() as session:
        CHANGES[name][2](session, knowledge_bases.get(session, "客服"), settings)
        raise ZeroDivisionError
    assert trail(filled) == before


def test_what_changes_nothing_leaves_nothing(filled: Database) -> None:
    with filled.session() as session:
        key = create_key(session, "机器人", ["read"]).key
        revoke_key(session, key.id)
    before = len(trail(filled))
    with filled.session() as session:
        kb = bases.get_or_create(session, "客服")
        revoke_key(session, key.id)
        propose_terms(session, kb, [])
    assert [len(trail(filled)), trail(filled)[0].action] == [before, "revoke"]


def test_documents(application: Application, database: Database, tmp_path: Path) -> None:
    file = tmp_path / "借阅规则.md"
    for rule in ("普通读者每次可以借阅图书14天。", "普通读者每次可以借阅图书14天。", "普通读者每次可以借阅图书21天。"):
        file.write_text(f"# 借阅规则\n\n{rule}\n", "utf-8")
        application.loader.load("books", [file])
    with database.session() as session:
        kb = knowledge_bases.get(session, "books")
        document = application_document(session, kb.id)
    application.loader.delete("books", document)
    events = [event for event in reversed(trail(database)) if event.kind in ("document", "knowledge base")]
    assert [(event.action, event.kind) for event in events] == [
        ("create", "knowledge base"), ("load", "document"), ("replace", "document"), ("delete", "document"),
    ]  # fmt: skip
    assert {event.target for event in events[1:]} == {document}
    assert not any("14天" in str(event) for event in events)
    assert {event.actor for event in events} == {"local"}


def application_document(session: Session, kb_id: int) -> str:
    from store import documents

    (only,) = documents.listing(session, kb_id)
    return only.id


def test_a_run_that_is_deleted(filled: Database) -> None:
    delete_run(filled, "夜测")
    assert (trail(filled)[0].kind, trail(filled)[0].target) == ("eval run", "夜测")


def test_tenants_have_trails_of_their_own(filled: Database) -> None:
    with filled.session("other") as session:
        bases.create(session, "客服")
    assert [event.target for event in trail(filled, "other")] == ["客服"]
    assert "客服" not in [event.target for event in trail(filled) if event.action == "create"]


@pytest.mark.parametrize("statement", ["DELETE FROM audit_event", "UPDATE audit_event SET actor = 'x'"])
def test_what_is_written_stays(filled: Database, statement: str) -> None:
    before = trail(filled)
    assert before
    with filled.session() as session:
        session.execute(text(statement))
    assert trail(filled) == before


def test_pages_and_filters(filled: Database) -> None:
    with acting_as(Identity("local", "k2")), filled.session() as session:
        for number in range(5):
            bases.create(session, f"门店{number}")
    with filled.session() as session:
        wanted = AuditFilter(actor="k2", kind="knowledge base")
        first = audit_page(session, wanted, None, 3)
        second = audit_page(session, wanted, first.next, 3)
        assert [event.target for event in (*first.events, *second.events)] == [f"门店{n}" for n in (4, 3, 2, 1, 0)]
        assert (first.total, second.next) == (5, None)
        now = datetime.now(UTC)
        for filtered, total in (
            (AuditFilter(target="门店3"), 1),
            (AuditFilter(action="delete"), 0),
            (AuditFilter("k2", since=now - timedelta(hours=1)), 5),
            (AuditFilter("k2", since=now + timedelta(hours=1)), 0),
            (AuditFilter("k2", until=now - timedelta(hours=1)), 0),
            (AuditFilter(request_id="none"), 0),
        ):
            assert audit_page(session, filtered).total == total
        for after, filtered in (
            ("x", ANY),
            ("-1", ANY),
            ("9" * 30, ANY),
            (None, AuditFilter(since=datetime(2030, 1, 1))),
        ):
            with pytest.raises(InvalidInput):
                audit_page(session, filtered, after)


def test_who_acts_is_known_inside_alone() -> None:
    assert (identity(), actor(), request_id()) == (None, "local", "")
    with acting_as(Identity("other", "k1", frozenset({"read"}))), answering("r1"):
        assert (actor(), request_id()) == ("k1", "r1")
        with acting_as(Identity("other")):
            assert actor() == "local"
    assert (identity(), request_id()) == (None, "")
