"""The figures that two runs are compared on: each has one number a question, or none where it does not apply."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from evals import figure_name as named
from evals.judging.figures import judge_correctness, judge_faithfulness
from evals.layers.record import CaseRecord

TOP = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a question. ``of`` gives ``None`` where the question does not count.

    ``graded`` tells a measured number from a yes or no (1 or 0); ``falls`` says that less is better. What is not
    ``judged`` depends on more than the two systems and the questions, so that no test of them can say who is better.
    """

    name: str
    of: Callable[[CaseRecord], float | None]
    graded: bool = False
    falls: bool = False
    judged: bool = True

    def mean(self, cases: Sequence[CaseRecord]) -> float | None:
        """Return the mean over the questions that count, ``None`` when none does."""
        values = [value for case in cases if (value := self.of(case)) is not None]
        return fmean(values) if values else None


def last_rank(case: CaseRecord) -> int | None:
    """Return the rank of the first right passage as it was handed over: reranked if it was, else as fused."""
    return case.ranks.get("rerank", case.ranks.get("fusion"))


def hit(rank: int | None, depth: int) -> float:
    """Return 1 when ``rank`` is among the first ``depth``, else 0."""
    return float(rank is not None and rank <= depth)


def _answerable(of: Callable[[CaseRecord], float]) -> Callable[[CaseRecord], float | None]:
    return lambda case: None if case.absent else of(case)


def _known(of: Callable[[CaseRecord], bool | None]) -> Callable[[CaseRecord], float | None]:
    def value(case: CaseRecord) -> float | None:
        found = of(case)
        return None if found is None else float(found)

    return value


def _reciprocal(rank: int | None) -> float:
    return 1 / rank if rank else 0.0


def _found_by(stage: str, depth: int) -> Callable[[CaseRecord], float | None]:
    return _answerable(lambda case: hit(case.ranks.get(stage), depth))


FIGURES: tuple[Figure, ...] = (
    Figure("accuracy", lambda case: float(case.right)),
    Figure("value_accuracy", _answerable(lambda case: float(case.right))),
    Figure("citation_accuracy", _answerable(lambda case: float(case.cited_right))),
    Figure("faithfulness", _known(lambda case: case.faithful)),
    Figure(named.JUDGE_FAITHFULNESS, judge_faithfulness, graded=True),
    Figure(named.JUDGE_CORRECTNESS, judge_correctness),
    Figure("refused_right", lambda case: float(case.refused) if case.absent else None),
    Figure("refused_answerable", _answerable(lambda case: float(case.refused)), falls=True),
    Figure("fact_coverage", _known(lambda case: case.covered)),
    Figure("structured_accuracy", _known(lambda case: case.structured_right)),
    Figure("exact_answer", _known(lambda case: case.exact)),
    Figure("hit_at_1", _answerable(lambda case: hit(last_rank(case), 1))),
    Figure("hit_at_5", _answerable(lambda case: hit(last_rank(case), TOP))),
    Figure("reciprocal_rank", _answerable(lambda case: _reciprocal(last_rank(case))), graded=True),
    Figure("vector_hit_at_1", _found_by("vector", 1)),
    Figure("vector_hit_at_5", _found_by("vector", TOP)),
    Figure("vector_mrr", _answerable(lambda case: _reciprocal(case.ranks.get("vector"))), graded=True),
    Figure("keyword_hit_at_5", _found_by("keyword", TOP)),
    Figure("irrelevant_at_5", _answerable(lambda case: case.irrelevant), graded=True, falls=True),
    # Two runs are made at two times, and what else the machine did then is in every question's time.
    Figure("milliseconds", lambda case: case.total_milliseconds, graded=True, falls=True, judged=False),
)
