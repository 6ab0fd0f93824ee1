"""Other parsers on the same cases: each in its own environment, asked only for what it says it does.

``evals/peers.lock`` pins them; ``make eval-quantities`` installs them into ``.venv-peers``, never into the project's
environment. What they say is turned into our values and held against the same labels, in their favour where in doubt.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.quantities_cases import Case
from evals.quantities_peer_values import meets

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv-peers"
RUNNER = Path(__file__).with_name("quantities_peer_runner.py")
_PATIENCE = 300
_WETEXT_NUMBERS = ("number", "cardinal", "fraction", "math")

# Which of its tasks a parser is asked for, by category of the case.
_TASKS: dict[str, dict[str, tuple[str, ...]]] = {
    "recognizers-text": {
        "recognizers.number": ("number",), "recognizers.percent": ("percent",), "recognizers.money": ("money",),
        "recognizers.dimension": ("dimension",), "recognizers.duration": ("time",), "recognizers.age": ("age",),
        "recognizers.temperature": ("temperature",), "recognizers.ordinal": ("ordinal",), "cn2an.number": ("number",),
        **{f"wetext_itn.{kind}": ("number",) for kind in _WETEXT_NUMBERS},
        "wetext_itn.money": ("money",), "wetext_itn.date": ("time",), "wetext_itn.time": ("time",),
        "wetext_itn.measure": ("dimension", "temperature", "age", "percent", "money", "time", "number"),
    },
    "jionlp": {
        "recognizers.money": ("money",), "recognizers.duration": ("time",), "wetext_itn.money": ("money",),
        "wetext_itn.date": ("time",), "wetext_itn.time": ("time",),
    },
    "cn2an": {
        "recognizers.number": ("number",), "recognizers.percent": ("number",), "cn2an.number": ("number",),
        **{f"wetext_itn.{kind}": ("number",) for kind in _WETEXT_NUMBERS},
    },
    "quantulum3": {
        f"recognizers.{kind}": ("any",) for kind in ("number", "percent", "dimension", "temperature", "age")
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PeerResult:
    """How a parser did: right or wrong for each case that it was asked, or why it did not run."""

    peer: str
    rights: tuple[tuple[Case, bool], ...] = ()
    failure: str = ""


def tasks_of(peer: str, case: Case) -> tuple[str, ...]:
    """Return what ``peer`` is asked for ``case``; empty when it does not claim to read such."""
    if peer == "quantulum3" and not case.text.isascii():
        return ()
    if peer == "cn2an" and case.type == "percent" and "百分之" not in case.text:
        return ()
    if peer == "recognizers-text" and "python" in case.unsupported:
        return ()
    return _TASKS[peer].get(case.category, ())


def measure(cases: Iterable[Case], environment: Path = ENVIRONMENT) -> list[PeerResult]:
    """Run every parser on the cases that are for it; a parser that does not run carries the reason.

    Args:
        cases: All cases.
        environment: The virtual environment that ``evals/peers.lock`` is installed in.
    """
    kept = list(cases)
    python = environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        reason = f"{environment.name} is not there; make eval-quantities installs evals/peers.lock into it"
        return [PeerResult(peer, failure=reason) for peer in _TASKS]
    return [_measured(peer, [case for case in kept if tasks_of(peer, case)], python) for peer in _TASKS]


def _measured(peer: str, cases: Sequence[Case], python: Path) -> PeerResult:
    asked = [(case, task) for case in cases for task in tasks_of(peer, case)]
    lines = "".join(json.dumps({"task": task, "text": case.text}) + "\n" for case, task in asked)
    try:
        done = subprocess.run(  # noqa: S603 (our own file, in the environment that make built)
            [str(python), "-I", str(RUNNER), peer], input=lines, capture_output=True, text=True, encoding="utf-8",
            timeout=_PATIENCE, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return PeerResult(peer, failure=str(error))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode or len(answers) != len(asked):
        return PeerResult(peer, failure=(done.stderr.strip().splitlines() or ["it said nothing"])[-1])
    rights: dict[Case, bool] = dict.fromkeys(cases, False)
    for (case, _), readings in zip(asked, answers, strict=True):
        rights[case] = rights[case] or meets(case, readings)
    return PeerResult(peer, tuple(rights.items()))
