"""One question taken through the stages again, with the gold in hand: where the right passage stood after each."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from core.answer import Answer
from core.fact import Fact
from core.settings import Settings
from evals.answering import Result, scored
from evals.layers.holding import Holding, same_statement
from evals.suite import Case
from evals.values import states
from retrieval.compose import compose
from retrieval.findings import Findings
from retrieval.retriever import Retriever
from retrieval.tuning import with_tuned

LIMIT = 10
CHANNELS = ("structured", "vector", "keyword")
Ask = Callable[[str], Answer]


@dataclass(frozen=True, slots=True)
class Replay:
    """What every stage made of one question.

    Attributes:
        answer: What the door answered.
        result: That answer, scored.
        findings: What the searches found.
        composed: The answer that follows from the findings without a model, scored.
        ranks: Stage → rank of the first gold passage, from 1; absent where it was not found.
        fact_rank: Rank of the first gold fact among the facts held against the question.
    """

    case: Case
    holding: Holding
    answer: Answer
    result: Result
    findings: Findings
    composed: Result
    ranks: Mapping[str, int]
    fact_rank: int | None

    @property
    def exact(self) -> bool | None:
        return exact(self.case, self.answer)

    @property
    def right(self) -> bool:
        return satisfied(self.result)


class Replayer:
    """Replays questions of one knowledge base.

    Args:
        ask: The door under test; what it answers is judged.
        retriever: The searches behind it.
        settings: Those the retriever searches with.
    """

    def __init__(self, kb: str, ask: Ask, retriever: Retriever, settings: Settings) -> None:
        self.kb = kb
        self.settings = settings
        self._ask = ask
        self._retriever = retriever

    def replay(self, case: Case, holding: Holding) -> Replay:
        """Ask ``case`` and look at what each stage delivered."""
        answer = self._ask(case.question)
        findings = self._retriever.search(self.kb, case.question)
        return Replay(
            case,
            holding,
            answer,
            scored(case, answer, sum(answer.timings.values())),
            findings,
            scored(case, self._composed(findings, self.settings)),
            _ranks(findings, holding.chunk_ids),
            _fact_rank(findings, case),
        )

    def settings_of(self, replay: Replay) -> Settings:
        """Return what the replay was searched with: the knowledge base's own tuning in place of the common settings."""
        return with_tuned(self.settings, replay.findings.tuned)

    def satisfied_with(self, replay: Replay, question: str = "", **changes: float) -> bool:
        """Return whether it would be answered rightly with these settings changed alone, or asked in other words."""
        settings = self.settings_of(replay).model_copy(update=changes)
        findings = self._retriever.fixed(settings).search(self.kb, question or replay.case.question)
        return satisfied(scored(replay.case, self._composed(findings, settings)))

    def _composed(self, findings: Findings, settings: Settings) -> Answer:
        return compose(findings, with_tuned(settings, findings.tuned), limit=LIMIT)


def exact(case: Case, answer: Answer) -> bool | None:
    """Return whether the direct answer states every gold fact's value; ``None`` when the case names no fact."""
    if not case.facts:
        return None
    return not answer.refused and all(states(answer.headline, fact.value) for fact in case.facts)


def satisfied(result: Result) -> bool:
    """Return whether nothing was lost: the answer is right, and exact where a fact should have answered."""
    return result.right and exact(result.case, result.answer) is not False


def _ranks(findings: Findings, gold: frozenset[str]) -> dict[str, int]:
    ranks: dict[str, int] = {}
    for channel in CHANNELS:
        hits = (hit for hit in findings.candidates if hit.channel == channel and hit.chunk_id in gold)
        if best := min((hit.rank for hit in hits), default=0):
            ranks[channel] = best
    stages: dict[str, Iterable[str]] = {
        "fusion": findings.fused,
        "rerank": (passage.chunk.id for passage in findings.passages),
    }
    for stage, ids in stages.items():
        if found := next((rank for rank, name in enumerate(ids, start=1) if name in gold), 0):
            ranks[stage] = found
    return ranks


def _fact_rank(findings: Findings, case: Case) -> int | None:
    matches = enumerate(findings.matches, start=1)
    return next((rank for rank, item in matches if _is_gold(item.fact, case)), None)


def _is_gold(fact: Fact, case: Case) -> bool:
    return any(same_statement(fact, gold) for gold in case.facts)
