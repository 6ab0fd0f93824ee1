"""Asking a language model to judge answers, several at once; a judgement that fails is said to have failed."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from threading import Lock

from core.answer import Answer
from core.errors import ConfigurationError, DianmianError
from core.llm import LanguageModel, Meter, Prompt, UnusableReply, Usage
from evals.judging.form import WHOLE, VerdictEntry, form_for
from evals.judging.instructions import instructions
from evals.judging.judgement import Judgement, Opinion
from evals.judging.matter import Matter, matter_of
from evals.suite import Case

Tick = Callable[[int, int], None]
_MATERIAL = "{{ material }}"
_LONGEST_REASON = 400
_MOST_SILENCES = 3


class Judge:
    """Judges the answers of one run.

    Args:
        model: Who is asked.
        concurrency: How many answers are judged at once.
        tick: Told after each answer how many of how many are done.
    """

    def __init__(self, model: LanguageModel, concurrency: int, tick: Tick | None = None) -> None:
        self._model = model
        self._concurrency = concurrency
        self._tick = tick
        self._meter = Meter()
        self._patience = _Patience()

    @property
    def name(self) -> str:
        """The name of the model."""
        return self._model.name

    @property
    def usage(self) -> Usage:
        """What judging has taken so far."""
        return self._meter.usage

    def judge(self, answered: Sequence[tuple[Case, Answer]]) -> tuple[Judgement, ...]:
        """Return a judgement for each answer, in order; one that could not be had is ``failed`` and says why."""
        found = [_refused(case) if answer.refused else None for case, answer in answered]
        todo = [number for number, judgement in enumerate(found) if judgement is None]
        pool = ThreadPoolExecutor(self._concurrency, thread_name_prefix="judge")
        try:
            running = {pool.submit(self._asked, matter_of(*answered[number])): number for number in todo}
            for done, future in enumerate(as_completed(running), start=1):
                found[running[future]] = future.result()
                if self._tick:
                    self._tick(done, len(todo))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        return tuple(judgement for judgement in found if judgement is not None)

    def _asked(self, matter: Matter) -> Judgement:
        if why := self._patience.over:
            return _failed(f"not asked: {why}")
        prompt = Prompt(instructions(matter.language), _MATERIAL, {"material": matter.shown()})
        try:
            form = self._model.ask(prompt, form_for(len(matter.statements)), self._meter)
        except UnusableReply as error:
            self._patience.answered()
            return _failed(error.message)
        except DianmianError as error:
            self._patience.silent(error)
            return _failed(str(error))
        except Exception as error:
            # Whatever a reply brings about in the libraries that read it, it costs the answer it is about.
            return _failed(f"{type(error).__name__}: {error}")
        self._patience.answered()
        return _judgement(matter, form.verdicts)


class _Patience:
    """Knows when nobody need be asked any more: the key or model is refused, or several in a row got no answer."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._silences = 0
        self._over = ""

    @property
    def over(self) -> str:
        """Why, empty while there is patience."""
        return self._over

    def answered(self) -> None:
        with self._lock:
            self._silences = 0

    def silent(self, error: DianmianError) -> None:
        with self._lock:
            self._silences += 1
            if isinstance(error, ConfigurationError) or self._silences >= _MOST_SILENCES:
                self._over = self._over or str(error)


def _judgement(matter: Matter, verdicts: Sequence[VerdictEntry]) -> Judgement:
    by_name = {verdict.about: verdict for verdict in verdicts}
    of_statements = [(text, by_name[str(number)]) for number, text in enumerate(matter.statements, start=1)]
    opinions = tuple(Opinion(text, one.holds, one.reason[:_LONGEST_REASON]) for text, one in of_statements)
    whole = by_name[WHOLE]
    return Judgement("judged", opinions, whole.holds, whole.reason[:_LONGEST_REASON])


def _refused(case: Case) -> Judgement:
    return Judgement("refused", correct=case.absent)


def _failed(why: str) -> Judgement:
    return Judgement("failed", reason=why[:_LONGEST_REASON])
