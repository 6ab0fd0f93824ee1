"""``dianmian eval run``: a suite asked of a knowledge base, with limits that a build can fail on."""

from pathlib import Path
from typing import Annotated, Any

import typer

from service.cli.evaluate_judge import show_judge, warn_of_failures
from service.cli.evaluate_room import HtmlFile, room, write_page
from service.cli.evaluate_tables import show_misses, show_run
from service.cli.opening import opened
from service.cli.options import KbName
from service.cli.output import complain, print_json, say
from service.cli.progress import progress_bars


def run(
    suite: Annotated[Path, typer.Argument(help="评测集 The suite (YAML or JSON lines).", show_default=False)],
    kb: KbName,
    save: Annotated[
        str, typer.Option("--save", help="以此名保存，供以后对比 Keep the run under this name.", show_default=False)
    ] = "",
    html: HtmlFile = None,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", help="JSON 结果写到这里，- 为标准输出 Where the run goes as JSON, - for stdout."),
    ] = None,
    judge: Annotated[
        bool, typer.Option("--judge", help="由语言模型再评判回答 Let the language model judge the answers too.")
    ] = False,
    least: Annotated[
        list[str] | None,
        typer.Option("--min", metavar="NAME=NUMBER", help="指标下限 A figure's lower limit, for a build."),
    ] = None,
    most: Annotated[
        list[str] | None,
        typer.Option("--max", metavar="NAME=NUMBER", help="指标上限 A figure's upper limit, for a build."),
    ] = None,
) -> None:
    """运行评测 Ask every question of a suite, and say which layer lost each miss.

    Exit code 1: the run went well, but a figure does not keep its limit; each is named.
    """
    thresholds = room("thresholds").read_thresholds(least or (), most or ())
    command = room("command")
    to_stdout = str(json_file) == "-"
    with opened() as application, progress_bars(not to_stdout) as progress:
        made = command.main(
            suite,
            kb,
            application,
            save=save,
            judge=judge,
            tick=lambda done, total: progress("questions", done, total),
            judge_tick=lambda done, total: progress("judge", done, total),
        )
    if json_file and not to_stdout:
        room("layers.keeping").write_run(json_file, made)
    if html:
        write_page(html, room("report_html").run_page(made))
    print_json(room("layers.keeping").run_as_json(made)) if to_stdout else _show(made, save, html)
    warn_of_failures(made)
    _check(thresholds, command.all_figures(made))


def _show(made: Any, save: str, html: Path | None) -> None:
    show_misses(made.cases)
    show_run(made)
    show_judge(made)
    if save:
        say(f"已保存 kept as {save}")
    if html:
        say(f"报告 report: {html}")


def _check(thresholds: Any, figures: Any) -> None:
    limits = room("thresholds")
    failed = limits.missed(thresholds, figures)
    for one in failed:
        sign = "<" if one.option == "--min" else ">"
        complain(f"未达标 limit missed: {one.figure} {one.found:.4f} {sign} {one.bound:g} ({one.option})")
    if failed:
        raise typer.Exit(limits.MISSED_EXIT_CODE)
