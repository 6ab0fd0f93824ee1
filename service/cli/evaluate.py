"""``dianmian eval``."""

import typer

from service.cli import evaluate_run, evaluate_runs, evaluate_variants
from service.cli.evaluate_external import external

commands = typer.Typer(help="评测 Evaluation.", no_args_is_help=True)


@commands.callback()
def evaluation() -> None:
    """评测 Evaluation."""


commands.command("run")(evaluate_run.run)
commands.command("list")(evaluate_runs.list_all)
commands.command("show")(evaluate_runs.show)
commands.command("delete")(evaluate_runs.delete)
commands.command("compare")(evaluate_runs.compare)
commands.command("ab")(evaluate_variants.ab)
commands.command("models")(evaluate_variants.models)
commands.command("external")(external)
