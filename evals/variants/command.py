"""``dianmian eval ab`` and ``dianmian eval models``: the same questions put to several variants."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.wire import to_builtins
from evals.comparing.comparison import Comparison
from evals.comparing.view import comparison_view
from evals.report_html import Overview
from evals.suite import read_suite
from evals.variants.model import model_variants
from evals.variants.stock import Stock
from evals.variants.table import models_overview, settings_overview
from evals.variants.trial import Tick, Trial, compared, try_variants
from evals.variants.variant import Variant, read_variants
from service.progress import Progress, silent
from service.sources import source_files
from service.wiring import Application


@dataclass(frozen=True, slots=True)
class Result:
    """What came of all variants; every comparison is with the first."""

    trials: tuple[Trial, ...]
    comparisons: tuple[Comparison, ...]
    overview: Overview

    def view(self) -> dict[str, Any]:
        """Return the result as plain values for programs."""
        heads = [
            {
                "variant": trial.variant,
                "kb": trial.run.kb,
                "dimension": trial.dimension,
                "passage_milliseconds": trial.passage_milliseconds,
                "question_milliseconds": trial.question_milliseconds,
                "failures": list(trial.failures),
                "skipped": dict(trial.skipped),
                "settings": to_builtins(dict(trial.run.settings)),
                "figures": dict(trial.run.figures),
            }
            for trial in self.trials
        ]
        return {"trials": heads, "comparisons": [comparison_view(comparison) for comparison in self.comparisons]}


def ab(
    suite: Path,
    files: Path,
    variants: Sequence[str],
    application: Application,
    *,
    keep: bool = False,
    progress: Progress = silent,
    tick: Tick | None = None,
) -> Result:
    """Try the variants that ``variants`` describe; see ``read_variants`` for their form.

    Raises:
        InvalidInput: A variant, the suite or the files are not as they should be.
        DianmianError: A variant cannot be loaded or asked; see ``try_variants``.
    """
    trials = _tried(suite, files, read_variants(variants), application, keep, progress, tick)
    return _result(trials, settings_overview)


def models(
    suite: Path,
    files: Path,
    embedders: Sequence[str],
    rerankers: Sequence[str],
    application: Application,
    *,
    keep: bool = False,
    progress: Progress = silent,
    tick: Tick | None = None,
) -> Result:
    """Try embedding models and rerankers; see ``model_variants`` for how they are named.

    Raises:
        InvalidInput: A model, the suite or the files are not as they should be.
        DianmianError: A model cannot be loaded or asked; see ``try_variants``.
    """
    variants = model_variants(embedders, rerankers, application.settings)
    trials = _tried(suite, files, variants, application, keep, progress, tick)
    return _result(trials, models_overview)


def _result(trials: tuple[Trial, ...], overview: Callable[[Sequence[Trial], Sequence[Comparison]], Overview]) -> Result:
    found = compared(trials)
    return Result(trials, found, overview(trials, found))


def _tried(
    suite: Path,
    files: Path,
    variants: Sequence[Variant],
    application: Application,
    keep: bool,
    progress: Progress,
    tick: Tick | None,
) -> tuple[Trial, ...]:
    cases = read_suite(suite)
    for variant in variants:
        # A path that leads nowhere is told before the first variant has been loaded for minutes.
        source_files([variant.files or files])
    stock = Stock(application.database, application.settings, files, suite.stem, keep, progress)
    return try_variants(stock, variants, cases, suite.name, tick)
