"""``dianmian eval``."""

import importlib
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from service.cli.opening import opened
from service.cli.options import KbName

commands = typer.Typer(help="评测 Evaluation.", no_args_is_help=True)


@commands.callback()
def evaluation() -> None:
    """评测 Evaluation."""


@commands.command("run")
def run(
    suite: Annotated[Path, typer.Argument(help="评测集 The suite (YAML or JSON lines).", show_default=False)],
    kb: KbName,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", help="结果文件，- 为标准输出 Where the figures go, - for stdout."),
    ] = None,
) -> None:
    """运行评测 Ask every question of a suite and print how well it went."""
    # Evaluation stands above the service and imports it; the service may know it by name only.
    command: Callable[..., int] = importlib.import_module("evals.command").main
    with opened() as application, tempfile.TemporaryDirectory() as folder:
        if str(json_file) != "-":
            raise typer.Exit(command(suite, kb, json_file, application))
        figures = Path(folder) / "figures.json"
        with redirect_stdout(sys.stderr):
            code = command(suite, kb, figures, application)
        sys.stdout.write(figures.read_text(encoding="utf-8"))
    raise typer.Exit(code)
