"""A machine whose clock is years off keeps, finds and deletes questions like all others."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from core.settings import Settings
from service.asked.asking import ask
from service.asked.reading import asked_page
from service.asked.retention import purge_all
from service.wiring import build
from store import knowledge_bases
from store.asked import AskedFilter
from store.engine import Database
from tests.api.conftest import RETURNS

YEARS = 3 * 365 * 86_400.0


@pytest.mark.parametrize("skew", [YEARS, -YEARS])
def test_ages_are_the_databases(
    settings: Settings,
    database: Database,
    tmp_path_factory: pytest.TempPathFactory,
    skew: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path_factory.mktemp("docs") / "退货规则.md"
    file.write_text(RETURNS)
    application = build(settings, database)
    assert not application.loader.load("books", [file]).failures
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + skew)
    answer = ask(application, "http", "books", "金叶会员的退货期限是多久？")
    assert application.question_log.flush()
    with database.session() as session:
        kb = knowledge_bases.get(session, "books")
        (kept,) = asked_page(session, kb, AskedFilter()).asked
        moment = session.scalar(text("SELECT clock_timestamp()"))
    assert isinstance(moment, datetime)
    assert (kept.id, abs(moment - kept.at.astimezone(UTC)) < timedelta(minutes=5)) == (answer.id, True)
    assert purge_all(database, settings) == 0, "what was asked just now is not old, whatever this machine thinks"
