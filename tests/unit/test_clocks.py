"""Machines do not agree on the time: what several of them compare is stamped and aged by the database's clock alone."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("core", "store", "synonyms", "ingestion", "extraction", "retrieval", "service")
READERS = {"now", "utcnow", "today", "time", "time_ns"}
OWNERS = {"datetime", "date", "time"}
# Each is about this machine's calendar or is only shown; a minute more or less decides nothing between machines.
ALLOWED = {
    ("core/embedding/upstream.py", "now"): "how long a service asks to be left alone",
    ("service/chat/completion.py", "time"): "shown in a chat completion, as its protocol wants",
    ("store/sources.py", "now"): "which day it is: documents come into force by the day",
    ("service/review/settling.py", "now"): "shown beside a decision",
    ("service/review/resolving.py", "now"): "shown beside a decision",
    (
        "service/access/keys.py",
        "now",
    ): "refuses a new key that is already expired; whether one is valid, the database says",
    ("service/cli/keys.py", "now"): "days from today, as whoever types it means them",
    ("service/operations/tracing.py", "time_ns"): "spans carry their machine's time by definition",
}


def clock_reads(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        owner = node.func.value
        name = owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")
        if name in OWNERS and node.func.attr in READERS:
            yield node.func.attr


def test_nobody_reads_the_machines_clock_to_compare() -> None:
    found = {
        (file.relative_to(ROOT).as_posix(), read)
        for room in ROOMS
        for file in (ROOT / room).rglob("*.py")
        for read in clock_reads(file)
    }
    assert found <= set(ALLOWED), "age and order are the database's business: use clock_timestamp() in the query"
    assert len(found) >= 4, "the search finds clocks at all"
