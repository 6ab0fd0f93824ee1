"""Rates are counted in the database, in one place for all processes and machines."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import text

from core.errors import RateLimited
from core.settings import Settings
from service.access.identity import Identity
from service.access.rates import check_counts, count_question, count_request
from store import rates
from store.engine import Database
from store.limits import TenantLimits
from store.tables import RATE

ROOT = Path(__file__).parents[3]


def take(database: Database, limit: int, holder: str = "k1", tenant: str = "local") -> rates.Rate:
    with database.session(tenant) as session:
        return rates.take(session, holder, "requests", limit)


def back(database: Database, seconds: float) -> None:
    """Let ``seconds`` go by: what was done lies so much further in the past."""
    with database.session() as session:
        session.execute(text("UPDATE rate SET free_at = free_at - make_interval(secs => :s)"), {"s": seconds})


def test_as_many_as_allowed_and_no_more(database: Database) -> None:
    found = [take(database, 5) for _ in range(7)]
    assert [rate.wait > 0 for rate in found] == [False] * 5 + [True] * 2
    assert [rate.remaining for rate in found[:5]] == [4, 3, 2, 1, 0]
    # A fifth of a minute for each, counted from the first; refused ones do not prolong the wait.
    assert 1 <= found[-1].wait <= 12
    assert found[4].reset <= 60


def test_what_grows_back(database: Database) -> None:
    for _ in range(6):
        take(database, 6)
    assert take(database, 6).wait
    back(database, 21)
    assert [take(database, 6).wait > 0 for _ in range(3)] == [False, False, True]
    back(database, 3600)
    assert [take(database, 6).wait > 0 for _ in range(7)] == [False] * 6 + [True]


def test_holders_and_tenants_are_counted_apart(database: Database) -> None:
    assert not take(database, 1).wait
    assert take(database, 1).wait
    assert not take(database, 1, "k2").wait
    assert not take(database, 1, "k1", "other").wait


def test_none_at_all(database: Database) -> None:
    assert take(database, 0).wait == 60


def test_threads_share_one_count(database: Database) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: take(database, 20), range(60)))
    # Some may grow back while they run: three a second.
    allowed = sum(not rate.wait for rate in found)
    with database.session() as session:
        (row,) = session.execute(RATE.select()).all()
    assert 20 <= allowed < 60
    assert row.holder == "k1"


def test_processes_share_one_count(database: Database, settings: Settings) -> None:
    script = (
        "import sys\nfrom core.settings import load_settings\nfrom store.engine import open_database\nfrom store import rates\n"
        "database = open_database(load_settings(DATABASE_URL=sys.argv[1], _env_file=None))\nallowed = 0\n"
        "for _ in range(4):\n    with database.session() as session:\n"
        "        allowed += not rates.take(session, 'k1', 'requests', 3).wait\nprint(allowed)\ndatabase.close()\n"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", script, settings.database_url], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    allowed = sum(int(each.communicate(timeout=60)[0]) for each in started)
    assert 3 <= allowed < 8
    assert take(database, 3).remaining == 0


def test_what_is_not_limited_is_not_counted(database: Database, settings: Settings) -> None:
    with database.session() as session:
        assert count_request(session, Identity("local"), TenantLimits(), question=True) == ()
    assert check_counts(()) is None
    assert count_question(database, settings) is None
    with database.session() as session:
        assert session.execute(RATE.select()).all() == []


def test_a_refused_request_is_no_question(database: Database) -> None:
    limits = TenantLimits(questions_per_minute=10, requests_per_minute=1)
    for expected in ([("requests", 0), ("questions", 9)], [("requests", 0)]):
        with database.session() as session:
            counts = count_request(session, Identity("local", "k1"), limits, question=True)
        assert [(each.what, each.rate.remaining) for each in counts] == expected
    with pytest.raises(RateLimited, match="1 requests a minute") as caught:
        check_counts(counts)
    assert int(caught.value.headers["Retry-After"]) >= 1


def test_questions_are_the_tenants_and_requests_the_keys(database: Database) -> None:
    limits = TenantLimits(questions_per_minute=2, requests_per_minute=2)
    with database.session() as session:
        for key in ("k1", "k2", "k3"):
            counts = count_request(session, Identity("local", key), limits, question=True)
    assert [bool(each.rate.wait) for each in counts] == [False, True]
