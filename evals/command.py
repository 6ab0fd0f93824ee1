"""``dianmian eval run``: one suite against one knowledge base."""

from collections.abc import Mapping
from pathlib import Path

from evals.comparing.figure import FIGURES
from evals.judging.configured import configured_judge
from evals.layers.keeping import save_run
from evals.layers.record import Run
from evals.layers.running import Tick, run_suite
from evals.suite import read_suite
from service.wiring import Application
from store import eval_runs, knowledge_bases


def main(
    suite: Path,
    kb: str,
    application: Application,
    *,
    save: str = "",
    judge: bool = False,
    tick: Tick | None = None,
    judge_tick: Tick | None = None,
) -> Run:
    """Ask every question of ``suite`` and return the run; store it under the name ``save`` when there is one.

    With ``judge`` the language model that is set judges the answers too.

    Raises:
        InvalidInput: The suite is bad, or ``save`` is no name for a run.
        NotFound: No such knowledge base.
        Conflict: It has a run of this name already, or was embedded with another model.
        ConfigurationError: A judge is wanted, and no language model is set.
    """
    judging = configured_judge(application, judge_tick) if judge else None
    cases = read_suite(suite)
    if save:
        # A name that cannot be used is told before the questions are asked, not after.
        with application.database.session() as session:
            eval_runs.check_free(session, knowledge_bases.get(session, kb).id, save)
    made = run_suite(cases, kb, application, name=save, suite=suite.name, tick=tick, judge=judging)
    if save:
        save_run(application.database, made)
    return made


def all_figures(made: Run) -> Mapping[str, float]:
    """Return the figures of a run by name: its own, and those that runs are compared on."""
    compared = {figure.name: value for figure in FIGURES if (value := figure.mean(made.cases)) is not None}
    return {**compared, **made.figures}
