"""``make fuzz``: 10,000 bad requests, the same ones each time, and some odd commands.

The service runs over a database of its own. Prints counts by kind, writes ``build/fuzz.json``, and returns 1 when an
answer was wrong, the service no longer worked, a line of its log told what it must not, or something was written
where nothing should be.
"""

import argparse
import contextlib
import io
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.table import Table

from core.settings import load_settings
from evals.fuzz import command_line
from evals.fuzz.drawing import CANARY
from evals.fuzz.running import Outcome, examples, fuzz
from evals.report import write_json
from evals.run import BUILD
from service.http.server import Background, listen
from service.logs import configure
from service.wiring import open_application

_SEED = 20


def main(arguments: list[str] | None = None) -> int:
    """Fuzz; returns 1 when anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--commands", type=int, default=40, help="odd commands; each is a process")
    parser.add_argument("--seed", type=int, default=_SEED)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="dianmian-fuzz-", ignore_cleanup_errors=True) as folder:
        home, here = Path(folder) / "home", Path(folder) / "here"
        for place in (home.parent, home, here):
            place.mkdir(exist_ok=True)
            place.chmod(0o755)
        with contextlib.chdir(here):
            outcome, log = fuzzed(home, chosen.cases, chosen.seed)
            strays = [path.name for path in here.iterdir()]
        commands = {
            tuple(words): command_line.run(home, words)
            for words in command_line.odd_commands(chosen.commands, chosen.seed)
        }
    wrong = {words: told for words, told in commands.items() if told}
    for line in (*examples(outcome), *outcome.not_working, *(f"{words}: {told}" for words, told in wrong.items())):
        print(line, file=sys.stderr)
    for stray in strays:
        print(f"written where nothing should be: {stray}", file=sys.stderr)
    told = {"log_leaks": log.count(CANARY), "strays": len(strays), "wrong_commands": len(wrong)}
    figures = figures_of(outcome, told) | {"commands": len(commands)}
    _print(outcome, figures)
    write_json(BUILD / "fuzz.json", figures)
    return 0 if figures["failures"] == 0 else 1


def fuzzed(home: Path, cases: int, seed: int) -> tuple[Outcome, str]:
    """Serve from ``home`` and fuzz; return what came of it, and what was logged meanwhile."""
    settings = load_settings(home=home, DATABASE_URL="", admin_database_url="", access="open", _env_file=None)
    log = io.StringIO()
    with open_application(settings) as application, contextlib.redirect_stderr(log):
        configure("info", "json")
        with Background(application, listen("127.0.0.1", 0)) as server:
            outcome = fuzz(server.url, cases, seed)
    return outcome, log.getvalue()


def figures_of(outcome: Outcome, beside: Mapping[str, int]) -> dict[str, float]:
    """Return flat numbers: cases and faults by kind, and ``failures``, all that went wrong, ``beside`` too."""
    kinds = Counter(kind for kind, _ in outcome.statuses.elements())
    faults = Counter(case.kind for _, case in outcome.faults)
    classes = Counter(status // 100 if status > 0 else status for _, status in outcome.statuses.elements())
    return {
        "cases": outcome.cases,
        "failures": len(outcome.faults) + len(outcome.not_working) + sum(beside.values()),
        "wrong_answers": len(outcome.faults),
        "not_working": len(outcome.not_working),
        **beside,
        "seconds": outcome.seconds,
        "slowest_seconds": outcome.slowest,
        **{f"status.{name}xx": classes[name] for name in (2, 3, 4, 5)},
        "status.closed": classes[0],
        **{f"kind.{kind.replace(' ', '_')}.cases": count for kind, count in sorted(kinds.items())},
        **{f"kind.{kind.replace(' ', '_')}.faults": faults[kind] for kind in sorted(kinds)},
    }


def _print(outcome: Outcome, figures: Mapping[str, float]) -> None:
    table = Table(title=f"fuzz: {figures['cases']:.0f} requests in {figures['seconds']:.0f} s")
    for column in ("kind", "cases", "2xx", "3xx", "4xx", "5xx", "closed", "faults"):
        table.add_column(column, justify="left" if column == "kind" else "right")
    for kind in sorted({kind for kind, _ in outcome.statuses}):
        own = {status: count for (of, status), count in outcome.statuses.items() if of == kind}
        classes = [sum(count for status, count in own.items() if status // 100 == wanted) for wanted in (2, 3, 4, 5)]
        closed, wrong = own.get(0, 0), sum(case.kind == kind for _, case in outcome.faults)
        table.add_row(kind, *(str(number) for number in (sum(own.values()), *classes, closed, wrong)))
    console = Console(width=120)
    console.print(table)
    told = ("failures", "wrong_answers", "not_working", "log_leaks", "strays", "commands", "wrong_commands")
    console.print(
        " · ".join(f"{name} {figures[name]:.0f}" for name in told) + f" · slowest {figures['slowest_seconds']:.1f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
