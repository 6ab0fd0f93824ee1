"""Two runs compared: which questions were won and lost, overall and by kind and tag."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from core.errors import InvalidInput
from evals.comparing.difference import Difference, Pair, difference
from evals.comparing.figure import FIGURES
from evals.layers.record import CaseRecord, Run
from evals.significance import sign_test

Outcome = Literal["won", "lost", "both_right", "both_wrong"]
Grouping = Literal["kind", "tag"]


@dataclass(frozen=True, slots=True)
class Head:
    """What was run: a run without its questions."""

    name: str
    suite: str
    kb: str
    created_at: str


@dataclass(frozen=True, slots=True)
class Match:
    """One question in both runs; ``won`` says that only the right run answers it rightly."""

    left: CaseRecord
    right: CaseRecord

    @property
    def outcome(self) -> Outcome:
        if self.left.right == self.right.right:
            return "both_right" if self.left.right else "both_wrong"
        return "won" if self.right.right else "lost"


@dataclass(frozen=True, slots=True)
class Group:
    """The questions of one kind, or with one tag. ``p`` is of the exact sign test on right and wrong."""

    by: Grouping
    name: str
    questions: int
    won: int
    lost: int
    both_right: int
    both_wrong: int
    p: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs over the questions they share; the left one is what the right one is held against.

    ``changed`` are ids that both runs have, but with another question or other expected values: they are not compared,
    no more than those in one run only. ``settings`` are those that differ: name, left, right.
    """

    left: Head
    right: Head
    matches: tuple[Match, ...]
    differences: tuple[Difference, ...]
    groups: tuple[Group, ...]
    settings: tuple[tuple[str, str, str], ...] = ()
    only_left: tuple[str, ...] = ()
    only_right: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    def with_outcome(self, outcome: Outcome) -> tuple[Match, ...]:
        """Return the questions that went so."""
        return tuple(match for match in self.matches if match.outcome == outcome)


def compare(left: Run, right: Run) -> Comparison:
    """Hold ``right`` against ``left``, question by question.

    Raises:
        InvalidInput: They share no question.
    """
    mine, theirs = _by_id(left), _by_id(right)
    shared = [name for name in mine if name in theirs]
    changed = tuple(name for name in shared if _asked(mine[name]) != _asked(theirs[name]))
    matches = tuple(Match(mine[name], theirs[name]) for name in shared if name not in set(changed))
    if not matches:
        raise InvalidInput(
            "the two runs share no question",
            place=f"{left.name}, {right.name}",
            advice="compare runs of one suite; a question is known by its id, words and expected values",
        )
    pairs: list[Pair] = [(match.left, match.right) for match in matches]
    return Comparison(
        _head(left),
        _head(right),
        matches,
        tuple(found for figure in FIGURES if (found := difference(figure, pairs)) is not None),
        tuple(_groups(matches)),
        tuple(_different_settings(left, right)),
        only_left=tuple(name for name in mine if name not in theirs),
        only_right=tuple(name for name in theirs if name not in mine),
        changed=changed,
    )


def _by_id(run: Run) -> dict[str, CaseRecord]:
    return {case.case_id: case for case in run.cases}


def _asked(case: CaseRecord) -> tuple[object, ...]:
    return case.question, case.kind, case.expect


def _head(run: Run) -> Head:
    return Head(run.name, run.suite, run.kb, run.created_at)


def _groups(matches: Sequence[Match]) -> Iterable[Group]:
    for kind in dict.fromkeys(match.left.kind for match in matches):
        yield _group("kind", kind, [match for match in matches if match.left.kind == kind])
    for tag in sorted({tag for match in matches for tag in match.left.tags}):
        yield _group("tag", tag, [match for match in matches if tag in match.left.tags])


def _group(by: Grouping, name: str, matches: Sequence[Match]) -> Group:
    outcomes = [match.outcome for match in matches]
    p = sign_test([match.left.right for match in matches], [match.right.right for match in matches])
    won, lost, both_right, both_wrong = (outcomes.count(one) for one in ("won", "lost", "both_right", "both_wrong"))
    return Group(by, name, len(matches), won, lost, both_right, both_wrong, p)


def _different_settings(left: Run, right: Run) -> Iterable[tuple[str, str, str]]:
    for name in sorted({*left.settings, *right.settings}):
        one, other = (str(run.settings.get(name, "")) for run in (left, right))
        if one != other:
            yield name, one, other
