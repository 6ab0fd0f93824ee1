"""``dianmian tune``: fit, show what it gains on questions not seen, and keep it when asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from core.errors import InvalidInput
from evals.suite import Case, read_suite
from evals.tune.fitting import Outcomes, Validation, fit, validate
from evals.tune.setting import Setting, all_weights, setting_of
from evals.tune.trial import Remembering, Tick, outcomes
from retrieval.retriever import Retriever
from retrieval.tuning import KB_SETTING, checked, tuned_of, with_tuned
from service.knowledge_bases import change_settings
from service.wiring import Application
from store import knowledge_bases

FOLDS = 5


@dataclass(frozen=True, slots=True)
class Tuning:
    """What tuning found.

    ``present`` and ``fitted`` are settings by name. ``worth_before`` and ``worth_after`` are means over questions held
    out, ``gain`` their difference, ``spread`` the standard deviation of the folds' gains, ``p`` that of a paired
    randomisation test. ``accuracy_before`` and ``accuracy_after`` are shares of questions held out that are right.
    """

    kb: str
    questions: int
    folds: int
    present: dict[str, float]
    fitted: dict[str, float]
    worth_before: float
    worth_after: float
    accuracy_before: float
    accuracy_after: float
    gain: float
    spread: float
    p: float
    fold_gains: tuple[float, ...]
    applied: bool


def main(suite: Path, kb: str, application: Application, *, apply: bool = False, tick: Tick | None = None) -> Tuning:
    """Fit the settings of search of ``kb`` to ``suite``; keep them when ``apply`` and they gain on questions held out.

    Raises:
        InvalidInput: The suite is bad, or has fewer than two questions a fold.
        NotFound: No such knowledge base.
    """
    cases = read_suite(suite)
    if len(cases) < 2 * FOLDS:
        raise InvalidInput(
            f"{len(cases)} questions are too few", place=suite.name, advice=f"write at least {2 * FOLDS}, better 50"
        )
    with application.database.session() as session:
        base = knowledge_bases.get(session, kb)
    settings = with_tuned(application.settings, tuned_of(base))
    present = setting_of(settings)
    retriever = Retriever(application.database, settings, Remembering(application.embedder))
    retriever.warm_up()
    tried = all_weights(present.weights)
    found = outcomes(cases, kb, retriever, settings, present, tried, tick or _silent)
    validation, fitted = validate(found, present, FOLDS), fit(found, range(len(cases)), present)
    kept = apply and validation.gain > 0 and fitted != present
    if kept:
        store_tuned(application, kb, fitted.stored)
    return _tuning(kb, cases, found, present, fitted, validation, applied=kept)


def store_tuned(application: Application, kb: str, values: dict[str, float] | None) -> None:
    """Keep ``values`` as the knowledge base's own settings of search; ``None`` takes its own away.

    Raises:
        NotFound: No such knowledge base.
        InvalidInput: A value does not fit.
    """
    with application.database.session() as session:
        base = knowledge_bases.get(session, kb)
        own = {} if values is None else {KB_SETTING: checked(values, place=kb)}
        change_settings(session, base, own, without=(KB_SETTING,))


def _tuning(
    kb: str,
    cases: Sequence[Case],
    found: Outcomes,
    present: Setting,
    fitted: Setting,
    validation: Validation,
    *,
    applied: bool,
) -> Tuning:
    return Tuning(
        kb=kb,
        questions=len(cases),
        folds=len(validation.gains),
        present=present.stored,
        fitted=fitted.stored,
        worth_before=round(fmean(validation.before), 4),
        worth_after=round(fmean(validation.after), 4),
        accuracy_before=_accuracy(found, [present] * len(cases)),
        accuracy_after=_accuracy(found, validation.chosen),
        gain=round(validation.gain, 4),
        spread=round(validation.spread, 4),
        p=round(validation.p, 4),
        fold_gains=tuple(round(gain, 4) for gain in validation.gains),
        applied=applied,
    )


def _accuracy(found: Outcomes, settings: Sequence[Setting]) -> float:
    right = [
        found[setting.weights][place].right(setting.threshold, setting.share) for place, setting in enumerate(settings)
    ]
    return round(fmean(right), 4)


def _silent(done: int, total: int) -> None:
    """Say nothing."""
