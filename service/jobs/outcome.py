"""What a load that has ended means for its job: done, to be tried again, or failed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.errors import ConfigurationError, InvalidInput, NotFound
from core.job import STAGES, JobError, Stage
from core.wire import to_builtins
from service.loading import LoadReport
from service.loading.report import reason

# A service that was down may be back; a file that cannot be read stays so.
_PASSING = frozenset({"UpstreamFailed", "RateLimited", "Conflict", "NotReady", "OSError", "MemoryError"})
_LONGEST_WAIT = 3600.0
_ADDED = ("chunks_added", "chunks_kept", "chunks_removed", "embedded", "extracted", "facts")
_LISTED = ("loaded", "unchanged", "duplicates")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that went wrong in a stage; ``passing`` when trying again may help.

    ``unstored`` when it kept a file from being stored: a new version that cannot be embedded is not.
    """

    stage: str
    error: str
    message: str
    passing: bool
    unstored: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of a job: its stages now, and an error, or the seconds after which it is tried again, or neither."""

    stages: dict[str, Stage]
    error: JobError | None = None
    wait: float | None = None


def problems_of(report: LoadReport) -> list[Problem]:
    """Return what went wrong in a load, in the order of the stages."""
    found = [Problem(f.stage, f.error, f.message, f.error in _PASSING, unstored=True) for f in report.failures]
    found += [Problem(stage, "UpstreamFailed", words, True) for stage, words in report.incomplete.items()]
    return sorted(found, key=lambda problem: STAGES.index(problem.stage))


def problem_of(stage: str, error: Exception) -> Problem:
    """Return the problem of a load that ended with ``error``."""
    passing = not isinstance(error, InvalidInput | ConfigurationError | NotFound)
    return Problem(stage, type(error).__name__, reason(error), passing)


def outcome_of(stages: Mapping[str, Stage], problems: list[Problem], now: str, tries: int, base: float) -> Outcome:
    """Return what becomes of a job.

    Args:
        stages: How far it came.
        problems: What went wrong, first things first; none, and the job is done.
        now: The time, by the database's clock.
        tries: How often one stage is tried.
        base: Seconds to wait before the second try; doubled each time.
    """
    after = {name: _over(stages.get(name, Stage()), now) for name in STAGES}
    if any(problem.unstored for problem in problems):
        after["store"] = replace(after["store"], state="waiting", ended_at=None)
    if not problems:
        return Outcome(after)
    again = next((problem for problem in problems if problem.passing), None)
    if again is not None:
        failed = stages.get(again.stage, Stage()).attempts + 1
        wait = min(base * 2 ** (failed - 1), _LONGEST_WAIT)
        if failed < tries:
            return Outcome(after | _failed(stages, problems, now) | _failed(stages, [again], now, wait), wait=wait)
    first = problems[0]
    return Outcome(after | _failed(stages, problems, now), JobError(first.stage, first.error, _words(problems)))


def unfinished(stages: Mapping[str, Stage]) -> dict[str, Stage]:
    """Return the stages of a job that was stopped: what was running is to be done again."""
    return {
        name: replace(stage, state="waiting") if stage.state == "running" else stage for name, stage in stages.items()
    }


def merged(before: Mapping[str, Any], report: LoadReport) -> dict[str, Any]:
    """Return ``report`` as it is kept, what earlier tries did added to it."""
    now: dict[str, Any] = to_builtins(report)
    for name in _ADDED:
        now[name] += before.get(name, 0)
    loaded = list(dict.fromkeys([*before.get("loaded", ()), *now["loaded"]]))
    for name in _LISTED:
        listed = dict.fromkeys([*before.get(name, ()), *now[name]])
        now[name] = loaded if name == "loaded" else [item for item in listed if item not in loaded]
    return now


def _over(stage: Stage, now: str) -> Stage:
    started = stage.started_at or now
    ended = stage.ended_at or now
    return replace(stage, state="done", done=stage.total, error="", wait=0.0, started_at=started, ended_at=ended)


def _failed(stages: Mapping[str, Stage], problems: list[Problem], now: str, wait: float = 0.0) -> dict[str, Stage]:
    found: dict[str, Stage] = {}
    for problem in reversed(problems):
        stage = stages.get(problem.stage, Stage())
        found[problem.stage] = replace(
            stage, state="failed", attempts=stage.attempts + 1, error=problem.message, wait=wait, ended_at=now
        )
    return found


def _words(problems: list[Problem]) -> str:
    rest = len(problems) - 1
    return problems[0].message if not rest else f"{problems[0].message} (and {rest} more: see the report)"
