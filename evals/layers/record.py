"""What is kept of one question of a run: plain values, so that runs can be stored, compared and reported."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from evals.judging.judgement import Judgement
from evals.layers.layer import Layer


@dataclass(frozen=True, slots=True)
class Verdict:
    """Which layer lost the answer, with what shows it."""

    layer: Layer
    evidence: str


@dataclass(frozen=True, slots=True)
class CaseRecord:
    """One question of a run.

    Attributes:
        case_id: The question's id in its suite.
        kind: Its kind in the suite; ``absent`` must be refused.
        tags: Its tags in the suite.
        expect: Values the answer must state.
        right: As a whole: refused when absent, else value and citation.
        exact: Every gold fact's value stands in the direct answer itself; ``None`` when the case names no fact.
        faithful: Every number of the answer stands in what it cites, and every quote is verbatim; ``None`` if refused.
        ranks: Stage (``structured``, ``vector``, ``keyword``, ``fusion``, ``rerank``) → rank of the first gold passage
            from 1; a stage that did not find it is absent.
        covered: A fact with the gold value is in the store; ``None`` when the case names no fact.
        structured_right: The first structured fact has the gold value; ``None`` when the case names no fact.
        irrelevant: Share (0–1) of the passages handed over that are not at a gold place.
        milliseconds: Stage → time.
        judgement: What a language model says of the answer; ``None`` when none was asked to judge.
        verdict: Of a miss, else ``None``.
        trace: Stage → what it delivered, JSON values only; kept for misses.
    """

    case_id: str
    question: str
    kind: str
    expect: tuple[str, ...]
    right: bool
    value_right: bool
    cited_right: bool
    refused: bool
    answer: str
    headline: str = ""
    route: str = "none"
    grade: str = "none"
    confidence: float = 0.0
    tags: tuple[str, ...] = ()
    exact: bool | None = None
    faithful: bool | None = None
    ranks: Mapping[str, int] = field(default_factory=dict)
    covered: bool | None = None
    structured_right: bool | None = None
    irrelevant: float = 0.0
    judgement: Judgement | None = None
    milliseconds: Mapping[str, float] = field(default_factory=dict)
    verdict: Verdict | None = None
    trace: Mapping[str, Any] = field(default_factory=dict)

    @property
    def absent(self) -> bool:
        """Whether the documents do not answer it, so that it must be refused."""
        return self.kind == "absent"

    @property
    def result(self) -> Literal["right", "inexact", "wrong"]:
        """``inexact`` is right, though not by the fact that should have given it."""
        if not self.right:
            return "wrong"
        return "inexact" if self.missed else "right"

    @property
    def missed(self) -> bool:
        """Whether there is something to attribute: a wrong answer, or a right one without the fact behind it."""
        return not self.right or self.exact is False

    @property
    def total_milliseconds(self) -> float:
        """All stages together."""
        return sum(self.milliseconds.values())


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a suite against one knowledge base.

    ``settings`` says what was run (models, chunk sizes, weights), ``figures`` are flat: name → number. ``created_at``
    is ISO 8601 in UTC.
    """

    name: str
    suite: str
    kb: str
    created_at: str
    settings: Mapping[str, Any]
    figures: Mapping[str, float]
    cases: tuple[CaseRecord, ...]
