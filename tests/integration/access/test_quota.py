"""A tenant holds no more than its quota, however many load at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import insert

from core.errors import InvalidInput, NotAllowed
from core.settings import Settings
from service.access.limits import effective_limits, set_limits
from service.access.quota import check_upload
from service.loading import LoadReport
from service.sources import SourceFile
from service.wiring import Application, build
from store import documents, knowledge_bases
from store import limits as limit_store
from store.engine import Database
from store.limits import Holding, TenantLimits
from store.tables import UPLOAD

TEXT = "# 借阅\n\n普通读者每次可以借阅图书14天。\n"
SIZE = len(TEXT.encode())


@pytest.fixture
def application(settings: Settings, database: Database) -> Application:
    return build(settings, database)


def limit(database: Database, tenant: str = "local", **wanted: int | None) -> TenantLimits:
    with database.session(tenant) as session:
        return set_limits(session, **wanted)


def load(application: Application, folder: Path, *names: str, kb: str = "books", text: str = TEXT) -> LoadReport:
    files = []
    for name in names:
        path = folder / f"{kb}-{name}"
        path.write_text(text.replace("借阅\n", f"借阅 {name}\n", 1), "utf-8")
        files.append(SourceFile(path, name))
    return application.loader.load_files(kb, files)


def held(database: Database, tenant: str = "local") -> Holding:
    with database.session(tenant) as session:
        return limit_store.holding(session)


def test_the_file_too_many_fails_and_says_why(application: Application, database: Database, tmp_path: Path) -> None:
    limit(database, documents=2)
    report = load(application, tmp_path, "甲.md", "乙.md", "丙.md")
    assert (report.loaded, [failure.source_name for failure in report.failures]) == (("甲.md", "乙.md"), ["丙.md"])
    (failure,) = report.failures
    assert "is 2 documents; it holds 2, and would hold 3" in failure.message
    assert "dianmian limits set" in failure.message
    assert held(database).documents == 2


def test_other_knowledge_bases_count_and_other_tenants_do_not(
    application: Application, database: Database, tmp_path: Path
) -> None:
    limit(database, documents=1)
    assert load(application, tmp_path, "甲.md").loaded
    assert load(application, tmp_path, "甲.md", kb="more").failures
    path = tmp_path / "books-甲.md"
    assert application.loader.load("theirs", [path], tenant="other").loaded
    assert (held(database).documents, held(database, "other").documents) == (1, 1)


def test_what_gets_no_larger_is_welcome(application: Application, database: Database, tmp_path: Path) -> None:
    assert load(application, tmp_path, "甲.md", "乙.md", text=TEXT + "补充说明若干。\n").loaded
    limit(database, documents=1, stored_bytes=1)
    assert load(application, tmp_path, "甲.md").loaded == ("甲.md",)
    with database.session() as session:
        kb = knowledge_bases.get(session, "books")
        (first, _) = documents.listing(session, kb.id)
    application.loader.delete("books", first.id)
    assert load(application, tmp_path, first.source_name).failures


def test_bytes_of_text(application: Application, database: Database, tmp_path: Path) -> None:
    assert load(application, tmp_path, "甲.md").loaded
    before = held(database)
    assert before.stored_bytes == len(application_text(database).encode())
    limit(database, stored_bytes=before.stored_bytes)
    (failure,) = load(application, tmp_path, "乙.md").failures
    assert f"is {before.stored_bytes} bytes" in failure.message
    limit(database, stored_bytes=None)
    assert load(application, tmp_path, "乙.md").loaded


def application_text(database: Database) -> str:
    with database.session() as session:
        kb = knowledge_bases.get(session, "books")
        (only,) = documents.listing(session, kb.id)
        return documents.get(session, kb.id, only.id).markdown


def test_many_loads_at_once_do_not_overshoot(application: Application, database: Database, tmp_path: Path) -> None:
    limit(database, documents=3)
    with ThreadPoolExecutor(8) as pool:
        reports = list(pool.map(lambda n: load(application, tmp_path, "甲.md", kb=f"kb{n}"), range(8)))
    assert held(database).documents == sum(len(report.loaded) for report in reports) == 3
    assert {failure.error for report in reports for failure in report.failures} == {"NotAllowed"}


def test_many_uploads_at_once_are_not_all_let_in(database: Database, settings: Settings) -> None:
    limit(database, documents=3, stored_bytes=1000)
    with database.session() as session:
        kb_id = knowledge_bases.create(session, "books").id

    def send(number: int) -> bool:
        try:
            with database.session() as session:
                check_upload(session, settings, kb_id, {f"{number}.md": 100})
                row = {"kb_id": kb_id, "id": str(number), "source_name": f"{number}.md", "sha256": "", "size": 100}
                session.execute(insert(UPLOAD).values(row))
        except NotAllowed:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(send, range(16)))
    assert sum(taken) == 3
    assert held(database) == Holding(3, 300)


def test_a_waiting_file_is_counted_once(application: Application, database: Database, tmp_path: Path) -> None:
    load(application, tmp_path, "甲.md")
    before = held(database)
    with database.session() as session:
        kb = knowledge_bases.get(session, "books")
        (only,) = documents.listing(session, kb.id)
        rows = [
            {"kb_id": kb.id, "id": "same", "source_name": "甲.md", "sha256": only.sha256, "size": 50},
            {"kb_id": kb.id, "id": "newer", "source_name": "甲.md", "sha256": "", "size": 50},
            {"kb_id": kb.id, "id": "fresh", "source_name": "乙.md", "sha256": "", "size": 7},
        ]
        session.execute(insert(UPLOAD), rows)
    assert held(database) == Holding(2, before.stored_bytes + 57)


def test_a_file_in_place_of_another_adds_no_document(
    database: Database, settings: Settings, application: Application, tmp_path: Path
) -> None:
    load(application, tmp_path, "甲.md")
    limit(database, documents=1)
    with database.session() as session:
        kb = knowledge_bases.get(session, "books")
        check_upload(session, settings, kb.id, {"甲.md": 10})
        with pytest.raises(NotAllowed, match="it holds 1, and would hold 2"):
            check_upload(session, settings, kb.id, {"乙.md": 10})
        check_upload(session, settings.model_copy(update={"quota_documents": 0}), kb.id, {"甲.md": 10})


def test_limits_come_from_the_tenant_else_from_the_settings(database: Database, settings: Settings) -> None:
    keys = settings.model_copy(update={"access": "keys", "quota_documents": 5})
    limit(database, questions_per_minute=7)
    with database.session() as session:
        assert effective_limits(session, settings) == TenantLimits(questions_per_minute=7)
        assert effective_limits(session, keys) == TenantLimits(5, None, 7, 600)
    with database.session("other") as session:
        assert effective_limits(session, settings) == TenantLimits()
        assert effective_limits(session, keys) == TenantLimits(5, None, 120, 600)
    assert limit(database, documents=0) == TenantLimits(documents=0, questions_per_minute=7)
    assert limit(database, questions_per_minute=None) == TenantLimits(documents=0)


@pytest.mark.parametrize("wanted", [{}, {"documents": -1}, {"requests_per_minute": 2**31}, {"stored_bytes": 2**63}])
def test_limits_that_cannot_be(database: Database, wanted: dict[str, int]) -> None:
    with pytest.raises(InvalidInput):
        limit(database, **wanted)
