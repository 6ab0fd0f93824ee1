"""Six hundred bad requests to a live service, and odd commands; ``make fuzz`` sends ten thousand."""

import io
from pathlib import Path
from random import Random

import pytest

from core.settings import Settings
from evals.fuzz import command_line
from evals.fuzz.cases import Cases
from evals.fuzz.drawing import CANARY, Case
from evals.fuzz.judging import fault
from evals.fuzz.operations import operations
from evals.fuzz.running import examples, fuzz
from evals.fuzz.wire import CLOSED, HUNG, Reply
from service.logs import configure
from service.wiring import Application
from tests.api.conftest import Client
from tests.api.live import live

PROBLEM = b'{"type":"invalid-input","title":"x","status":400,"detail":"x"}'


def test_bad_requests_are_told_so_and_nothing_breaks(
    application: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = io.StringIO()
    monkeypatch.setattr("sys.stderr", log)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    configure("info", "json")
    with live(application) as address:
        outcome = fuzz(address, 600, seed=7)
    assert outcome.cases == 600
    assert not outcome.faults, "\n".join(examples(outcome))
    assert not outcome.not_working
    assert CANARY not in log.getvalue()
    assert '"event": "request"' in log.getvalue()
    assert list(here.iterdir()) == [], "written where nothing should be"


def test_the_same_seed_sends_the_same(client: Client) -> None:
    described = operations(client.get("/openapi.json").json())
    first, second = (Cases(described, {}, Random(5)) for _ in range(2))
    drawn = [first.draw() for _ in range(300)]
    assert drawn == [second.draw() for _ in range(300)]
    assert len({case.kind for case in drawn}) > 14


@pytest.mark.parametrize(
    ("case", "reply", "wrong"),
    [
        (Case("x", b""), Reply(500, "application/problem+json", b"{}"), True),
        (Case("x", b""), Reply(503, "application/problem+json", PROBLEM.replace(b"400", b"503")), False),
        (Case("x", b""), HUNG, True),
        (Case("x", b""), CLOSED, True),
        (Case("x", b"", plain=True), CLOSED, False),
        (Case("x", b""), Reply(400, "text/html", b"<html>"), True),
        (Case("x", b""), Reply(400, "application/problem+json", PROBLEM), False),
        (Case("x", b""), Reply(404, "application/problem+json", PROBLEM), True),
        (Case("x", b"", chat=True), Reply(400, "application/problem+json", PROBLEM), True),
        (Case("x", b""), Reply(200, "text/html", b"<html>"), False),
    ],
)
def test_what_counts_as_a_fault(case: Case, reply: Reply, wrong: bool) -> None:
    assert bool(fault(case, reply)) == wrong


def test_odd_commands_end_with_a_message(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", settings.database_url)
    monkeypatch.setenv("DIANMIAN_ADMIN_DATABASE_URL", settings.admin_database_url)
    for words in command_line.odd_commands(5, seed=11):
        assert command_line.run(tmp_path, words) == "", words
