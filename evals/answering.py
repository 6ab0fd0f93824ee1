"""Running a suite through the pipeline and scoring each answer."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter

from core.answer import Answer
from evals.places import at_place
from evals.suite import Case
from evals.values import states

Ask = Callable[[str], Answer]
TOP = 5


@dataclass(frozen=True, slots=True)
class Result:
    """One scored case. ``rank`` is that of the first passage at a gold place, ``None`` when there is none."""

    case: Case
    answer: Answer
    value_right: bool
    headline_right: bool
    cited_right: bool
    rank: int | None
    irrelevant: float
    milliseconds: float

    @property
    def right(self) -> bool:
        """Whether the case as a whole is right: refused when absent, else value and citation."""
        return self.answer.refused if self.case.absent else self.value_right and self.cited_right


def run(cases: Iterable[Case], ask: Ask) -> list[Result]:
    """Ask every question and score its answer."""
    return [_scored(case, ask) for case in cases]


def _scored(case: Case, ask: Ask) -> Result:
    started = perf_counter()
    answer = ask(case.question)
    return scored(case, answer, (perf_counter() - started) * 1000)


def scored(case: Case, answer: Answer, milliseconds: float = 0.0) -> Result:
    """Hold one answer against what the case expects."""
    return Result(
        case,
        answer,
        value_right=_all_stated(answer.text, case) and not answer.refused,
        headline_right=_all_stated(answer.headline, case) and not answer.refused,
        cited_right=_cited(answer, case),
        rank=_rank(answer, case),
        irrelevant=_irrelevant(answer, case),
        milliseconds=milliseconds,
    )


def _all_stated(text: str, case: Case) -> bool:
    return bool(case.expect) and all(states(text, value) for value in case.expect)


def _cited(answer: Answer, case: Case) -> bool:
    passages = {passage.chunk.id: passage for passage in answer.passages}
    cited = [passages[citation.chunk_id] for citation in answer.citations if citation.chunk_id in passages]
    return any(at_place(passage.chunk, passage.source.source_name, case.golds) for passage in cited)


def _rank(answer: Answer, case: Case) -> int | None:
    for rank, passage in enumerate(answer.passages, start=1):
        if at_place(passage.chunk, passage.source.source_name, case.golds):
            return rank
    return None


def _irrelevant(answer: Answer, case: Case) -> float:
    """Return the share of the top passages that are not at a gold place."""
    top = answer.passages[:TOP]
    right = sum(at_place(passage.chunk, passage.source.source_name, case.golds) for passage in top)
    return 1 - right / len(top) if top else 0.0


def share(results: Sequence[Result], test: Callable[[Result], bool]) -> float:
    """Return the share of results that pass ``test``, 0 when there are none."""
    return round(sum(test(result) for result in results) / len(results), 4) if results else 0.0
