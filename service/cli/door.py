"""Errors to exit codes and messages, in one place, for every command."""

import os
import traceback
from typing import Any

import typer
from typer.core import TyperGroup

from core.errors import DianmianError, outcome_of
from service.cli.output import complain, print_json
from service.views.problem import Problem, problem_of, title_of

INTERRUPTED = 130
# Typer carries its own copy of click; this is the one public name that leads to its usage errors.
_UsageError: type[Any] = typer.BadParameter.__mro__[1]


class Door(TyperGroup):
    """The outermost group: what a command raises becomes a message and an exit code, never a traceback."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Note whether JSON is asked for before a mistake in the arguments can stop their reading."""
        options = args[: args.index("--")] if "--" in args else args
        ctx.meta["dianmian.json"] = "--json" in options
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command.

        Raises:
            typer.Exit: With the exit code of the error.
        """
        as_json = bool(ctx.meta.get("dianmian.json"))
        try:
            return super().invoke(ctx)
        except DianmianError as error:
            _report(problem_of(error), as_json)
            raise typer.Exit(outcome_of(error).exit_code) from error
        except KeyboardInterrupt as error:
            complain("已中断 interrupted")
            raise typer.Exit(INTERRUPTED) from error
        except _UsageError as error:
            if not as_json:
                raise
            _report(Problem("usage", title_of("usage", 400), 400, error.format_message()), as_json)
            raise typer.Exit(error.exit_code) from error
        except (typer.Exit, typer.Abort, BrokenPipeError):
            raise
        except Exception as error:
            raise typer.Exit(_unexpected(error, as_json)) from error


def _report(problem: Problem, as_json: bool) -> None:
    if as_json:
        print_json(problem)
        return
    where = f"{problem.place}: " if problem.place else ""
    complain(f"错误 error: {where}{problem.detail}")
    if problem.advice:
        complain(f"办法 advice: {problem.advice}")


def _unexpected(error: Exception, as_json: bool) -> int:
    """Report a fault of the program itself; the traceback is for those who ask for it."""
    outcome = outcome_of(DianmianError(""))
    detail = f"{type(error).__name__}: {error}"
    advice = "DIANMIAN_LOG_LEVEL=debug shows the traceback; please report it"
    _report(Problem(outcome.type, title_of(outcome.type, 500), 500, detail, "", advice), as_json)
    if os.environ.get("DIANMIAN_LOG_LEVEL") == "debug":
        traceback.print_exception(error)
    return outcome.exit_code
