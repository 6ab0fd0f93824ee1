"""Odd arguments for the command line: a message and an exit code, never a traceback."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from evals.fuzz.odd_values import OddValues

_COMMANDS = (
    ("ask",),
    ("search",),
    ("load",),
    ("facts",),
    ("parse",),
    ("documents",),
    ("normalise",),
    ("kb", "create"),
    ("kb", "delete", "--yes"),
    ("jobs", "show"),
    ("diff", "a.md"),
    ("lint",),
)
_PATIENCE = 180
# 70 is an internal error, 1 an exception nobody caught; a negative one a signal.
_WRONG = (70, 1)


def odd_commands(cases: int, seed: int) -> Iterator[list[str]]:
    """Yield ``cases`` commands with odd arguments; an operating system takes no NUL in one."""
    random = Random(seed)  # noqa: S311
    odd = OddValues(random)
    for _ in range(cases):
        words = [odd.word().replace("\x00", "")[:5000] for _ in range(random.randrange(1, 3))]
        options = random.choice(([], ["--json"], ["--kb", odd.word().replace("\x00", "")[:500]], ["--limit", "-1"]))
        yield [*random.choice(_COMMANDS), *words, *options]


def run(home: Path, arguments: list[str]) -> str:
    """Run one command over the data in ``home``; return what is wrong with how it ended, empty for nothing."""
    environment = {**os.environ, "DIANMIAN_HOME": str(home), "DIANMIAN_LOG_LEVEL": "error"}
    command = [sys.executable.encode(), b"-W", b"ignore", b"-m", b"service.cli"]
    ended = subprocess.run(  # noqa: S603
        [*command, *(word.encode("utf-8", "surrogatepass") for word in arguments)],
        env=environment,
        capture_output=True,
        timeout=_PATIENCE,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if ended.returncode < 0 or ended.returncode in _WRONG or b"Traceback" in ended.stderr:
        return f"code {ended.returncode}: {ended.stderr[-300:]!r}"
    return ""
