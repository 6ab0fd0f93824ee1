"""One variant put to the questions."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.answer import Answer
from core.embedding.remote import without_password
from core.errors import InvalidInput
from evals.comparing.comparison import Comparison, compare
from evals.layers.keeping import save_run
from evals.layers.record import Run
from evals.layers.replay import LIMIT
from evals.layers.running import run_suite
from evals.suite import Case
from evals.variants.stock import Stock
from evals.variants.variant import Variant, check_names
from retrieval.rerank import NONE_CONFIGURED as NO_RERANKER
from retrieval.written.writer import NONE_CONFIGURED, SWITCHED_OFF
from service.wiring import Application

Tick = Callable[[str, int, int], None]
# Known beforehand and the same for every question: no news of a single answer.
_EXPECTED = (NO_RERANKER, NONE_CONFIGURED, SWITCHED_OFF)


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of one variant.

    Attributes:
        variant: Its name.
        run: The questions and their figures.
        failures: Files that could not be loaded, with the reason.
        skipped: What answers did without, such as a reranker that was late → number of questions.
        dimension: Of the embedding model's vectors.
        passage_milliseconds: Mean time to embed a passage; ``None`` when none was embedded.
        question_milliseconds: Mean time to embed a question.
    """

    variant: str
    run: Run
    failures: tuple[str, ...]
    skipped: Mapping[str, int]
    dimension: int
    passage_milliseconds: float | None
    question_milliseconds: float | None


def try_variants(
    stock: Stock, variants: Sequence[Variant], cases: Sequence[Case], suite: str, tick: Tick | None = None
) -> tuple[Trial, ...]:
    """Put every variant to ``cases``, in order. What was loaded for it is deleted whatever happens, unless kept.

    Raises:
        InvalidInput: There are no questions, or two variants have one name.
        DianmianError: A variant cannot be loaded or asked; see ``Stock``.
    """
    if not cases:
        raise InvalidInput("the suite has no questions", place=suite, advice="write some")
    check_names(variants)
    try:
        return tuple(_trial(stock, variant, cases, suite, tick) for variant in variants)
    finally:
        stock.clear()


def compared(trials: Sequence[Trial]) -> tuple[Comparison, ...]:
    """Hold every trial but the first against the first."""
    return tuple(compare(trials[0].run, trial.run) for trial in trials[1:])


def _trial(stock: Stock, variant: Variant, cases: Sequence[Case], suite: str, tick: Tick | None) -> Trial:
    application = stock.application(variant)
    shelf = stock.shelf(variant, application)
    door = _Door(application, shelf.kb)

    def on_question(done: int, total: int) -> None:
        if tick:
            tick(variant.name, done, total)

    found = run_suite(cases, shelf.kb, application, name=variant.name, suite=suite, ask=door, tick=on_question)
    run = replace(found, settings={**found.settings, **_told(variant)})
    if stock.kept:
        save_run(stock.database, run)
    timed = stock.embedder(variant)
    return Trial(
        variant.name,
        run,
        tuple(failure.message for failure in shelf.report.failures),
        dict(door.skipped),
        timed.space.dimension,
        timed.passage_milliseconds,
        timed.question_milliseconds,
    )


def _told(variant: Variant) -> dict[str, str]:
    """Return what the variant sets, without what is secret."""
    told = {
        name: without_password(str(value)) for name, value in variant.overrides.items() if not name.endswith("_key")
    }
    return told | ({"files": str(variant.files)} if variant.files else {})


class _Door:
    """Asks as every door does, and counts what answers had to do without."""

    def __init__(self, application: Application, kb: str) -> None:
        self._application = application
        self._kb = kb
        self.skipped: Counter[str] = Counter()

    def __call__(self, question: str) -> Answer:
        answer = self._application.retriever.ask(self._kb, question, limit=LIMIT)
        self.skipped.update(reason for reason in answer.degraded if reason not in _EXPECTED)
        return answer
