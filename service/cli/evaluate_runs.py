"""``dianmian eval list``, ``show``, ``delete`` and ``compare``: runs that were kept."""

from typing import Annotated

import typer

from core.errors import NotFound
from core.wire import to_builtins
from service.cli.evaluate_judge import show_judge
from service.cli.evaluate_room import HtmlFile, KbFilter, RunName, room, stored_runs, write_page
from service.cli.evaluate_tables import show_case, show_comparison, show_misses, show_run
from service.cli.opening import opened
from service.cli.options import JsonFlag
from service.cli.output import print_json, say, table


def list_all(kb: KbFilter = None, as_json: JsonFlag = False) -> None:
    """列出已保存的运行 List the runs that were kept, the newest first."""
    with opened() as application:
        runs = room("layers.keeping").list_runs(application.database, kb)
    if as_json:
        heads = [{name: value for name, value in to_builtins(run).items() if name != "cases"} for run in runs]
        print_json({"runs": heads})
        return
    rows = [
        (run.name, run.kb, run.suite, run.created_at[:19], f"{run.figures.get('questions', 0):.0f}",
         f"{100 * run.figures.get('accuracy', 0):.1f}")
        for run in runs
    ]  # fmt: skip
    columns = ("运行 run", "知识库 kb", "评测集 suite", "时间 made (UTC)", "题数 questions", "正确率 accuracy")
    table(columns, rows)


def show(
    name: RunName,
    kb: KbFilter = None,
    case: Annotated[str | None, typer.Option("--case", help="只看这一题 One question with its trace.")] = None,
    misses: Annotated[bool, typer.Option("--misses", help="列出丢失的问题 List what was lost.")] = False,
    html: HtmlFile = None,
    as_json: JsonFlag = False,
) -> None:
    """查看一次运行 Show a run, its misses, or one question with everything the stages delivered."""
    (run,) = stored_runs([name], kb)
    if html:
        write_page(html, room("report_html").run_page(run))
    if case is not None:
        found = [one for one in run.cases if one.case_id == case]
        if not found:
            raise NotFound(f"the run {run.name} has no question {case}", place=case, advice="add --misses to see ids")
        print_json(found[0]) if as_json else show_case(found[0])
        return
    if as_json:
        whole = room("layers.keeping").run_as_json(run)
        lost = [one.case_id for one in run.cases if one.missed]
        print_json({**whole, "cases": [one for one in whole["cases"] if one["case_id"] in lost]} if misses else whole)
        return
    if misses:
        show_misses(run.cases)
    show_run(run)
    show_judge(run)


def delete(name: RunName, kb: KbFilter = None, as_json: JsonFlag = False) -> None:
    """删除一次运行 Delete a run; the knowledge base stays."""
    with opened() as application:
        gone = room("layers.keeping").delete_run(application.database, name, kb)
    print_json({"deleted": gone}) if as_json else say(f"已删除 deleted: {gone}")


def compare(
    left: RunName, right: RunName, kb: KbFilter = None, html: HtmlFile = None, as_json: JsonFlag = False
) -> None:
    """对比两次运行 Compare two runs question by question, each figure with its interval and p."""
    comparison = room("comparing.comparison").compare(*stored_runs([left, right], kb))
    if html:
        write_page(html, room("report_html").comparison_page([comparison]))
    if as_json:
        print_json(room("comparing.view").comparison_view(comparison))
        return
    show_comparison(comparison)
    if html:
        say(f"报告 report: {html}")
