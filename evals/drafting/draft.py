"""What drafting gives: a suite to check, what a person has to answer, and what was left out and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from evals.suite import Case


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question of a log whose answer nobody has settled: what was answered then and what is answered today."""

    question: str
    answered_then: str
    answered_today: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft.

    Attributes:
        cases: Questions with the gold the knowledge base holds.
        open_questions: Disliked questions without gold, the most frequent first.
        left_out: Why facts and candidates were not asked about, with how many.
        merged: Questions of a log that repeat another one.
        rephrased: Questions put into other words by a language model.
        kept: Why the others kept theirs, with how many.
    """

    cases: tuple[Case, ...]
    open_questions: tuple[OpenQuestion, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    merged: int = 0
    rephrased: int = 0
    kept: Mapping[str, int] = field(default_factory=dict)
